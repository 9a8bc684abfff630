/** Puts model kinds onto engine models the way `compileModels` does, without a scene around them. */
import { test } from 'vitest';
import { composePose, norm, normalize, rotate, subtract, transformPoint, type Vec3 } from '../../src/core/vector.js';
import { startDirectEngine } from '../../src/dynamics/direct/index.js';
import type { Engine, EngineCoordinate, EngineLaw, EngineModel, StartEngine } from '../../src/dynamics/engine.js';
import { startRapierEngine } from '../../src/dynamics/rapier/index.js';
import type { CoordinateGeometry, ModelKind } from '../../src/models/index.js';
import { body, coordinateOf, GROUND, joint, model } from '../unit/dynamics/rapier/models.js';

/**
 * What an engine does not hold yet, by the title of the test: declared to fail, so that a test which begins to pass says
 * that its line has to go. See "Known gaps" in docs/models/README.md.
 */
const KNOWN_GAPS: Readonly<Record<Engine['name'], readonly string[]>> = {
  direct: [
    'a mass between spring and damper rings down as it should',
    'elastic cord: gives no energy, and books what it takes',
  ],
  rapier: [],
};

/** The test of that title on an engine: declared to fail where the engine has a known gap. */
export function testOn(engine: Engine['name'], title: string, body: () => Promise<void>, timeout = 60_000): void {
  if (KNOWN_GAPS[engine].includes(title)) test.fails(title, { timeout }, body);
  else test(title, { timeout }, body);
}

export const ENGINES: readonly [Engine['name'], StartEngine][] = [
  ['direct', startDirectEngine],
  ['rapier', startRapierEngine],
];

/** Geometry of an engine coordinate, as `TrialIndex.geometryOf` gives it. */
export function geometryOf(m: EngineModel, index: number): CoordinateGeometry {
  const c = m.coordinates[index]!;
  const X_WA = composePose(m.bodies[c.a]!.poseInWorld, c.frameInA);
  const ends = {
    body: m.bodies[c.b]!.name,
    reference: m.bodies[c.a]!.name,
    isBodyGround: m.bodies[c.b]!.isGround,
    isReferenceGround: m.bodies[c.a]!.isGround,
  };
  if (c.kind !== 'distance') {
    return { ...ends, motion: c.kind, originM: X_WA.positionM, axis: rotate(X_WA.rotation, [0, 0, 1]), value: 0 };
  }
  const p = composePose(m.bodies[c.b]!.poseInWorld, c.frameInB).positionM;
  const line = subtract(p, X_WA.positionM);
  return { ...ends, motion: 'distance', originM: X_WA.positionM, axis: normalize(line), value: norm(line) };
}

/** Adds a model that acts on the given engine coordinates, in the order in which its kind names them. */
export function withModel(
  m: EngineModel,
  kind: ModelKind,
  record: Record<string, unknown>,
  coordinates: readonly number[],
): EngineModel {
  const spec = kind.fields.parse(record);
  const geometry = coordinates.map((c) => geometryOf(m, c));
  const issues = kind.issues?.(spec, geometry) ?? [];
  if (issues.length > 0) throw new Error(issues[0]!.message);
  const rows = kind.rows?.(spec, geometry) ?? [];
  const couplings = rows.map((row, i) => ({
    name: `${kind.kind}.${i}`,
    terms: row.terms.map(({ coordinate, factor }) => ({ coordinate: coordinates[coordinate]!, factor })),
    behavior: row.behavior,
    loss: row.loss ?? null,
    ...(row.origin === undefined ? {} : { origin: row.origin }),
  }));
  const { effort, tangent, energy } = kind;
  const law: EngineLaw[] =
    effort === undefined
      ? []
      : [
          {
            name: kind.kind,
            coordinates,
            isConservative: kind.isConservative ?? false,
            effort: (q, qd, out) => effort(spec, q, qd, out),
            ...(tangent === undefined ? {} : { tangent: (q, out) => tangent(spec, q, out) }),
            ...(energy === undefined ? {} : { energy: (q) => energy(spec, q) }),
          },
        ];
  return { ...m, couplings: [...m.couplings, ...couplings], laws: [...(m.laws ?? []), ...law] };
}

