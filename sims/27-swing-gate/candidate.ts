import type { Candidate, SceneInput } from '../../src/index.js';
import { massOf } from '../modelling/masses.js';
import { inM, poseAt } from '../modelling/poses.js';
import * as model from './model.js';
import { eyeEnds, feet, type GateDimensions, type Hinge, hanging, leanOf, REACH, SOUND, Z } from './model.js';

const GRAVITY = 9.81;

/** The hinges that a gate has. */
export const hingesOf = (d: GateDimensions): readonly Hinge[] => (d.hasUpperEye ? ['lower', 'upper'] : ['lower']);

/**
 * Returns the swing gate: a wooden gate with steel eyes on two headed pins, an aluminium frame of base plate and two posts,
 * three rubber feet.
 *
 * The lower eye rests on its bracket and is held down by the head of its pin: it carries the weight and centers, and its
 * pin, 10 mm long, holds no tilt of its own (`spherical`). The upper eye centers along its pin and leaves the weight to the
 * lower one (`cylindrical`). Three feet, so that what each carries follows from statics.
 */
export function buildCandidate(d: GateDimensions = SOUND): Candidate {
  const gateParts = [
    { name: 'lattice', geometry: model.gate(d), material: 'beech' },
    ...hingesOf(d).map((hinge) => ({ name: `${hinge}-eye`, geometry: model.eyePart(hinge), material: 'steel' })),
  ];
  const frameParts = [
    { name: 'base', geometry: model.base(d), material: 'aluminium' },
    { name: 'hinge-post', geometry: model.hingePost(d), material: 'aluminium' },
    { name: 'latch-post', geometry: model.latchPost(), material: 'aluminium' },
  ];
  const pads = feet(d).map((at, i) => ({
    name: `foot-${i + 1}`,
    at,
    part: { geometry: model.foot(), material: 'rubber' },
  }));
  const scene: SceneInput = {
    schema: 'mechtrial/scene@1',
    name: 'swing-gate',
    notes: 'Push the free edge towards +y to open.',
    bodies: [
      { name: 'frame', parts: frameParts },
      ...pads.map(({ name, at, part }) => ({ name, parts: [part], poseInWorld: poseAt(...at) })),
      { name: 'gate', parts: gateParts, poseInWorld: gatePose(d) },
    ],
    joints: [
      ...pads.map(({ name, at }) => ({
        kind: 'fixed' as const,
        name: `${name}-glued`,
        bodies: ['frame', name],
        frame: { originM: inM(...at, Z.foot), axis: [0, 0, 1] as const },
      })),
      ...hingesOf(d).map((hinge) => ({
        kind: hingeKind(d, hinge),
        name: `${hinge}-hinge`,
        bodies: ['frame', 'gate'],
        collides: true,
        regions: [bore(hinge), bore(hinge)],
        frame: { originM: inM(0, 0, (eyeEnds(hinge)[0] + eyeEnds(hinge)[1]) / 2), axis: axisOf(d) },
      })),
    ],
    contact: { shapes: shapesOf(d) },
  };
  const gateKg = massOf(gateParts);
  const wholeKg = gateKg + massOf([...frameParts, ...pads.map(({ part }) => part)]);
  const declare = (name: string, value: number, basis: string) => ({
    name,
    value,
    source: 'constructor' as const,
    basis,
  });
  return {
    scene,
    declared: [
      declare('reachM', REACH / 1000, 'from the hinge axis to the free edge'),
      declare('pressN', Math.min(5, (wholeKg * GRAVITY) / 2), `half the weight of ${(1000 * wholeKg).toFixed(0)} g`),
      declare('liftN', (gateKg * GRAVITY) / 2, `half the weight of the gate, ${(1000 * gateKg).toFixed(0)} g`),
    ],
  };
}

/** A lower eye that is alone holds the gate as its pin lets it, askew. */
const hingeKind = (d: GateDimensions, hinge: Hinge) => {
  if (hinge === 'upper' || !d.hasShoulder) return 'cylindrical' as const;
  return d.hasUpperEye ? ('spherical' as const) : ('revolute' as const);
};

const gatePose = (d: GateDimensions) => {
  const { leanRad } = leanOf(d);
  return {
    positionM: inM(...hanging(d, 0, 0, 0)),
    rotation: [0, Math.sin(leanRad / 2), 0, Math.cos(leanRad / 2)] as const,
  };
};

const axisOf = (d: GateDimensions): readonly [number, number, number] => {
  const { leanRad } = leanOf(d);
  return [Math.sin(leanRad), 0, Math.cos(leanRad)];
};

/** The region of a hinge on either body: pin, thrust face and head on the frame, the eye on the gate. */
const bore = (hinge: Hinge) => ({
  kind: 'box' as const,
  poseInBody: { positionM: inM(0, 0, (eyeEnds(hinge)[0] + eyeEnds(hinge)[1]) / 2) },
  sizeM: inM(12, 12, 10),
});

type Shape = NonNullable<NonNullable<SceneInput['contact']>['shapes']>[number];

/** Feet; what the gate may meet of the frame, base plate and post; its lower rail and the back of its hinge stile. */
function shapesOf(d: GateDimensions): Shape[] {
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
  return [
    ...feet(d).map((_, i): Shape => ({ kind: 'hull', body: `foot-${i + 1}` })),
    boxOf('frame', 'base', [-60, -60, Z.foot - 0.5], [180, 160, Z.base]),
    boxOf('frame', 'hinge-post', [-40, -12, 45], [-13, 12, 82]),
    boxOf('gate', 'lattice', [9, -6, Z.gate - 1], [REACH + 1, 6, Z.gate + 12]),
    boxOf('gate', 'lattice', [-9, -6, 48], [18.5, 14, 82]),
  ];
}
