/** Mechanisms that hold by contact: latch, ratchet, toggle clamp. Springs are position servos with finite caps. */
import type { Vec3 } from '../../../src/core/vector.js';
import type { StartEngine } from '../../../src/dynamics/engine.js';
import {
  addActuator,
  addBar,
  addBody,
  addCoordinate,
  addJoint,
  addShape,
  type Builder,
  buildModel,
  command,
  commandSpeed,
  newBuilder,
  poseAt,
} from '../model-builder.js';
import { type CaseResult, run } from '../run.js';

const NO_GRAVITY = { gravity: [0, 0, 0] as Vec3 };
const STEP_S = 1e-3;

const addGround = (s: Builder, at: Vec3) =>
  addBody(s, { massKg: 1, inertiaKgM2: [1, 1, 1], pose: poseAt(at), isGround: true });

/** Vertices of a prism along z over the points [x, y]. */
function prism(points: readonly (readonly [number, number])[], halfWidthM: number): Float64Array {
  return Float64Array.from(points.flatMap(([x, y]) => [x, y, -halfWidthM, x, y, halfWidthM]));
}

/** Phases of the latch: seconds, push on the door [N], pull on the bolt [N]. */
const LATCH_PHASES: readonly (readonly [number, number, number])[] = [
  [1, 10, 0], // close
  [1, -20, 0],
  [2, -100, 0], // hold 100 N
  [0.5, 5, 0],
  [0.5, 0, -15], // retract
  [1, -10, -15], // open
  [0.5, 0, 0],
  [1, 10, 0], // close again
  [1, -50, 0], // hold 50 N
];

/**
 * A sprung 10 g bolt with a ramp (4 N, 400 N/m, µ 0.15) in a 0.5 kg door: it snaps behind a strike, holds 100 N without
 * rattling, opens when it is drawn back, and locks again.
 */
export async function latch(start: StartEngine): Promise<CaseResult> {
  const s = newBuilder();
  const strike = addGround(s, [0.016, 0, 0]);
  addShape(s, strike, { kind: 'box', halfExtentsM: [0.01, 0.005, 0.01] }, { friction: 0.15 });
  const at: Vec3 = [0, -0.03, 0];
  const door = addBody(s, { massKg: 0.5, inertiaKgM2: [1e-4, 1e-4, 1e-4], pose: poseAt(at) });
  const bolt = addBody(s, { massKg: 0.01, inertiaKgM2: [5e-7, 5e-7, 5e-7], pose: poseAt(at) });
  const profile = [
    [-0.01, -0.005],
    [-0.01, 0.005],
    [0.004, 0.005],
    [0.014, -0.005],
  ] as const;
  addShape(s, bolt, { kind: 'hull', verticesM: prism(profile, 0.004) }, { friction: 0.15 });
  const travel = { lower: -0.02, upper: 0.043, restitution: 0 };
  const y = addCoordinate(s, addJoint(s, 'prismatic', 0, door, at, [0, 1, 0]), 'travel', { limits: travel });
  const limits = { lower: -0.012, upper: 0, restitution: 0 };
  const x = addCoordinate(s, addJoint(s, 'prismatic', door, bolt, at, [1, 0, 0]), 'travel', { limits });
  const spring = addActuator(s, x, 50);
  s.contactPairs.push([strike, bolt]);
  const engine = await start(buildModel(s, NO_GRAVITY));
  command(engine, spring, { kp: 400, kd: 1, target: 0.01 });
  const ends: number[] = [];
  for (const [seconds] of LATCH_PHASES) ends.push((ends.at(-1) ?? 0) + Math.round(seconds / STEP_S));
  let [phase, held100, held50, rattleMPerS, openM, lockedM] = [0, 0, 0, 0, 0, 0];
  const result = run(
    engine,
    ends.at(-1)!,
    (i) => {
      while (i >= ends[phase]!) phase++;
      const [, push, pull] = LATCH_PHASES[phase]!;
      engine.wrench[6 * door + 1] = push - 5 * engine.velocity[6 * door + 1]!;
      engine.wrench[6 * door] = -pull;
      engine.wrench[6 * bolt] = pull;
    },
    (i) => {
      const force = Math.abs(engine.contactForceN[1]!);
      if (i === ends[2]! - 1) held100 = force;
      if (i === ends[5]! - 1) openM = engine.coordinate[y]!;
      if (i === ends[8]! - 1) [held50, lockedM] = [force, engine.coordinate[y]!];
      if (phase !== 2 || i < ends[2]! - 20) return;
      for (const k of [0, 1]) rattleMPerS = Math.max(rattleMPerS, Math.abs(engine.velocity[6 * bolt + k]!));
    },
  );
  engine.free();
  const errors = {
    held100Relative: Math.abs(held100 / 100 - 1),
    held50Relative: Math.abs(held50 / 50 - 1),
    rattleMPerS,
    // the door hangs on the bolt 40 mm from its start, and opens to its stop at −20 mm
    lockedM: Math.abs(lockedM - 0.04),
    openedM: Math.abs(openM + 0.02),
  };
  return { run: result, errors };
}

