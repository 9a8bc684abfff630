/** One small moving mechanism per model kind, undriven: for properties that every model must have. */
import type { Quat, Vec3 } from '../../src/core/vector.js';
import type { EngineModel } from '../../src/dynamics/engine.js';
import type { ModelKind } from '../../src/models/index.js';
import * as models from '../../src/models/index.js';
import { body, coordinateOf, GROUND, joint, model } from '../unit/dynamics/rapier/models.js';
import { distanceCoordinate, rotors, slider, withModel } from './models-bench.js';

export interface ModelCase {
  readonly name: string;
  /** Takes energy out: dissipation must show. */
  readonly isLossy: boolean;
  build(): EngineModel;
}

export const ALONG_X: Quat = [0, Math.SQRT1_2, 0, Math.SQRT1_2];
export const ALONG_Y: Quat = [-Math.SQRT1_2, 0, 0, Math.SQRT1_2];
const on = { joint: 'j' };
const kind = (k: unknown): ModelKind => k as ModelKind;

/** Coordinates of rotor 1 against rotor 0, coaxial: index 2 of the returned model. */
export function coaxial(inertias: readonly [number, number], speeds: readonly [number, number]): EngineModel {
  const m = rotors([
    { inertia: inertias[0], speed: speeds[0] },
    { inertia: inertias[1], speed: speeds[1] },
  ]);
  const between = { ...m.coordinates[1]!, name: 'between', a: 1, joint: null };
  return { ...m, coordinates: [...m.coordinates, between] };
}

const gears = (extra: Record<string, unknown> = {}, wheelSpeed = -2): EngineModel =>
  withModel(
    rotors([
      { inertia: 1e-5, speed: 6 },
      { inertia: 2e-4, speed: wheelSpeed, at: [0.08, 0, 0] },
    ]),
    kind(models.gearPair),
    {
      wheels: [
        { on, toothCount: 20 },
        { on, toothCount: 60 },
      ],
      moduleM: 0.002,
      ...extra,
    },
    [0, 1],
  );

/** Sun, ring, carrier and a planet, turning about z; the ring is free. Coordinates: sun, ring, planet against the carrier. */
export function planetarySet(speeds: { sun: number; ring: number; carrier: number }): EngineModel {
  const spin = (w: number): { angularVelocityRadPerS: Vec3 } => ({ angularVelocityRadPerS: [0, 0, w] });
  const planetSpeed = speeds.carrier - (20 / 20) * (speeds.sun - speeds.carrier);
  const bodies = [
    GROUND,
    body('carrier', 0.3, [2e-4, 2e-4, 2e-4], [0, 0, 0], spin(speeds.carrier)),
    body('sun', 0.1, [1e-5, 1e-5, 1e-5], [0, 0, 0], spin(speeds.sun)),
    body('ring', 0.3, [4e-4, 4e-4, 4e-4], [0, 0, 0], spin(speeds.ring)),
    body('planet', 0.05, [8e-6, 8e-6, 8e-6], [0.02, 0, 0], {
      ...spin(planetSpeed),
      linearVelocityMPerS: [0, 0.02 * speeds.carrier, 0],
    }),
  ];
  const joints = [
    joint('revolute', bodies, 0, 1, [0, 0, 0]),
    joint('revolute', bodies, 0, 2, [0, 0, 0]),
    joint('revolute', bodies, 0, 3, [0, 0, 0]),
    joint('revolute', bodies, 1, 4, [0.02, 0, 0]),
  ];
  const base = coordinateOf(joints, 0, 'angle');
  const about = (b: number) => ({ ...base, name: `about-${b}`, a: 1, b, joint: null });
  const coordinates = [about(2), about(3), coordinateOf(joints, 3, 'angle'), base];
  const m = model({ bodies, joints, coordinates, gravityMPerS2: [0, 0, 0] });
  const record = {
    frame: { originM: [0, 0, 0] },
    carrier: 'carrier',
    sun: { body: 'sun', toothCount: 20 },
    ring: { body: 'ring', toothCount: 60 },
    planets: [{ body: 'planet', toothCount: 20, centerM: [0.02, 0, 0] }],
    moduleM: 0.001,
  };
  return withModel(m, kind(models.planetary), record, [0, 1, 2]);
}