/** Distance of two points fixed in bodies a and b, given in the world at the start. */
export function distanceCoordinate(m: EngineModel, a: number, pointA: Vec3, b: number, pointB: Vec3): EngineCoordinate {
  const local = (i: number, p: Vec3) => {
    const { positionM, rotation } = m.bodies[i]!.poseInWorld;
    const inverse = [-rotation[0], -rotation[1], -rotation[2], rotation[3]] as const;
    return { positionM: rotate(inverse, subtract(p, positionM)), rotation: [0, 0, 0, 1] as const };
  };
  return {
    name: 'distance',
    kind: 'distance',
    a,
    b,
    frameInA: local(a, pointA),
    frameInB: local(b, pointB),
    joint: null,
    limits: null,
    dryFriction: 0,
    damping: 0,
  };
}

/** World position of a point of a body now. */
export function pointNow(engine: Engine, b: number, p: Vec3): Vec3 {
  const o = 7 * b;
  const [x, y, z, qx, qy, qz, qw] = engine.pose.subarray(o, o + 7);
  return transformPoint({ positionM: [x!, y!, z!], rotation: [qx!, qy!, qz!, qw!] }, p);
}

export interface RotorSpec {
  readonly inertia: number;
  readonly speed?: number;
  readonly at?: Vec3;
  /** Quaternion that turns z onto the axis. */
  readonly turn?: readonly [number, number, number, number];
  /** Body it hangs on. */
  readonly carrier?: number;
  readonly massKg?: number;
}

/** Rotors about their own axes, without gravity. Coordinate i is the angle of rotor i, body i + 1. */
export function rotors(specs: readonly RotorSpec[]): EngineModel {
  const bodies = [
    GROUND,
    ...specs.map(({ inertia: J, speed = 0, at = [0, 0, 0], turn = [0, 0, 0, 1], massKg = 0.2 }, i) =>
      body(`rotor${i}`, massKg, [J, J, J], at, { angularVelocityRadPerS: rotate(turn, [0, 0, speed]) }),
    ),
  ];
  const joints = specs.map(({ at = [0, 0, 0], turn = [0, 0, 0, 1], carrier = 0 }, i) =>
    joint('revolute', bodies, carrier, i + 1, at, turn),
  );
  return model({
    bodies,
    joints,
    coordinates: joints.map((_, i) => coordinateOf(joints, i, 'angle')),
    gravityMPerS2: [0, 0, 0],
  });
}

/** A slider of mass m along +x from the origin. */
export function slider(massKg: number, speed = 0): EngineModel {
  const bodies = [
    GROUND,
    body('slider', massKg, [1e-3, 1e-3, 1e-3], [0, 0, 0], { linearVelocityMPerS: [speed, 0, 0] }),
  ];
  const alongX = [0, Math.SQRT1_2, 0, Math.SQRT1_2] as const;
  const joints = [joint('prismatic', bodies, 0, 1, [0, 0, 0], alongX)];
  return model({ bodies, joints, coordinates: [coordinateOf(joints, 0, 'travel')], gravityMPerS2: [0, 0, 0] });
}

/** kinetic + potential + elastic − work + dissipated [J]: constant for an exact engine. */
export function balance({ energy: e }: Engine): number {
  return e.kineticJ + e.potentialJ + (e.elasticJ ?? 0) - e.workInJ + e.dissipatedJ;
}

/** Steps for `seconds`, calling back after every step. */
export function run(engine: Engine, seconds: number, after: (k: number) => void = () => {}): void {
  const steps = Math.round(seconds * 1000);
  for (let k = 0; k < steps; k++) {
    engine.step();
    after(k);
  }
}