/** Ratchet wheel of 12 teeth under a sprung pawl, driven to and fro by ±0.05 N·m with 0.02 N·m·s/rad, ten times. */
export async function ratchet(start: StartEngine, cycles = 10): Promise<CaseResult> {
  const s = newBuilder();
  const [root, tip, count, halfWidth] = [0.016, 0.02, 12, 0.004];
  const wheel = addBody(s, { massKg: 0.05, inertiaKgM2: [5e-6, 5e-6, 1e-5], pose: poseAt([0, 0, 0]) });
  for (let k = 0; k < count; k++) {
    const [a, b] = [(2 * Math.PI * k) / count, (2 * Math.PI * (k + 1)) / count];
    const polar = [
      [0.8 * root, a],
      [tip, a],
      [root, b - 0.02],
      [0.8 * root, b],
    ] as const;
    const points = polar.map(([r, t]) => [r * Math.cos(t), r * Math.sin(t)] as const);
    addShape(s, wheel, { kind: 'hull', verticesM: prism(points, halfWidth) }, { friction: 0.1 });
  }
  const [px, py] = [0.022, 0.0195];
  const pawl = addBody(s, { massKg: 0.005, inertiaKgM2: [1e-7, 2e-7, 2e-7], pose: poseAt([px - 0.01, py, 0]) });
  const outline = [
    [0.01, -0.001],
    [0.01, 0.001],
    [-0.012, 0.0005],
    [-0.012, -0.0025],
    [-0.008, -0.0025],
  ] as const;
  addShape(s, pawl, { kind: 'hull', verticesM: prism(outline, halfWidth) }, { friction: 0.1 });
  const shaft = addJoint(s, 'revolute', 0, wheel, [0, 0, 0]);
  const turn = addCoordinate(s, shaft, 'angle');
  const spring = addActuator(s, addCoordinate(s, addJoint(s, 'revolute', 0, pawl, [px, py, 0]), 'angle'), 0.02);
  s.contactPairs.push([pawl, wheel]);
  const engine = await start(buildModel(s, NO_GRAVITY));
  command(engine, spring, { kp: 0.02, kd: 2e-5, target: 0.25 });
  let [slipRad, balanceRelative] = [0, 0];
  const result = run(
    engine,
    2000 * cycles,
    (i) => {
      const sense = i % 2000 < 1000 ? 1 : -1;
      engine.wrench[6 * wheel + 5] = sense * 0.05 - 0.02 * engine.velocity[6 * wheel + 5]!;
    },
    (i) => {
      if (i % 2000 < 1600) return;
      // at rest behind tooth 4·(cycle + 1); what the pawl pushes the pin takes
      const expected = ((Math.floor(i / 2000) + 1) * 2 * Math.PI) / 3;
      slipRad = Math.max(slipRad, Math.abs(engine.coordinate[turn]! - expected));
      const [fx, fy] = [engine.contactForceN[0]!, engine.contactForceN[1]!];
      const rest = Math.hypot(fx + engine.jointReaction[6 * shaft]!, fy + engine.jointReaction[6 * shaft + 1]!);
      balanceRelative = Math.max(balanceRelative, rest / Math.hypot(fx, fy));
    },
  );
  engine.free();
  return { run: result, errors: { slipDeg: (slipRad * 180) / Math.PI, balanceRelative } };
}

/** A slider-crank that presses a wall `shortM` before its dead centre with 0.5 N·m; force against virtual work. */
export async function toggleClamp(start: StartEngine, shortM: number, seconds = 3): Promise<CaseResult> {
  const s = newBuilder();
  const [r, l, angle] = [0.03, 0.1, Math.PI / 6];
  const B = [r * Math.cos(angle), r * Math.sin(angle)] as const;
  const x = B[0] + Math.sqrt(l * l - B[1] ** 2);
  const crank = addBar(s, [0, 0], B);
  const rod = addBar(s, B, [x, 0]);
  const slider = addBody(s, { massKg: 0.01, inertiaKgM2: [1e-6, 1e-6, 1e-6], pose: poseAt([x, 0, 0]) });
  addShape(s, slider, { kind: 'box', halfExtentsM: [0.01, 0.005, 0.005] }, { friction: 0.2 });
  const wall = addGround(s, [r + l - shortM + 0.02, 0, 0]);
  addShape(s, wall, { kind: 'box', halfExtentsM: [0.01, 0.02, 0.02] }, { friction: 0.2 });
  const q = addCoordinate(s, addJoint(s, 'revolute', 0, crank, [0, 0, 0]), 'angle');
  addJoint(s, 'revolute', crank, rod, [...B, 0]);
  addJoint(s, 'revolute', rod, slider, [x, 0, 0]);
  addJoint(s, 'prismatic', 0, slider, [x, 0, 0], [1, 0, 0]);
  const drive = addActuator(s, q, 0.5);
  s.contactPairs.push([wall, slider]);
  const engine = await start(buildModel(s, NO_GRAVITY));
  commandSpeed(engine, drive, -Math.PI / 2);
  const q0 = engine.coordinate[q]!;
  const result = run(engine, Math.round(seconds / STEP_S));
  const a = angle + engine.coordinate[q]! - q0;
  const lever = r * Math.sin(a) + (r * r * Math.sin(a) * Math.cos(a)) / Math.sqrt(l * l - (r * Math.sin(a)) ** 2);
  const forceRelative = Math.abs((engine.contactNormalN[0]! * lever) / 0.5 - 1);
  engine.free();
  return { run: result, errors: { forceRelative } };
}