/** A free body hung on the ground by a model between two points, with gravity along −y. */
export function hung(k: unknown, record: Record<string, unknown>, positionM: Vec3 = [0.02, -0.15, 0.01]): EngineModel {
  const free = body('bob', 0.4, [2e-4, 3e-4, 4e-4], positionM, { linearVelocityMPerS: [0.1, 0, 0.05] });
  const m = model({ bodies: [GROUND, free] });
  const eye: Vec3 = [positionM[0], positionM[1] + 0.02, positionM[2]];
  const withDistance = { ...m, coordinates: [distanceCoordinate(m, 0, [0, 0, 0], 1, eye)] };
  const ends = [
    { body: 'ground', pointM: [0, 0, 0] },
    { body: 'bob', pointM: eye },
  ];
  const { fields } = kind(k);
  const carried = 'ends' in fields.shape ? { ends } : { on: { ends } };
  return withModel(withDistance, kind(k), { ...carried, ...record }, [0]);
}

/** A free body on an elastic joint to the ground at its own centre. */
export function bushed(extra: Record<string, unknown> = {}): EngineModel {
  const free = body('block', 0.4, [2e-4, 3e-4, 4e-4], [0, 0, 0], {
    linearVelocityMPerS: [0.1, 0.05, -0.08],
    angularVelocityRadPerS: [1, -0.6, 0.4],
  });
  const m = model({ bodies: [GROUND, free] });
  const record = {
    body: 'block',
    reference: 'ground',
    frame: { originM: [0, 0, 0] },
    axialStiffnessNPerM: 2000,
    radialStiffnessNPerM: 800,
    torsionStiffnessNmPerRad: 0.5,
    bendingStiffnessNmPerRad: 0.8,
    ...extra,
  };
  const spec = models.elasticJoint.fields.parse(record);
  const frame = (axis: Vec3) => coordinateFrame(axis);
  const coordinates = models.elasticJoint.coordinates(spec).map((c, i) => {
    if (!('axis' in c)) throw new Error('an elastic joint acts between bodies');
    return {
      name: `b${i}`,
      kind: c.motion,
      a: 0,
      b: 1,
      frameInA: frame(c.axis),
      frameInB: frame(c.axis),
      joint: null,
      limits: null,
      dryFriction: 0,
      damping: 0,
    };
  });
  const indices = coordinates.map((_, i) => i);
  return withModel({ ...m, coordinates }, kind(models.elasticJoint), record, indices);
}

function coordinateFrame(axis: Vec3) {
  const rotation: Quat = axis[2] > 0.5 ? [0, 0, 0, 1] : axis[0] > 0.5 ? ALONG_X : ALONG_Y;
  const turned: Quat =
    axis[1] < -0.5
      ? [Math.SQRT1_2, 0, 0, Math.SQRT1_2]
      : axis[0] < -0.5
        ? [0, -Math.SQRT1_2, 0, Math.SQRT1_2]
        : rotation;
  return { positionM: [0, 0, 0] as Vec3, rotation: turned };
}

const rotor = (k: unknown, record: Record<string, unknown>, speed = 3): EngineModel =>
  withModel(rotors([{ inertia: 2e-5, speed }]), kind(k), { on, ...record }, [0]);
const slide = (k: unknown, record: Record<string, unknown>, speed = 0.3): EngineModel =>
  withModel(slider(0.5, speed), kind(k), { on, ...record }, [0]);

export function wormBox(frictionCoefficient: number, speed: number): EngineModel {
  const m = rotors([
    { inertia: 5e-6, at: [0, 0, 0.05], turn: ALONG_X, speed },
    { inertia: 4e-4, turn: ALONG_Y, speed: -speed / 40 },
  ]);
  const record = {
    worm: { on, pitchRadiusM: 0.01 },
    wheel: { on, toothCount: 40 },
    moduleM: 0.002,
    frictionCoefficient,
  };
  return withModel(m, kind(models.wormPair), record, [0, 1]);
}

export function rackBox(extra: Record<string, unknown> = {}): EngineModel {
  const bodies = [
    GROUND,
    body('pinion', 0.1, [1e-5, 1e-5, 1e-5], [0, 0, 0], { angularVelocityRadPerS: [0, 0, 5] }),
    body('rack', 0.3, [1e-3, 1e-3, 1e-3], [0, -0.01, 0], { linearVelocityMPerS: [0.05, 0, 0] }),
  ];
  const joints = [joint('revolute', bodies, 0, 1, [0, 0, 0]), joint('prismatic', bodies, 0, 2, [0, -0.01, 0], ALONG_X)];
  const coordinates = [coordinateOf(joints, 0, 'angle'), coordinateOf(joints, 1, 'travel')];
  const m = model({ bodies, joints, coordinates, gravityMPerS2: [0, 0, 0] });
  const record = { pinion: { on, pitchRadiusM: 0.01 }, rack: { on }, ...extra };
  return withModel(m, kind(models.rackPinion), record, [0, 1]);
}

