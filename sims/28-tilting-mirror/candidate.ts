import type { Candidate, SceneInput } from '../../src/index.js';
import { massOf } from '../modelling/masses.js';
import { inM, poseAt } from '../modelling/poses.js';
import * as model from './model.js';
import { AXIS, feet, HALF, type MirrorDimensions, SOUND, shoulderFace, uprightBack, uprightFace, Z } from './model.js';

const GRAVITY = 9.81;
const SIDES = { left: 1, right: -1 } as const;
const PIVOTS = ['left', 'right'] as const;

/** From the pivot axis to the upper edge [m]. */
export const reachM = (d: MirrorDimensions): number => (HALF.z - d.pivotHeight) / 1000;

/**
 * Returns the tilting mirror: a wooden frame with glass and two steel stubs, between two uprights on an aluminium base with
 * three rubber feet.
 *
 * Each stub turns and slides in its bore (`cylindrical`); what keeps the mirror from going sideways is contact of its
 * shoulders with the uprights, 0.15 mm of play at either. The pivots are at the height of the center of mass, so that the
 * mirror loads its stand alike at every angle.
 */
export function buildCandidate(d: MirrorDimensions = SOUND): Candidate {
  const mirrorParts = [
    { name: 'wooden-frame', geometry: model.frame(d), material: 'beech' },
    { name: 'glass', geometry: model.glass(d), material: 'glass' },
    ...PIVOTS.map((pivot) => ({ name: `${pivot}-stub`, geometry: model.stub(d, SIDES[pivot]), material: 'steel' })),
  ];
  const standParts = [
    { name: 'base', geometry: model.base(d), material: 'aluminium' },
    ...PIVOTS.map((pivot) => ({
      name: `${pivot}-upright`,
      geometry: model.upright(d, SIDES[pivot]),
      material: 'aluminium',
    })),
  ];
  const pads = feet(d).map((at, i) => ({
    name: `foot-${i + 1}`,
    at,
    part: { geometry: model.foot(), material: 'rubber' },
  }));
  const scene: SceneInput = {
    schema: 'mechtrial/scene@1',
    name: 'tilting-mirror',
    notes: 'Push the upper edge towards −x to tilt the mirror back.',
    bodies: [
      { name: 'stand', parts: standParts },
      ...pads.map(({ name, at, part }) => ({ name, parts: [part], poseInWorld: poseAt(...at) })),
      { name: 'mirror', parts: mirrorParts },
    ],
    joints: [
      ...pads.map(({ name, at }) => ({
        kind: 'fixed' as const,
        name: `${name}-glued`,
        bodies: ['stand', name],
        frame: { originM: inM(...at, Z.foot), axis: [0, 0, 1] as const },
      })),
      ...PIVOTS.map((pivot) => ({
        kind: 'cylindrical' as const,
        name: `${pivot}-pivot`,
        bodies: ['stand', 'mirror'],
        collides: true,
        frame: { originM: inM(0, SIDES[pivot] * (uprightFace(d) + 0.4), AXIS), axis: [0, -1, 0] as const },
      })),
    ],
    contact: { shapes: shapesOf(d) },
  };
  const wholeKg = massOf([...mirrorParts, ...standParts, ...pads.map(({ part }) => part)]);
  const declare = (name: string, value: number, basis: string) => ({
    name,
    value,
    source: 'constructor' as const,
    basis,
  });
  return {
    scene,
    declared: [
      declare('reachM', reachM(d), 'from the pivot axis to the upper edge'),
      declare(
        'sidePushN',
        Math.min(3, 0.2 * wholeKg * GRAVITY),
        `a fifth of the weight of ${(1000 * wholeKg).toFixed(0)} g`,
      ),
    ],
  };
}

type Shape = NonNullable<NonNullable<SceneInput['contact']>['shapes']>[number];

/** Feet; the shoulders and the walls of the uprights that they meet; the lower bar of the frame and the base or its ledge. */
function shapesOf(d: MirrorDimensions): Shape[] {
  const boxOf = (body: string, part: string, min: readonly number[], max: readonly number[]): Shape => ({
    kind: 'hull',
    body,
    part,
    region: {
      kind: 'box',
      poseInBody: { positionM: inM((min[0]! + max[0]!) / 2, (min[1]! + max[1]!) / 2, (min[2]! + max[2]!) / 2) },
      sizeM: inM(max[0]! - min[0]!, max[1]! - min[1]!, max[2]! - min[2]!),
    },
  });
  const sides = PIVOTS.flatMap((pivot): Shape[] => {
    const side = SIDES[pivot];
    const across = (a: number, b: number) => [Math.min(side * a, side * b), Math.max(side * a, side * b)] as const;
    const [s0, s1] = across(HALF.y - 1, shoulderFace);
    const [u0, u1] = across(uprightFace(d), uprightBack(d));
    return [
      boxOf('mirror', `${pivot}-stub`, [-8, s0, AXIS - 8], [8, s1, AXIS + 8]),
      boxOf('stand', `${pivot}-upright`, [-9, u0, 50], [9, u1, AXIS + 9]),
    ];
  });
  const bottom = model.lowerEdge(d);
  return [
    ...feet(d).map((_, i): Shape => ({ kind: 'hull', body: `foot-${i + 1}` })),
    ...sides,
    boxOf('stand', 'base', [-100, -110, Z.foot - 0.5], [100, 110, Z.base]),
    ...(d.hasLedge ? [boxOf('stand', 'base', [20, -45, Z.base + 0.5], [40, 45, 50])] : []),
    boxOf('mirror', 'wooden-frame', [-6, -HALF.y - 1, bottom - 1], [6, HALF.y + 1, bottom + 8]),
  ];
}
