/**
 * The single-body cases of Project Chrono's joint tests: one body of 1 kg at rest, on ground, g = 9.80665 m/s² along −z.
 * Tolerances are Chrono's (root mean square of the worst column).
 *
 * Source: `test/fixtures/adams/SOURCE.md`.
 */
import { type Quat, quatFromAxisAngle, type Vec3 } from '../../src/core/vector.js';

/** What holds the body. Points and axes in the world at the start. */
export type Mount =
  | {
      readonly kind: 'revolute' | 'spherical' | 'cylindrical' | 'prismatic';
      readonly pointM: Vec3;
      readonly axis: Vec3;
    }
  | { readonly kind: 'universal'; readonly pointM: Vec3; readonly groundAxis: Vec3; readonly bodyAxis: Vec3 }
  | { readonly kind: 'distance'; readonly groundM: Vec3; readonly pointM: Vec3 }
  /** Massless link: revolute to ground, ball to the body. */
  | { readonly kind: 'link'; readonly groundM: Vec3; readonly pointM: Vec3; readonly axis: Vec3 }
  /** Force on the body along the line from the ground point: law(length, rate) [N]. */
  | {
      readonly kind: 'spring';
      readonly groundM: Vec3;
      readonly pointM: Vec3;
      readonly law: (lengthM: number, rateMPerS: number) => number;
      readonly stiffnessNPerM: (lengthM: number) => number;
    };

export interface AdamsCase {
  readonly name: string;
  readonly centerM: Vec3;
  readonly rotation: Quat;
  readonly inertiaKgM2: Vec3;
  readonly speedMPerS?: Vec3;
  readonly mount: Mount;
  /** Torque on the joint angle: law(angle, rate) [N·m], and its stiffness [N·m/rad]. */
  readonly torqueLaw?: (angleRad: number, rateRadPerS: number) => number;
  readonly stiffnessNmPerRad?: number;
  /** Imposed speed along the prismatic axis [m/s]. */
  readonly imposedMPerS?: number;
  /** By quantity; `Energy` [J] and `Constraint` [m, rad] beside those of the files. */
  readonly tolerance: Readonly<Record<string, number>>;
}

const NAMES = ['Pos', 'Vel', 'Acc', 'Quat', 'Avel', 'Aacc', 'Rforce', 'Rtorque', 'Energy', 'Constraint'] as const;
const tolerances = (...values: readonly number[]): Record<string, number> =>
  Object.fromEntries(values.map((value, i) => [NAMES[i]!, value]));

const ROD: Vec3 = [0.04, 0.1, 0.1];
const X: Vec3 = [1, 0, 0];
const Y: Vec3 = [0, 1, 0];
const Z: Vec3 = [0, 0, 1];
const O: Vec3 = [0, 0, 0];
const IDENTITY: Quat = [0, 0, 0, 1];
const turned = (axis: Vec3, degrees: number): Quat => quatFromAxisAngle(axis, (degrees * Math.PI) / 180);

const REVOLUTE = tolerances(1e-3, 1e-4, 2e-2, 1e-3, 1e-2, 1e-2, 2e-2, 1e-2, 1e-2, 1e-5);
const SPHERICAL = tolerances(2e-3, 1e-3, 2e-2, 1e-3, 2e-2, 2e-2, 2e-2, 1e-6, 1e-2, 1e-5);
const CYLINDRICAL = tolerances(1e-2, 1e-4, 2e-2, 1e-3, 2e-2, 2e-2, 2e-2, 1e-6, 1e-1, 1e-5);
const PRISMATIC = tolerances(1e-2, 1e-4, 2e-2, 1e-3, 2e-2, 2e-2, 1e-6, 1e-6, 1e-1, 1e-5);
const UNIVERSAL = tolerances(2e-3, 2e-3, 2e-2, 1e-3, 2e-2, 2e-2, 2e-2, 1e-6, 1e-2, 1e-5);
const DISTANCE = tolerances(1e-3, 1e-4, 2e-2, 1e-3, 1e-2, 1e-1, 2e-2, 1e-10, 1e-2, 1e-5);
const DISTANCE_02 = tolerances(1e-3, 2e-3, 2, 4e-3, 2e-2, 20, 1e-1, 1e-10, 1e-2, 1e-5);
const SPRING = tolerances(1e-3, 3e-4, 2e-2, 1e-10, 1e-10, 1e-10, 5e-3);
const SPRING_CALLBACK = tolerances(1e-4, 5e-5, 5e-4, 1e-10, 1e-10, 1e-10, 5e-4);
const SPRING_CALLBACK_03 = tolerances(1e-4, 5e-4, 1e-3, 5e-5, 5e-3, 5e-2, 5e-3);
const ROTATIONAL = { ...tolerances(1e-3, 5e-4, 2e-2, 1e-3, 1e-3, 5e-3, 5e-3, 1e-2), Constraint: 1e-5 };
const ACTUATOR = {
  ...tolerances(2e-3, 1e-3, 2e-2, 1e-3, 2e-2, 2e-2),
  RforceP: 2e-2,
  RtorqueP: 1e-10,
  RforceA: 5e-1,
  Constraint: 1e-5,
};
/**
 * Position, velocity, attitude and force: 1.5 times the error (worst column) that an RK4 of 1 ms makes against ADAMS, the
 * rest Chrono's. ADAMS itself is right to 5e-6 m here: test/validation/references.test.ts.
 */