export const CASES: readonly ModelCase[] = [
  { name: 'gear pair', isLossy: false, build: () => gears() },
  {
    name: 'gear pair with backlash and loss',
    isLossy: true,
    build: () => gears({ backlashM: 2e-4, efficiency: 0.9 }, 0),
  },
  { name: 'worm', isLossy: true, build: () => wormBox(0.1, 40) },
  { name: 'rack', isLossy: false, build: () => rackBox() },
  {
    name: 'slipping belt',
    isLossy: true,
    build: () =>
      withModel(
        rotors([
          { inertia: 1e-4, speed: 10 },
          { inertia: 3e-4, at: [0.1, 0, 0] },
        ]),
        kind(models.belt),
        {
          pulleys: [
            { on, pitchRadiusM: 0.02 },
            { on, pitchRadiusM: 0.03 },
          ],
          slipForceN: 2,
        },
        [0, 1],
      ),
  },
  { name: 'planetary set', isLossy: false, build: () => planetarySet({ sun: 8, ring: 0, carrier: 2 }) },
  {
    name: 'torsion spring',
    isLossy: false,
    build: () => rotor(models.torsionSpring, { stiffnessNmPerRad: 0.05, preloadNm: 0.01 }),
  },
  {
    name: 'torsion spring against its stop',
    isLossy: true,
    build: () => rotor(models.torsionSpring, { stiffnessNmPerRad: 0.05, solidAngle: { upperRad: 0.02 } }),
  },
  {
    name: 'travel spring with damping',
    isLossy: true,
    build: () => slide(models.travelSpring, { stiffnessNPerM: 400, dampingNSPerM: 1 }),
  },
  {
    name: 'linear spring',
    isLossy: false,
    build: () => hung(models.linearSpring, { stiffnessNPerM: 200, freeLengthM: 0.12 }),
  },
  {
    name: 'constant-force spring',
    isLossy: false,
    build: () => hung(models.constantForceSpring, { forceN: 6, startM: 0.05, riseM: 0.05 }),
  },
  { name: 'elastic joint', isLossy: false, build: () => bushed() },
  { name: 'elastic joint that relaxes', isLossy: true, build: () => bushed({ relaxationS: 0.002 }) },
  { name: 'rotary damper', isLossy: true, build: () => rotor(models.rotaryDamper, { dampingNmSPerRad: 1e-4 }) },
  { name: 'linear damper', isLossy: true, build: () => hung(models.linearDamper, { dampingNSPerM: 3 }) },
  {
    name: 'governor',
    isLossy: true,
    build: () => rotor(models.viscousGovernor, { vaneTorqueNm: 1e-3, vaneSpeedRadPerS: 3 }),
  },
  {
    name: 'rotary detent',
    isLossy: false,
    build: () => rotor(models.rotaryDetent, { peakTorqueNm: 0.002, pitchRad: 0.5 }),
  },
  {
    name: 'linear detent, single notch',
    isLossy: false,
    build: () => slide(models.linearDetent, { peakForceN: 4, notchWidthM: 0.02 }),
  },
  {
    name: 'friction clutch',
    isLossy: true,
    build: () =>
      withModel(coaxial([1e-4, 2e-4], [9, -3]), kind(models.frictionClutch), { on, slipTorqueNm: 0.01 }, [2]),
  },
  {
    name: 'one-way clutch',
    isLossy: true,
    build: () => withModel(coaxial([1e-4, 2e-4], [9, 3]), kind(models.oneWayClutch), { on, backlashRad: 0.05 }, [2]),
  },
  { name: 'brake', isLossy: true, build: () => slide(models.steadyLinearBrake, { forceN: 1 }) },
  { name: 'stiff cord', isLossy: true, build: () => hung(models.cord, { lengthM: 0.16 }) },
  {
    name: 'elastic cord',
    isLossy: true,
    build: () => hung(models.cord, { lengthM: 0.12, stiffnessNPerM: 900, dampingNSPerM: 2 }),
  },
];
