import fc from 'fast-check';
import {
  composePose,
  normalizeQuat,
  type Pose,
  quatFromAxisAngle,
  rotate,
  transformPoint,
  type Vec3,
} from '../../src/core/vector.js';
import type { Binding, SceneInput } from '../../src/index.js';
import { tubeSource } from '../unit/scene/minimal.js';

const IS_FULL = process.env.MECHTRIAL_FULL === '1';

/** For one property: the full counts run for minutes. */
export const TIMEOUT_MS = IS_FULL ? 3_600_000 : 120_000;

/** Fixed seeds, printed by fast-check with every failure; the full counts run with MECHTRIAL_FULL=1. */
export const settings = (few: number, many: number) => ({
  seed: 20261130,
  numRuns: IS_FULL ? many : few,
  // shrinking runs a trial at every try
  endOnFailure: true,
});

/** Uniform numbers, without bias to the ends. */
export const between = (min: number, max: number) =>
  fc.noBias(fc.integer({ min: 0, max: 1_000_000 })).map((n) => min + ((max - min) * n) / 1e6);

/** Two links hanging on pins, released from rest. */
export interface Chain {
  readonly links: readonly {
    readonly lengthM: number;
    readonly massKg: number;
    readonly angleRad: number;
    readonly damping: number;
    readonly friction: number;
  }[];
  readonly motor: { readonly gain: number; readonly cap: number; readonly speed: number };
}

const link = (loss: number) =>
  fc.record({
    lengthM: between(0.04, 0.1),
    massKg: between(0.02, 0.2),
    angleRad: between(-Math.PI, Math.PI),
    damping: between(0, loss * 2e-3),
    friction: between(0, loss * 5e-3),
  });

/** Chains with resistances up to `loss` times 2 mN·m·s/rad and 5 mN·m. */
export const chain = (loss: number): fc.Arbitrary<Chain> =>
  fc.record({
    links: fc.tuple(link(loss), link(loss)),
    motor: fc.record({ gain: between(1e-3, 0.02), cap: between(0.02, 0.3), speed: between(-8, 8) }),
  });

/** A rigid motion of up to 0.3 m and any turn. */
export const motion: fc.Arbitrary<Pose> = fc
  .tuple(
    between(-1, 1),
    between(-1, 1),
    between(-1, 1),
    between(-1, 1),
    between(-0.3, 0.3),
    between(-0.3, 0.3),
    between(-0.3, 0.3),
  )
  .filter(([x, y, z, w]) => Math.hypot(x, y, z, w) > 0.1)
  .map(([x, y, z, w, px, py, pz]) => ({ positionM: [px, py, pz], rotation: normalizeQuat([x, y, z, w]) }));

const pin = (xM: number) => ({
  geometry: { kind: 'cylinder' as const, radiusM: 0.003, lengthM: 0.02 },
  material: 'steel',
  poseInBody: { positionM: [xM, 0, 0] as const },
});
const eye = () => ({ geometry: tubeSource(0.00305, 0.006, 0.01), material: 'steel' });

/** A record of names as they are used below. */
export const JOINTS = ['shoulder', 'elbow'] as const;
export const LINK_NAMES = ['upper', 'lower'] as const;

/** World axes, turned with the scene. */
const AXES = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] } as const;

/**
 * The chain as a binding, moved and turned as a whole by `X`: bodies, joint axes, gravity and the axes of its signals.
 *
 * @param isDriven whether the motor acts on the shoulder
 */
export function chainBinding({ links, motor }: Chain, durationS: number, isDriven: boolean, X: Pose): Binding {
  const turned = (v: Vec3) => rotate(X.rotation, v);
  const joint = (k: 0 | 1, origin: Vec3): NonNullable<SceneInput['joints']>[number] => ({
    kind: 'revolute',
    name: JOINTS[k],
    bodies: k === 0 ? ['post', 'upper'] : ['upper', 'lower'],
    frame: { originM: transformPoint(X, origin), axis: turned([0, 0, 1]) },
    dampingNmSPerRad: links[k]!.damping,
    frictionTorqueNm: links[k]!.friction,
  });
  const upper = links[0]!;
  const elbow: Vec3 = [upper.lengthM * Math.cos(upper.angleRad), upper.lengthM * Math.sin(upper.angleRad), 0];
  const body = (k: 0 | 1, origin: Vec3) => {
    const { lengthM, massKg, angleRad } = links[k]!;
    const I = (massKg * lengthM * lengthM) / 12 + 1e-6;
    return {
      name: LINK_NAMES[k],
      parts: k === 0 ? [eye(), pin(lengthM)] : [eye()],
      poseInWorld: composePose(X, { positionM: origin, rotation: quatFromAxisAngle([0, 0, 1], angleRad) }),
      massProperties: { massKg, centerOfMassM: [lengthM / 2, 0, 0] as const, inertiaKgM2: [I / 5, I, I, 0, 0, 0] },
    };
  };
  const axes = Object.entries(AXES).map(([name, axis]) => [name, turned(axis)] as const);
  return {
    schema: 'mechtrial/binding@1',
    name: 'chain',
    scene: {
      schema: 'mechtrial/scene@1',
      name: 'chain',
      gravityMPerS2: turned([0, -9.81, 0]),
      bodies: [{ name: 'post', isGround: true, parts: [pin(0)], poseInWorld: X }, body(0, [0, 0, 0]), body(1, elbow)],
      joints: [joint(0, [0, 0, 0]), joint(1, elbow)],
    },
    drives: isDriven
      ? [
          {
            kind: 'rotary-speed-servo',
            name: 'motor',
            on: { joint: 'shoulder' },
            gainNmSPerRad: motor.gain,
            capNm: motor.cap,
          },
        ]
      : [],
    signals: [
      ...JOINTS.flatMap((name) => [
        { kind: 'joint-coordinate' as const, name: `${name}.angle`, joint: name },
        { kind: 'joint-speed' as const, name: `${name}.speed`, joint: name },
        { kind: 'joint-reaction-force' as const, name: `${name}.force`, joint: name },
        ...axes.map(([e, axis]) => ({
          kind: 'joint-reaction-force' as const,
          name: `${name}.force.${e}`,
          joint: name,
          axis,
        })),
      ]),
      ...LINK_NAMES.flatMap((name) =>
        axes.map(([e, axis]) => ({ kind: 'body-speed' as const, name: `${name}.v.${e}`, body: name, axis })),
      ),
      { kind: 'energy', name: 'kinetic', form: 'kinetic' },
      { kind: 'energy', name: 'potential', form: 'potential' },
      ...(isDriven ? [{ kind: 'drive-effort' as const, name: 'motor.effort', drive: 'motor' }] : []),
    ],
    trials: [
      {
        id: 'T1',
        phases: [
          {
            id: 'swing',
            durationS,
            set: isDriven ? [{ drive: 'motor', speedRadPerS: motor.speed, rampS: 0.05 }] : [],
          },
        ],
      },
    ],
  };
}
