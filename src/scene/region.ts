import { z } from 'zod';
import { quantity, quantity3, vector3 } from '../core/quantity.js';
import type { Quat, Vec3 } from '../core/vector.js';

/** Schema of a unit quaternion [x, y, z, w]; it is normalised on load, and refused when its norm is not 1 ± 1e-3. */
export const rotation = () =>
  z
    .custom<Quat>(isUnitQuat, { error: 'must be a unit quaternion [x, y, z, w]' })
    .meta({ type: 'array', items: { type: 'number' }, minItems: 4, maxItems: 4 });

function isUnitQuat(value: unknown): value is Quat {
  if (!Array.isArray(value) || value.length !== 4 || !value.every((x) => typeof x === 'number')) return false;
  return Math.abs(Math.hypot(...value) - 1) < 1e-3;
}

/** Schema of a pose: position and rotation of one frame in another; both default to the identity. */
export const pose = () =>
  z.strictObject({
    positionM: quantity3('m').default([0, 0, 0]).describe('Origin of the frame.'),
    rotation: rotation().default([0, 0, 0, 1]).describe('Its rotation, a unit quaternion [x, y, z, w].'),
  });

/** Edges of a box [m], all longer than 0. */
export const boxSize = () =>
  quantity3('m').refine((size: Vec3) => size.every((x) => x > 0), { error: 'every edge must be longer than 0 m' });

/** A bounded piece of a body: a cylinder (axis z), box or sphere, placed in the body frame. */
export const boundedRegion = () =>
  z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('cylinder'),
      poseInBody: poseOfRegion(),
      radiusM: quantity('m').positive().describe('Radius.'),
      lengthM: quantity('m').positive().describe('Length along z, centered on the frame.'),
    }),
    z.strictObject({
      kind: z.literal('box'),
      poseInBody: poseOfRegion(),
      sizeM: boxSize().describe('Edges along x, y and z, centered on the frame.'),
    }),
    z.strictObject({
      kind: z.literal('sphere'),
      poseInBody: poseOfRegion(),
      radiusM: quantity('m').positive().describe('Radius.'),
    }),
  ]);

const poseOfRegion = () => pose().prefault({}).describe('Frame of the region in the frame of the body.');

/** A finite region of a joint on one body: a bounded piece, chosen source faces, or the matching faces near the frame. */
export const jointRegion = () =>
  z.union([
    z.literal('auto'),
    boundedRegion(),
    z.strictObject({
      kind: z.literal('faces'),
      part: z.string().meta({ ref: 'part' }).describe('The part whose faces are meant.'),
      faces: z
        .array(z.int().nonnegative())
        .min(1)
        .describe('Faces of the source, counted as `mechtrial inspect` does.'),
    }),
  ]);

export type BoundedRegion = z.output<ReturnType<typeof boundedRegion>>;
export type JointRegion = z.output<ReturnType<typeof jointRegion>>;

/** A frame given by a point and an axis direction (need not be unit length, must not be zero). */
export const axisFrame = () =>
  z.strictObject({
    originM: quantity3('m').describe('A point on the axis.'),
    axis: vector3()
      .refine((v: Vec3) => Math.hypot(...v) > 1e-9, { error: 'must not have length zero' })
      .default([0, 0, 1])
      .describe('Its direction, of any length.'),
  });

export type AxisFrame = z.output<ReturnType<typeof axisFrame>>;
