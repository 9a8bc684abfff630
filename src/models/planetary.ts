import { z } from 'zod';
import type { Issue } from '../core/errors.js';
import { quantity } from '../core/quantity.js';
import { norm, subtract, type Vec3 } from '../core/vector.js';
import { axisFrame, bodyName } from '../scene/index.js';
import { across } from './axes.js';
import { type CoordinateGeometry, defineModel, type ModelCoordinate } from './define.js';
import { efficiency, standsFor } from './fields.js';
import { lossOfEfficiency, meshBehavior } from './row.js';

const fields = z.strictObject({
  frame: axisFrame().describe('Central axis of the set at t = 0.'),
  carrier: bodyName().describe('Body that carries the planets.'),
  sun: z
    .strictObject({
      body: bodyName().describe('The body.'),
      toothCount: z.int().positive().describe('Number of teeth.'),
    })
    .describe('The wheel at the center.'),
  ring: z
    .strictObject({
      body: bodyName().describe('The body.'),
      toothCount: z.int().positive().describe('Number of teeth.'),
    })
    .describe('The wheel around them, with inner teeth.'),
  planets: z
    .array(
      z.strictObject({
        body: bodyName().describe('The body.'),
        toothCount: z.int().positive().describe('Number of teeth.'),
        centerM: axisFrame().shape.originM.describe('A point on its axis in the world at t = 0.'),
      }),
    )
    .default([])
    .describe('Planets that are bodies of their own, each about its own axis through the given point. May be none.'),
  moduleM: quantity('m').positive().describe('Pitch per tooth over π.'),
  backlashM: quantity('m').nonnegative().default(0).describe('Play of every mesh along the pitch circles.'),
  efficiency: efficiency().describe('Efficiency of one mesh, the carrier held.'),
  ...standsFor(),
});

type Spec = z.output<typeof fields>;

/**
 * Speeds of a planetary set with the carrier as reference (Willis): z_s·(ω_s − ω_c) + z_r·(ω_r − ω_c) = 0.
 *
 * @returns ω_s [rad/s] for given ω_r and ω_c
 * @source R. Willis, Principles of Mechanism (1841)
 */
export function sunSpeed(sunTeeth: number, ringTeeth: number, ringSpeed: number, carrierSpeed: number): number {
  return carrierSpeed - (ringTeeth / sunTeeth) * (ringSpeed - carrierSpeed);
}

function coordinatesOf(spec: Spec): readonly ModelCoordinate[] {
  const about = (body: string, originM: Vec3): ModelCoordinate => ({
    motion: 'angle',
    body,
    reference: spec.carrier,
    originM,
    axis: spec.frame.axis,
  });
  return [
    about(spec.sun.body, spec.frame.originM),
    about(spec.ring.body, spec.frame.originM),
    ...spec.planets.map(({ body, centerM }) => about(body, centerM)),
  ];
}

/**
 * Planetary set on a moving carrier: sun, ring, and planets where they are bodies. All angles are taken relative to the
 * carrier, so that it feels its share.
 *
 *   without planets:   r_s·q_s + r_r·q_r = 0
 *   each planet:       r_s·q_s + r_p·q_p = 0    r_r·q_r − r_p·q_p = 0      r = m·z/2,  λ = tooth force [N]
 *
 * With several planets one mesh each is rigid and redundant in pairs: the solver shares the load evenly.
 *
 * @limits the bearing forces of the planets are those of torques on the carrier
 * @source R. Willis, Principles of Mechanism (1841)
 */
export const planetary = defineModel({
  kind: 'planetary',
  fields,
  coordinates: coordinatesOf,
  rows: (spec) => {
    const radius = (toothCount: number): number => (spec.moduleM * toothCount) / 2;
    const [rs, rr] = [radius(spec.sun.toothCount), radius(spec.ring.toothCount)];
    const behavior = meshBehavior(spec.backlashM);
    const row = (first: number, second: number, rFirst: number, rSecond: number) => ({
      terms: [
        { coordinate: first, factor: rFirst },
        { coordinate: second, factor: rSecond },
      ],
      behavior,
      loss: lossOfEfficiency(spec.efficiency, 0),
    });
    if (spec.planets.length === 0) return [row(0, 1, rs, rr)];
    return spec.planets.flatMap(({ toothCount }, i) => {
      const rp = radius(toothCount);
      return [row(0, 2 + i, rs, rp), row(1, 2 + i, rr, -rp)];
    });
  },
  issues: (spec, geometry) => planetaryIssues(spec, geometry),
});

/** Tooth counts that fit each other (z_r = z_s + 2·z_p) and planets that stand where they mesh. */
function planetaryIssues(spec: Spec, geometry: readonly CoordinateGeometry[]): readonly Issue[] {
  const issues: Issue[] = [];
  const axis = geometry[0]!.axis;
  for (const [i, { toothCount, centerM }] of spec.planets.entries()) {
    if (spec.ring.toothCount !== spec.sun.toothCount + 2 * toothCount) {
      const message = `${spec.ring.toothCount} ring teeth ≠ ${spec.sun.toothCount} + 2·${toothCount}`;
      const fix = 'A planet fits between sun and ring when ring = sun + 2·planet.';
      issues.push({ code: 'planet_does_not_fit', path: ['planets', i, 'toothCount'], message, fix });
    }
    const distance = norm(across(subtract(centerM, spec.frame.originM), axis));
    const nominal = (spec.moduleM * (spec.sun.toothCount + toothCount)) / 2;
    if (Math.abs(distance - nominal) > spec.moduleM) {
      const message = `is ${(distance * 1e3).toFixed(2)} mm off the central axis; the mesh needs ${(nominal * 1e3).toFixed(2)} mm`;
      const fix = 'Place the planet at moduleM·(sun + planet)/2 from the central axis.';
      issues.push({ code: 'planet_out_of_mesh', path: ['planets', i, 'centerM'], message, fix });
    }
  }
  return issues;
}
