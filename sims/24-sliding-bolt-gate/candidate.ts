import type { Candidate, SceneInput } from '../../src/index.js';
import { inM } from '../modelling/poses.js';
import * as model from './model.js';
import {
  BOLT,
  DETENT_PITCH,
  EDGE,
  GATE,
  type GateDimensions,
  KEEPER_DEPTH,
  PLATE_TOP,
  POST_FACE,
  SOUND,
  WINDOW_Z,
} from './model.js';

type Shape = NonNullable<NonNullable<SceneInput['contact']>['shapes']>[number];
type Joint = NonNullable<SceneInput['joints']>[number];
type Corner = readonly [number, number, number];

/** Turns z to x. */
const ALONG_X = [0, Math.SQRT1_2, 0, Math.SQRT1_2] as const;

/**
 * Returns the gate: a wooden gate on two hinge pins, a steel bolt that slides in two lugs on its front, and the keeper on the
 * lock post. Window, collar and lug work by contact; withdrawing is the positive direction of the bolt.
 */
export function buildCandidate(d: GateDimensions = SOUND): Candidate {
  const detent =
    d.detentN === 0
      ? []
      : [
          {
            kind: 'linear-detent' as const,
            name: 'bolt-detent',
            on: { joint: 'bolt-guide' },
            peakForceN: d.detentN,
            pitchM: DETENT_PITCH / 1000,
            notchWidthM: 0.006,
            standsFor: [{ body: 'gate', note: 'ball and spring in the back lug, two notches in the bolt' }],
          },
        ];
  const scene: SceneInput = {
    schema: 'mechtrial/scene@1',
    name: 'sliding-bolt-gate',
    notes: 'Draw the bolt by 16 mm, swing the gate open towards the bolt, swing it shut, push the bolt in.',
    bodies: [
      {
        name: 'frame',
        isGround: true,
        parts: [
          { name: 'posts', geometry: model.posts(d), material: 'steel' },
          { name: 'keeper', geometry: model.keeper(d), material: 'steel' },
        ],
      },
      {
        name: 'gate',
        parts: [
          { name: 'leaf', geometry: model.gate(d), material: 'beech' },
          { name: 'lugs', geometry: model.guide(d), material: 'steel' },
        ],
      },
      { name: 'bolt', parts: [{ name: 'bolt', geometry: model.bolt(), material: 'steel' }] },
    ],
    joints: [hinge(d), BOLT_GUIDE],
    models: detent,
    contact: { shapes: [...keeperWalls(d), PLATE, ...stop(d), ...BOLT_SHAPES, BOTTOM_CORNER] },
  };
  return {
    scene,
    declared: [
      {
        name: 'gateWidthM',
        value: EDGE / 1000,
        source: 'constructor',
        basis: 'hinge axis to the free edge of the gate',
      },
    ],
  };
}

/** Both pins, or the lower one alone: it does not keep the gate from turning in its own plane. */
function hinge(d: GateDimensions): Joint {
  const common = { name: 'hinge', bodies: ['frame', 'gate'] };
  if (d.hinges === 'both') return { ...common, kind: 'revolute', frame: { originM: [0, 0, 0], axis: [0, 0, 1] } };
  const pin = {
    kind: 'cylinder' as const,
    poseInBody: { positionM: inM(0, 0, -26) },
    radiusM: 0.0032,
    lengthM: 0.015,
  };
  const frame = { originM: inM(0, 0, -26), axis: [0, 0, 1] as const };
  return { ...common, kind: 'universal', frame, regions: [pin, pin] };
}

const BOLT_GUIDE: Joint = {
  kind: 'prismatic',
  name: 'bolt-guide',
  bodies: ['gate', 'bolt'],
  frame: { originM: inM(164, BOLT.y, 0), axis: [-1, 0, 0] },
  regions: [
    { kind: 'box', poseInBody: { positionM: inM(164, BOLT.y, 0) }, sizeM: inM(52, 16, 24) },
    {
      kind: 'cylinder',
      poseInBody: { positionM: inM((BOLT.start + BOLT.tip) / 2, BOLT.y, 0), rotation: ALONG_X },
      radiusM: BOLT.radius / 1000,
      lengthM: (BOLT.tip - BOLT.start) / 1000,
    },
  ],
  collides: true,
};

const boxOf = (body: string, min: Corner, max: Corner, part?: string): Shape => ({
  kind: 'hull',
  body,
  ...(part === undefined ? {} : { part }),
  region: {
    kind: 'box',
    poseInBody: { positionM: inM((min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2) },
    sizeM: inM(max[0] - min[0], max[1] - min[1], max[2] - min[2]),
  },
});

/** Both sides of the window, and its sill. */
function keeperWalls(d: GateDimensions): Shape[] {
  const [low, high] = [BOLT.y - d.windowHalf, BOLT.y + d.windowHalf];
  const [x0, x1] = [POST_FACE - 1, POST_FACE + KEEPER_DEPTH + 1];
  return [
    boxOf('frame', [x0, low - 20, -5], [x1, low, 5], 'keeper'),
    boxOf('frame', [x0, high, -5], [x1, high + 20, 5], 'keeper'),
    boxOf('frame', [x0, low, -20], [x1, high, -WINDOW_Z], 'keeper'),
  ];
}

/** The base plate, and the lower corner of the gate that would come down on it. */
const PLATE: Shape = {
  kind: 'box',
  body: 'frame',
  poseInBody: { positionM: inM(97, 93, PLATE_TOP - 4) },
  sizeM: inM(286, 258, 8),
};
const BOTTOM_CORNER = boxOf('gate', [EDGE - 20, -7, -GATE.half - 1], [EDGE + 1, 7, -GATE.half + 10], 'leaf');

/** The strip of the back lug above the bore, where the collar ends the withdrawal. */
const stop = (d: GateDimensions): Shape[] =>
  d.openGuide ? [] : [boxOf('gate', [137, 8, BOLT.radius + 0.4], [d.stopFace, 20, 11], 'lugs')];

const BOLT_SHAPES: readonly Shape[] = [
  {
    kind: 'cylinder',
    body: 'bolt',
    poseInBody: { positionM: inM(BOLT.tip - 9, BOLT.y, 0), rotation: ALONG_X },
    radiusM: BOLT.radius / 1000,
    lengthM: 0.018,
  },
  boxOf('bolt', [BOLT.collar[0], BOLT.y - 5, 6.5], [BOLT.collar[1], BOLT.y + 5, 10]),
];