const link = (pos: number, vel: number, quat: number, force: number, avel: number) => ({
  Pos: 1.5 * pos,
  Vel: 1.5 * vel,
  Acc: 1e-1,
  Quat: 1.5 * quat,
  Avel: avel,
  Aacc: 5e-1,
  Rforce_Body1: 1.5 * force,
  Rforce_Body2: 1.5 * force,
  Rtorque_Body1: 5e-1,
  Energy: 1e-2,
  Constraint: 1e-5,
});

const softSpring = (length: number, rate: number): number => -10 * length - 0.5 * rate;
const stiffSpring = (length: number, rate: number): number => -100 * (length - 2) - 5 * rate;
const hardeningSpring = (length: number, rate: number): number => {
  const x = length - 2;
  return -50 * x - 10 * Math.abs(x) * x - 5 * rate;
};

const rod = { rotation: IDENTITY, inertiaKgM2: ROD } as const;

export const ADAMS_CASES: readonly AdamsCase[] = [
  {
    name: 'Revolute_Case01',
    centerM: [2, 0, 0],
    rotation: turned(X, -90),
    inertiaKgM2: ROD,
    mount: { kind: 'revolute', pointM: O, axis: Y },
    tolerance: REVOLUTE,
  },
  {
    ...rod,
    name: 'Spherical_Case01',
    centerM: [2, 0, 0],
    mount: { kind: 'spherical', pointM: O, axis: Z },
    tolerance: SPHERICAL,
  },
  {
    name: 'Spherical_Case02',
    centerM: [3, 2, 3],
    rotation: turned(X, -45),
    inertiaKgM2: ROD,
    mount: { kind: 'spherical', pointM: [1, 2, 3], axis: Z },
    tolerance: SPHERICAL,
  },
  {
    ...rod,
    name: 'Cylindrical_Case01',
    centerM: [2, 0, 0],
    mount: { kind: 'cylindrical', pointM: O, axis: Z },
    tolerance: CYLINDRICAL,
  },
  {
    name: 'Cylindrical_Case02',
    centerM: [2, 0, 0],
    rotation: turned(X, -90),
    inertiaKgM2: ROD,
    mount: { kind: 'cylindrical', pointM: O, axis: Y },
    tolerance: { ...CYLINDRICAL, Energy: 1e-2 },
  },
  {
    ...rod,
    name: 'Prismatic_Case01',
    centerM: [2, 0, 0],
    mount: { kind: 'prismatic', pointM: O, axis: Z },
    tolerance: PRISMATIC,
  },
  {
    name: 'Prismatic_Case03',
    centerM: [3, 2, 3],
    rotation: turned(X, -90),
    inertiaKgM2: ROD,
    mount: { kind: 'prismatic', pointM: [1, 2, 3], axis: Y },
    tolerance: { ...PRISMATIC, Pos: 1e-5, Rforce: 2e-2, Rtorque: 1e-3, Energy: 1e-2 },
  },
  {
    name: 'Universal_Case01',
    centerM: [0, 2, 0],
    rotation: turned(X, 90),
    inertiaKgM2: [0.1, 0.1, 0.04],
    mount: { kind: 'universal', pointM: O, groundAxis: X, bodyAxis: Z },
    tolerance: UNIVERSAL,
  },
  {
    name: 'Universal_Case02',
    centerM: [-2, 0, 0],
    rotation: turned(Y, 90),
    inertiaKgM2: [0.1, 0.1, 0.04],
    mount: { kind: 'universal', pointM: O, groundAxis: [0, 0, -1], bodyAxis: Y },
    tolerance: UNIVERSAL,
  },
  {
    ...rod,
    name: 'Distance_Case01',
    centerM: [0, 2, 0],
    mount: { kind: 'distance', groundM: O, pointM: [0, 2, 0] },
    tolerance: DISTANCE,
  },
  {
    ...rod,
    name: 'Distance_Case02',
    centerM: [-1, 4, 3],
    mount: { kind: 'distance', groundM: [1, 2, 3], pointM: [1, 4, 3] },
    tolerance: DISTANCE_02,
  },
  {
    name: 'Distance_Case03',
    centerM: [0, 4, 0],
    rotation: turned(Z, -90),
    inertiaKgM2: ROD,
    mount: { kind: 'distance', groundM: O, pointM: [0, 2, 0] },
    tolerance: DISTANCE,
  },
  {
    name: 'RevSpherical_Case01',
    centerM: [2, 2, 0],
    rotation: IDENTITY,
    inertiaKgM2: [0.1, 0.04, 0.1],
    mount: { kind: 'link', groundM: O, pointM: [2, 0, 0], axis: Z },
    tolerance: link(1.248e-4, 5.404e-4, 3.34e-5, 0.118168, 1e-4),
  },
  {
    name: 'RevSpherical_Case02',
    centerM: [3, 4, 3],
    rotation: IDENTITY,
    inertiaKgM2: [0.1, 0.04, 0.1],
    mount: { kind: 'link', groundM: [1, 2, 3], pointM: [3, 2, 3], axis: [0, Math.SQRT1_2, Math.SQRT1_2] },
    tolerance: link(7.73e-5, 5.145e-4, 3.52e-5, 0.089481, 1e-3),
  },
  {
    ...rod,
    name: 'TranSpring_Case01',
    centerM: O,
    mount: { kind: 'spring', groundM: O, pointM: O, law: softSpring, stiffnessNPerM: () => 10 },
    tolerance: SPRING,
  },
  {
    ...rod,
    name: 'TranSpring_Case02',
    centerM: [0, 2, 0],
    mount: { kind: 'spring', groundM: O, pointM: [0, 2, 0], law: stiffSpring, stiffnessNPerM: () => 100 },
    tolerance: SPRING,
  },
  {
    ...rod,
    name: 'TranSpringCB_Case01',
    centerM: O,
    mount: { kind: 'spring', groundM: O, pointM: O, law: softSpring, stiffnessNPerM: () => 10 },
    tolerance: SPRING_CALLBACK,
  },
  {
    ...rod,
    name: 'TranSpringCB_Case02',
    centerM: [0, 2, 0],
    mount: { kind: 'spring', groundM: O, pointM: [0, 2, 0], law: stiffSpring, stiffnessNPerM: () => 100 },
    tolerance: SPRING_CALLBACK,
  },
  {
    ...rod,
    name: 'TranSpringCB_Case03',
    centerM: [-1, 4, 3],
    mount: {
      kind: 'spring',
      groundM: [1, 2, 3],
      pointM: [1, 4, 3],
      law: hardeningSpring,
      stiffnessNPerM: (length) => 50 + 20 * Math.abs(length - 2),
    },
    tolerance: SPRING_CALLBACK_03,
  },
  {
    name: 'RotSpring_Case01',
    centerM: [2, 0, 0],
    rotation: turned(X, -90),
    inertiaKgM2: ROD,
    mount: { kind: 'revolute', pointM: O, axis: Y },
    torqueLaw: (angle, rate) => -200 * angle - 10 * rate,
    stiffnessNmPerRad: 200,
    tolerance: ROTATIONAL,
  },
  {
    name: 'LinActuator_Case01',
    centerM: O,
    rotation: IDENTITY,
    inertiaKgM2: [1, 1, 1],
    speedMPerS: Z,
    mount: { kind: 'prismatic', pointM: O, axis: Z },
    imposedMPerS: 1,
    tolerance: ACTUATOR,
  },
  {
    name: 'LinActuator_Case02',
    centerM: O,
    rotation: turned(Y, 45),
    inertiaKgM2: [1, 1, 1],
    speedMPerS: [0.5 * Math.SQRT1_2, 0, 0.5 * Math.SQRT1_2],
    mount: { kind: 'prismatic', pointM: O, axis: [Math.SQRT1_2, 0, Math.SQRT1_2] },
    imposedMPerS: 0.5,
    tolerance: { ...ACTUATOR, RforceP: 3e-1, RtorqueP: 5e-3 },
  },
];
