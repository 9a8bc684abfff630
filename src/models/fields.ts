import { z } from 'zod';
import { quantity3 } from '../core/quantity.js';
import type { Vec3 } from '../core/vector.js';
import { type AxisFrame, axisFrame, bodyName, boundedRegion, jointName } from '../scene/index.js';
import type { ModelCoordinate } from './define.js';

/**
 * Schema of what a model acts on: a coordinate of a joint, or of a body about or along an axis relative to a reference
 * body. The axis is given in the world at t = 0 and moves with the reference.
 */
export const target = () =>
  z.union([
    z.strictObject({
      joint: jointName().describe('The joint; its angle or travel is meant, whichever the model acts on.'),
    }),
    z.strictObject({
      body: bodyName().describe('The body.'),
      reference: bodyName().default('world').describe('The body that it is measured against.'),
      frame: axisFrame().describe('Axis in the world at t = 0; it moves with the reference body.'),
    }),
  ]);

type Target =
  | { readonly joint: string }
  | { readonly body: string; readonly reference: string; readonly frame: AxisFrame };

/** Schema of a point fixed in a body, given in the world at t = 0. */
export const attachment = () =>
  z.strictObject({
    body: bodyName().describe('The body.'),
    pointM: quantity3('m').describe('Point in the world at t = 0; it moves with the body.'),
  });

interface Attachment {
  readonly body: string;
  readonly pointM: Vec3;
}

/** Schema of what carries a linear model: two points whose distance counts, or a travel. */
export const linearTarget = () =>
  z.union([
    z.strictObject({ ends: z.array(attachment()).length(2).describe('Two points whose distance counts.') }),
    target(),
  ]);

/** The source geometry that a model stands for: bodies, and where on them. Declared, reported, never excluded from the audit. */
export const standsFor = () => ({
  standsFor: z
    .array(
      z.strictObject({
        body: bodyName().describe('The body that the geometry belongs to.'),
        region: boundedRegion().optional().describe('Where on it.'),
        note: z.string().min(1).describe('What it is.'),
      }),
    )
    .default([])
    .describe('Source geometry that the model stands for: reported, and never excluded from the audit.'),
});

/** The angle of a target. */
export const angleOf = (on: Target): ModelCoordinate => coordinateOf(on, 'angle');

/** The travel of a target. */
export const travelOf = (on: Target): ModelCoordinate => coordinateOf(on, 'travel');

function coordinateOf(on: Target, motion: 'angle' | 'travel'): ModelCoordinate {
  if ('joint' in on) return { motion, joint: on.joint };
  return { motion, body: on.body, reference: on.reference, originM: on.frame.originM, axis: on.frame.axis };
}

/** The distance between two attachments, positive, of the second relative to the first. */
export function distanceOf([first, second]: readonly Attachment[]): ModelCoordinate {
  return {
    motion: 'distance',
    body: second!.body,
    pointM: second!.pointM,
    reference: first!.body,
    referencePointM: first!.pointM,
  };
}

/** The distance or travel of a linear target. */
export const linearOf = (on: Target | { readonly ends: readonly Attachment[] }): ModelCoordinate =>
  'ends' in on ? distanceOf(on.ends) : travelOf(on);

/** Efficiency of a transmission, the same in both directions: power out over power in, in (0, 1]. */
export const efficiency = () => z.number().gt(0).max(1).default(1);
