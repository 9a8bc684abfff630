import { IDENTITY_POSE, type Pose } from '../../../src/core/vector.js';
import type { SceneIndex, StepView } from '../../../src/signals/index.js';

/** Two bodies beside the world, two joints, one drive, three contact pairs: enough to bind every signal kind. */
export const BODIES = ['world', 'base', 'arm'] as const;

type Writable<T> = { -readonly [K in keyof T]: T[K] };
export type FakeView = Writable<StepView> & { energy: Writable<StepView['energy']> };

/** A view at rest in the initial poses. */
export function fakeView(initial: Partial<Record<string, Pose>> = {}): FakeView {
  const view: FakeView = {
    timeS: 0,
    pose: new Float64Array(7 * BODIES.length),
    velocity: new Float64Array(6 * BODIES.length),
    centerOfMassM: new Float64Array(3 * BODIES.length),
    coordinate: new Float64Array(4),
    coordinateRate: new Float64Array(4),
    jointSeparationM: new Float64Array(2),
    jointActive: new Uint8Array([1, 1]),
    jointReaction: new Float64Array(12),
    driveEffort: new Float64Array(1),
    driveWorkJ: new Float64Array(1),
    contactNormalN: new Float64Array(3),
    contactFrictionN: new Float64Array(3),
    contactForceN: new Float64Array(9),
    contactGapM: new Float64Array(3).fill(Number.POSITIVE_INFINITY),
    contactPointM: new Float64Array(9).fill(Number.NaN),
    energy: { kineticJ: 0, potentialJ: 0, workInJ: 0, dissipatedJ: 0 },
  };
  for (const name of BODIES) place(view, name, initial[name] ?? IDENTITY_POSE);
  return view;
}

/** Moves a body of the view. */
export function place(view: StepView, body: string, pose: Pose): void {
  view.pose.set([...pose.positionM, ...pose.rotation], 7 * BODIES.indexOf(body as (typeof BODIES)[number]));
}

/** What the fake index was asked to register. */
export interface Asked {
  coordinates: Parameters<SceneIndex['coordinate']>[0][];
}

/** Joint 'hinge' has an angle (0), 'sleeve' an angle (1) and a travel (2); free-standing coordinates get index 3. */
export function fakeIndex(initial: Partial<Record<string, Pose>> = {}, asked: Asked = { coordinates: [] }): SceneIndex {
  const joints = ['hinge', 'sleeve'];
  return {
    body: (name) => BODIES.indexOf(name as (typeof BODIES)[number]),
    joint: (name) => joints.indexOf(name),
    drive: () => 0,
    jointCoordinate: (joint, suffix) => (joint === 'hinge' ? 0 : suffix === 'travel' ? 2 : 1),
    jointMotion: (_joint, suffix) => suffix ?? 'angle',
    driveCoordinate: () => 0,
    driveMotion: () => 'angle',
    model: () => 0,
    modelMotions: () => ['angle', 'distance'],
    modelSlot: (_model, coordinate) => coordinate,
    coordinate: (spec) => {
      asked.coordinates.push(spec);
      return 3;
    },
    contactPairs: () => [0, 2],
    initialPose: (body) => initial[body] ?? IDENTITY_POSE,
    jointNames: joints,
    bodyNames: BODIES,
  };
}
