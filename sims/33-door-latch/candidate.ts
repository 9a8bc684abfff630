import type { Candidate, SceneInput } from '../../src/index.js';
import { inM, poseAt } from '../modelling/poses.js';
import * as model from './model.js';
import {
  CAM,
  EDGE,
  HINGE,
  type LatchDimensions,
  NOSE,
  SOUND,
  SPINDLE_X,
  STRIKE_FACE,
  THROW,
  tailFace,
} from './model.js';

type Shape = NonNullable<NonNullable<SceneInput['contact']>['shapes']>[number];

/**
 * Returns the lock: a section of a door on its post, a latch that slides in the edge of the leaf under a spring, a handle
 * whose cam draws it back, and the jamb with the strike. Strike, cam and the faceplate that ends the way of the nose work
 * by contact.
 */
export function buildCandidate(d: LatchDimensions = SOUND): Candidate {
  const scene: SceneInput = {
    schema: 'mechtrial/scene@1',
    name: 'door-latch',
    notes:
      'Turn the handle by −70°, pull the door open, let the handle go, push the door shut: the nose snaps in by itself.',
    bodies: [
      {
        name: 'frame',
        isGround: true,
        parts: [
          { name: 'post', geometry: model.post(), material: 'steel' },
          { name: 'strike', geometry: model.strike(d), material: 'steel' },
        ],
      },
      { name: 'door', parts: [{ name: 'leaf', geometry: model.leaf(d), material: 'beech' }] },
      {
        name: 'latch',
        parts: [{ geometry: model.latch(d), material: 'steel' }],
        poseInWorld: poseAt(-d.startRetraction, 0),
      },
      { name: 'handle', parts: [{ geometry: model.handle(), material: 'zinc' }], poseInWorld: poseAt(SPINDLE_X, 0) },
    ],
    joints: [
      {
        kind: 'revolute',
        name: 'hinge',
        bodies: ['frame', 'door'],
        frame: { originM: inM(...HINGE, 0), axis: [0, 0, 1] },
      },
      {
        kind: 'prismatic',
        name: 'guide',
        bodies: ['door', 'latch'],
        frame: { originM: inM(EDGE - 8, 14.5, 0), axis: [1, 0, 0] },
        frictionForceN: d.guideFrictionN,
        collides: true,
      },
      {
        kind: 'revolute',
        name: 'spindle',
        bodies: ['door', 'handle'],
        frame: { originM: inM(SPINDLE_X, 15, 0), axis: [0, -1, 0] },
      },
    ],
    models: [
      {
        kind: 'travel-spring',
        name: 'latch-spring',
        on: { joint: 'guide' },
        stiffnessNPerM: d.spring.stiffnessNPerMm * 1000,
        preloadN: d.spring.preloadN + d.spring.stiffnessNPerMm * d.startRetraction,
        dampingNSPerM: 5,
        standsFor: [{ body: 'latch', note: 'compression spring between the flange and the end of the mortise' }],
      },
      {
        kind: 'torsion-spring',
        name: 'handle-spring',
        on: { joint: 'spindle' },
        stiffnessNmPerRad: 0.5,
        dampingNmSPerRad: 0.02,
        standsFor: [{ body: 'handle', note: 'leg spring around the spindle, unloaded at rest' }],
      },
      {
        kind: 'rotary-damper',
        name: 'hinge-damper',
        on: { joint: 'hinge' },
        dampingNmSPerRad: 0.5,
        standsFor: [{ body: 'door', note: 'grease in the hinge' }],
      },
    ],
    contact: { shapes: [...strikeLips(d), FACEPLATE, ...noseShapes(d), flange, tail(d), CAM_PIN] },
  };
  return { scene };
}

/** A box of source material: from one corner to the other [mm]. */
function boxOf(body: string, part: string | null, min: readonly number[], max: readonly number[]): Shape {
  const middle = (i: number) => (min[i]! + max[i]!) / 2;
  const size = (i: number) => max[i]! - min[i]!;
  return {
    kind: 'hull',
    body,
    ...(part === null ? {} : { part }),
    region: {
      kind: 'box',
      poseInBody: { positionM: inM(middle(0), middle(1), middle(2)) },
      sizeM: inM(size(0), size(1), size(2)),
    },
  };
}

/** The two lips of the strike, up and down as far as its opening. */
const strikeLips = (d: LatchDimensions): Shape[] => [
  boxOf('frame', 'strike', [STRIKE_FACE - 1, d.openingEnd, -11], [STRIKE_FACE + 14, 43, 11]),
  boxOf('frame', 'strike', [STRIKE_FACE - 1, -13, -11], [STRIKE_FACE + 14, NOSE.y[0] - 0.6, 11]),
];

/** The strip of the front wall above its hole, where the flange of the latch comes to rest. */
const FACEPLATE = boxOf('door', 'leaf', [NOSE.flange[1], 10, NOSE.z + 0.2], [NOSE.flange[1] + 4, 19, 13]);
const flange = boxOf('latch', null, [NOSE.flange[0], 9, 8.5], [NOSE.flange[1], 20, NOSE.flangeZ]);

/** The nose; where its bevel ends in a step, one piece on either side of it. */
function noseShapes(d: LatchDimensions): Shape[] {
  const piece = (from: number, to: number) => boxOf('latch', null, [from, NOSE.y[0] - 1, -9], [to, NOSE.y[1] + 1, 9]);
  const [start, tip] = [NOSE.flange[1] + 0.1, EDGE + THROW + 1];
  if (d.bevelEnd >= THROW) return [piece(start, tip)];
  return [piece(start, EDGE + d.bevelEnd), piece(EDGE + d.bevelEnd, tip)];
}

const tail = (d: LatchDimensions): Shape =>
  boxOf('latch', null, [tailFace(d) - 9, 9, -17.5], [tailFace(d) + 0.1, 21, 2]);

const CAM_PIN: Shape = {
  kind: 'cylinder',
  body: 'handle',
  poseInBody: {
    positionM: inM(0, (CAM.y[0] + CAM.y[1]) / 2, -CAM.arm),
    rotation: [-Math.SQRT1_2, 0, 0, Math.SQRT1_2],
  },
  radiusM: CAM.radius / 1000,
  lengthM: (CAM.y[1] - CAM.y[0]) / 1000,
};
