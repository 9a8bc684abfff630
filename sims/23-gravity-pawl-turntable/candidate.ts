import type { Candidate, SceneInput } from '../../src/index.js';
import { inM } from '../modelling/poses.js';
import * as model from './model.js';
import { PIVOT, RADII, SOUND, STOP_RADIUS, STOPS, TIP, TOOTH_COUNT, type TurntableDimensions, Z } from './model.js';

type Shape = NonNullable<NonNullable<SceneInput['contact']>['shapes']>[number];
type Quaternion = readonly [number, number, number, number];

/** The plane of the ratchet stands upright: its x stays, its y is up, its z is −y of the world. */
const UPRIGHT: Quaternion = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];

/** A point of the ratchet's plane in the world [m]. */
export const inWorldM = (x: number, y: number, z: number) => inM(x, -z, y);

/** Tip of the pawl as delivered, in the ratchet's plane. */
export function tipAt(d: TurntableDimensions): readonly [number, number] {
  const [c, s] = [Math.cos(d.startLiftRad), -Math.sin(d.startLiftRad)];
  const [dx, dy] = [TIP[0] - PIVOT[0], TIP[1] + d.tipShort - PIVOT[1]];
  return [PIVOT[0] + c * dx - s * dy, PIVOT[1] + s * dx + c * dy];
}

/**
 * Returns the turntable: a table with a ratchet on a horizontal shaft, and a pawl that nothing but its weight brings down. Pawl,
 * teeth and the two stops of the pawl work by contact; the bearing of the table drags with 5 N·mm.
 */
export function buildCandidate(d: TurntableDimensions = SOUND): Candidate {
  const scene: SceneInput = {
    schema: 'mechtrial/scene@1',
    name: 'gravity-pawl-turntable',
    notes: 'Turn the table counter-clockwise, seen from the front; the pawl lifts and drops once per tooth.',
    bodies: [
      {
        name: 'base',
        isGround: true,
        parts: [{ geometry: model.base(d), material: 'steel' }],
        poseInWorld: { positionM: [0, 0, 0], rotation: UPRIGHT },
      },
      {
        name: 'table',
        parts: [
          { name: 'ratchet', geometry: model.ratchet(d), material: 'steel' },
          { name: 'disc', geometry: model.table(), material: 'steel' },
        ],
        poseInWorld: { positionM: [0, 0, 0], rotation: UPRIGHT },
      },
      {
        name: 'pawl',
        parts: [{ geometry: model.pawl(d), material: 'steel' }],
        poseInWorld: liftedPose(d.startLiftRad),
      },
    ],
    joints: [
      {
        kind: 'revolute',
        name: 'shaft',
        bodies: ['base', 'table'],
        frame: { originM: [0, 0, 0], axis: [0, -1, 0] },
      },
      {
        kind: 'revolute',
        name: 'pawl-pivot',
        bodies: ['base', 'pawl'],
        frame: { originM: inWorldM(...PIVOT, 0), axis: [0, -1, 0] },
        collides: true,
      },
    ],
    models: [
      {
        kind: 'steady-rotary-brake',
        name: 'bearing-drag',
        on: { joint: 'shaft' },
        torqueNm: 0.005,
        standsFor: [{ body: 'table', note: 'felt washer of the shaft' }],
      },
    ],
    contact: {
      shapes: [
        { kind: 'source', body: 'table', part: 'ratchet' },
        rod('table', [0, 0], (Z.rim[0] + Z.rim[1]) / 2 + 0.05, RADII.rim, Z.rim[1] - Z.rim[0] - 0.1),
        ...STOPS.map((at) => rod('base', at, 0, STOP_RADIUS, 7)),
        piece(d, -1, 10),
        piece(d, 22, 38),
      ],
    },
  };
  return {
    scene,
    declared: [
      { name: 'toothCount', value: TOOTH_COUNT, source: 'geometry', basis: 'teeth of the ratchet' },
      {
        name: 'liftM',
        value: (RADII.tip - TIP[1]) / 1000,
        source: 'geometry',
        basis: 'tip circle to the tip of the pawl as it rests in a tooth space',
      },
    ],
  };
}

/** The plane turned upright about the origin, and the pawl turned about its pivot by its lift (clockwise). */
function liftedPose(liftRad: number) {
  const [c, s] = [Math.cos(liftRad / 2), -Math.sin(liftRad / 2)];
  const [x, y] = PIVOT;
  const [cos, sin] = [Math.cos(liftRad), -Math.sin(liftRad)];
  const moved = inWorldM(x - (cos * x - sin * y), y - (sin * x + cos * y), 0);
  // Turn in the plane first, then upright: q = UPRIGHT · (0, 0, s, c).
  const h = Math.SQRT1_2;
  return { positionM: moved, rotation: [h * c, -h * s, h * s, h * c] as const };
}

/** A cylinder along z of the plane. */
const rod = (body: string, [x, y]: readonly [number, number], z: number, radius: number, length: number): Shape => ({
  kind: 'cylinder',
  body,
  poseInBody: { positionM: inM(x, y, z) },
  radiusM: radius / 1000,
  lengthM: length / 1000,
});

/** The pawl between two distances from the axis of the table: its beak, and where the stops meet it. */
const piece = (d: TurntableDimensions, from: number, to: number): Shape => ({
  kind: 'hull',
  body: 'pawl',
  region: {
    kind: 'box',
    poseInBody: { positionM: inM((from + to) / 2, 53, 2) },
    sizeM: inM(to - from, 16, 2 * d.pawlReach + 14),
  },
});
