/** A small bench for mechanisms in trouble: bars and masses in the plane, and the sum of forces on one body. */
import {
  addActuator,
  addBar,
  addBody,
  addCoordinate,
  addJoint,
  addShape,
  buildModel,
  commandSpeed,
  newBuilder,
  poseAt,
} from '../../benchmarks/dynamics/model-builder.js';
import { balanceOf } from '../../benchmarks/dynamics/run.js';
import type { Pose, Vec3 } from '../../src/core/vector.js';
import { startDirectEngine } from '../../src/dynamics/direct/index.js';
import type { Engine } from '../../src/dynamics/engine.js';

export interface RigRun {
  readonly engine: Engine;
  /** Largest |Σ forces − m·(v − v_before)/h| over the steps that took one sub-step, over the largest force. */
  readonly momentumError: number;
  /** Largest error of the energy balance and largest kinetic energy [J]. */
  readonly residualJ: number;
  readonly peakJ: number;
}

export type Rig = ReturnType<typeof newRig>;

/** Returns an empty bench under gravity along −y. */
export function newRig() {
  const s = newBuilder();
  const speeds: [number, number][] = [];
  return {
    bar: (p: readonly [number, number], q: readonly [number, number], massKg?: number) =>
      addBar(s, p, q, massKg === undefined ? {} : { massKg }),
    mass: (at: Vec3, massKg: number) => {
      const I = 4e-4 * massKg;
      return addBody(s, { massKg, inertiaKgM2: [I, I, I], pose: poseAt(at) });
    },
    ground: (at: Vec3, isPresent = true) =>
      addBody(s, { massKg: 1, inertiaKgM2: [1, 1, 1], pose: poseAt(at), isGround: true, isPresent }),
    box: (body: number, halfExtentsM: Vec3) => addShape(s, body, { kind: 'box', halfExtentsM }, { friction: 0.2 }),
    hinge: (a: number, b: number, at: Vec3) => addJoint(s, 'revolute', a, b, at),
    /** A pin whose two halves start apart, or with `lengthM` a rod between the two points. */
    apart: (a: number, b: number, p: Vec3, q: Vec3, lengthM?: number) =>
      addJoint(s, lengthM === undefined ? 'spherical' : 'distance', a, b, p, [0, 0, 1], {
        pointB: q,
        ...(lengthM === undefined ? {} : { lengthM }),
      }),
    angle: (joint: number) => addCoordinate(s, joint, 'angle'),
    speed: (coordinate: number, rate: number, cap: number) => {
      const drive = addActuator(s, coordinate, cap);
      speeds.push([drive, rate]);
      return drive;
    },
    setSpeed: (engine: Engine, drive: number, rate: number) => commandSpeed(engine, drive, rate),
    watch: (a: number, b: number) => s.contactPairs.push([a, b]),
    poseOf: (body: number): Pose => s.bodies[body]!.poseInWorld,
    run: async (stepCount: number, body: number): Promise<RigRun> => {
      const model = buildModel(s);
      const engine = await startDirectEngine(model);
      for (const [drive, rate] of speeds) commandSpeed(engine, drive, rate);
      return watchRun(engine, stepCount, body, s.bodies[body]!.massKg, s.joints, s.contactPairs);
    },
  };
}

interface Ends {
  readonly a: number;
  readonly b: number;
}

function watchRun(
  engine: Engine,
  stepCount: number,
  body: number,
  massKg: number,
  joints: readonly Ends[],
  pairs: readonly (readonly [number, number])[],
): RigRun {
  const h = 1e-3;
  const x: Vec3[] = [centerOf(engine, body)];
  const start = balanceOf(engine);
  let [worst, largest, residualJ, peakJ] = [0, 0, 0, 0];
  let cutBefore = 0;
  for (let i = 0; i < stepCount; i++) {
    engine.step();
    x.push(centerOf(engine, body));
    residualJ = Math.max(residualJ, Math.abs(balanceOf(engine) - start));
    peakJ = Math.max(peakJ, engine.energy.kineticJ);
    // m·(x' − 2x + x_before)/h² is the mean force of a kick between two whole steps
    const isWhole = engine.subStepCount === 1 && cutBefore === 1;
    cutBefore = engine.subStepCount;
    if (!isWhole || x.length < 3) continue;
    const force = forceOn(engine, body, massKg, joints, pairs);
    for (let k = 0; k < 3; k++) {
      const [p, q, r] = [x.at(-1)![k]!, x.at(-2)![k]!, x.at(-3)![k]!];
      worst = Math.max(worst, Math.abs(force[k]! - (massKg * (p - 2 * q + r)) / (h * h)));
      largest = Math.max(largest, Math.abs(force[k]!), massKg * 9.81);
    }
  }
  return { engine, momentumError: worst / largest, residualJ, peakJ };
}

const centerOf = (engine: Engine, body: number): Vec3 => [
  engine.pose[7 * body]!,
  engine.pose[7 * body + 1]!,
  engine.pose[7 * body + 2]!,
];

/** Sum of weight, joint reactions and watched contacts on a body whose frame sits at its centre of mass [N]. */
function forceOn(
  engine: Engine,
  body: number,
  massKg: number,
  joints: readonly Ends[],
  pairs: readonly (readonly [number, number])[],
): [number, number, number] {
  const sum: [number, number, number] = [0, -9.81 * massKg, 0];
  for (const [j, { a, b }] of joints.entries()) {
    const sign = b === body ? 1 : a === body ? -1 : 0;
    for (let k = 0; k < 3; k++) sum[k]! += sign * engine.jointReaction[6 * j + k]!;
  }
  for (const [i, [first, second]] of pairs.entries()) {
    const sign = second === body ? 1 : first === body ? -1 : 0;
    for (let k = 0; k < 3; k++) sum[k]! += sign * engine.contactForceN[3 * i + k]!;
  }
  return sum;
}

/** A parallelogram 30/60/30/60 mm driven at one turn a second: at 0° and 180° all bars lie in one line. */
export async function fourBarAtChangePoint(
  stepCount: number,
): Promise<RigRun & { turns: number; separationM: number }> {
  const rig = newRig();
  const [r, d] = [0.03, 0.06];
  const crank = rig.bar([0, 0], [0, r]);
  const coupler = rig.bar([0, r], [d, r]);
  const rocker = rig.bar([d, 0], [d, r]);
  const q = rig.angle(rig.hinge(0, crank, [0, 0, 0]));
  rig.hinge(crank, coupler, [0, r, 0]);
  rig.hinge(coupler, rocker, [d, r, 0]);
  rig.hinge(0, rocker, [d, 0, 0]);
  rig.speed(q, 2 * Math.PI, 1);
  const result = await rig.run(stepCount, coupler);
  const turns = (result.engine.coordinate[q]! - 0) / (2 * Math.PI);
  return { ...result, turns, separationM: Math.max(...result.engine.jointSeparationM) };
}
