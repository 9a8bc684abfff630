import { z } from 'zod';
import { quantity } from '../core/quantity.js';
import { frameFromAxis, rotate, type Vec3 } from '../core/vector.js';
import { axisFrame, bodyName } from '../scene/index.js';
import { defineModel, type ModelCoordinate, type ModelRow } from './define.js';
import { standsFor } from './fields.js';

const perLength = () => quantity('N/m').nonnegative().default(0);
const perAngle = () => quantity('N·m/rad').nonnegative().default(0);

const fields = z.strictObject({
  body: bodyName().describe('The body that is held.'),
  reference: bodyName().default('world').describe('The body that holds it.'),
  frame: axisFrame().describe('Its place and axis z in the world at t = 0, unloaded there.'),
  axialStiffnessNPerM: perLength().describe('Stiffness along z; a direction without stiffness is free.'),
  radialStiffnessNPerM: perLength().describe('Stiffness across z, in every direction.'),
  torsionStiffnessNmPerRad: perAngle().describe('Stiffness about z.'),
  bendingStiffnessNmPerRad: perAngle().describe('Stiffness about every axis across z.'),
  relaxationS: quantity('s')
    .nonnegative()
    .default(0)
    .describe(
      'Damping over stiffness in every direction [s]: the time constant of its return when nothing else resists.',
    ),
  largestTiltRad: quantity('rad').positive().max(1).default(0.5).describe('Tilt up to which the law is used.'),
  ...standsFor(),
});

type Spec = z.output<typeof fields>;

interface Direction {
  readonly motion: 'travel' | 'angle';
  readonly axis: Vec3;
  readonly stiffness: number;
  readonly isBending: boolean;
}

/** z, x, y of the frame, and the stiffness along (first three) and about (last three) each. */
function directions(spec: Spec): readonly Direction[] {
  const { rotation } = frameFromAxis(spec.frame.originM, spec.frame.axis);
  const axes: readonly Vec3[] = [
    [0, 0, 1],
    [1, 0, 0],
    [0, 1, 0],
  ];
  const [z, x, y] = axes.map((axis) => rotate(rotation, axis)) as [Vec3, Vec3, Vec3];
  const along = (axis: Vec3, stiffness: number): Direction => ({ motion: 'travel', axis, stiffness, isBending: false });
  const about = (axis: Vec3, stiffness: number, isBending: boolean): Direction => ({
    motion: 'angle',
    axis,
    stiffness,
    isBending,
  });
  return [
    along(z, spec.axialStiffnessNPerM),
    along(x, spec.radialStiffnessNPerM),
    along(y, spec.radialStiffnessNPerM),
    about(z, spec.torsionStiffnessNmPerRad, false),
    about(x, spec.bendingStiffnessNmPerRad, true),
    about(y, spec.bendingStiffnessNmPerRad, true),
  ].filter(({ stiffness }) => stiffness > 0);
}

const coordinateOf = (spec: Spec, motion: 'travel' | 'angle', axis: Vec3): ModelCoordinate => ({
  motion,
  body: spec.body,
  reference: spec.reference,
  originM: spec.frame.originM,
  axis,
});

/**
 * Stiffnesses of the directions in use, kept with the record: the law is called at every sub-step.
 */
const STIFFNESSES = new WeakMap<object, readonly number[]>();

function stiffnesses(spec: Spec): readonly number[] {
  let known = STIFFNESSES.get(spec);
  if (known === undefined) {
    known = directions(spec).map(({ stiffness }) => stiffness);
    STIFFNESSES.set(spec, known);
  }
  return known;
}

/**
 * Elastic joint: a bushing, a flexure, a bending leaf, as up to six springs along and about the axes of a frame.
 *
 *   effort_i = −k_i·q_i − c_i·q̇_i,  c_i = k_i·τ          V = Σ ½k_i·q_i²
 *
 * q: travel of the body's point along, and turn about, axes of the reference; both 0 at t = 0.
 *
 * @limits small tilts (≤ 0.5 rad): the angles are those of projections; directions do not couple, so that the middle of a
 *         bending leaf, where force and tilt do not mix, is the place for the frame
 * @source stiffness matrix, diagonal at the elastic centre
 */
export const elasticJoint = defineModel({
  kind: 'elastic-joint',
  fields,
  coordinates: (spec) => directions(spec).map(({ motion, axis }) => coordinateOf(spec, motion, axis)),
  isConservative: true,
  effort: (spec, q, _qd, effort) => {
    const k = stiffnesses(spec);
    for (let i = 0; i < k.length; i++) effort[i] = -k[i]! * q[i]!;
  },
  energy: (spec, q) => {
    const k = stiffnesses(spec);
    let sum = 0;
    for (let i = 0; i < k.length; i++) sum += 0.5 * k[i]! * q[i]! * q[i]!;
    return sum;
  },
  tangent: (spec, _q, stiffness) => {
    const k = stiffnesses(spec);
    for (let i = 0; i < k.length; i++) stiffness[i] = k[i]!;
  },
  rows: (spec): readonly ModelRow[] => {
    if (spec.relaxationS === 0) return [];
    return stiffnesses(spec).map((k, coordinate) => ({
      terms: [{ coordinate, factor: 1 }],
      behavior: { kind: 'damping', linear: k * spec.relaxationS, quadratic: 0 },
    }));
  },
  range: (spec) =>
    directions(spec)
      .filter(({ isBending }) => isBending)
      .map(({ axis }) => ({
        coordinate: coordinateOf(spec, 'angle', axis),
        lower: -spec.largestTiltRad,
        upper: spec.largestTiltRad,
        meaning: 'the elastic joint is bent beyond what its law holds for',
        stopsActing: false,
      })),
  issues: (spec) => {
    if (directions(spec).length > 0) return [];
    const fix = 'Give at least one of axial, radial, torsion and bending stiffness.';
    return [{ code: 'no_stiffness', path: [], message: 'has no stiffness in any direction', fix }];
  },
});
