/** Contact cases: incline, clamp, gear teeth, pile of boxes. Parameters as in the baseline. */
import { composePose } from '../../../src/core/vector.js';
import type { StartEngine } from '../../../src/dynamics/engine.js';
import {
  addActuator,
  addBody,
  addCoordinate,
  addJoint,
  addShape,
  type Builder,
  boxInertia,
  buildModel,
  commandSpeed,
  newBuilder,
  poseAt,
} from '../model-builder.js';
import { type CaseResult, run } from '../run.js';

const TURN = 2 * Math.PI;

const addGround = (s: Builder, pose = poseAt([0, 0, 0])) =>
  addBody(s, { massKg: 1, inertiaKgM2: [1, 1, 1], pose, isGround: true });

/** Case (d): a 1 kg box on a slab tilted by 20°. It rests at µ = 0.5; at µ = 0.2 it slides at g(sin − µ·cos). */
export async function incline(start: StartEngine, mu: number, seconds = 4.5): Promise<CaseResult> {
  const s = newBuilder();
  const tilt = (20 * Math.PI) / 180;
  const slab = addGround(s, poseAt([0, 0, 0], -tilt));
  addShape(s, slab, { kind: 'box', halfExtentsM: [20, 0.05, 0.5] }, { pose: poseAt([0, -0.05, 0]), friction: mu });
  const [c, d] = [Math.cos(tilt), -Math.sin(tilt)];
  const pose = poseAt([-0.025 * d, 0.025 * c, 0], -tilt);
  const box = addBody(s, { massKg: 1, inertiaKgM2: boxInertia(1, 0.1, 0.05, 0.1), pose });
  addShape(s, box, { kind: 'box', halfExtentsM: [0.05, 0.025, 0.05] }, { friction: mu });
  s.contactPairs.push([slab, box]);
  const engine = await start(buildModel(s));
  const along = () => c * engine.pose[7 * box]! + d * engine.pose[7 * box + 1]!;
  const speed = () => c * engine.velocity[6 * box]! + d * engine.velocity[6 * box + 1]!;
  const rests = mu >= Math.tan(tilt);
  const friction = rests ? 9.81 * Math.sin(tilt) : mu * 9.81 * c;
  const settled = 200;
  let [at, fast, normalRelative, frictionRelative] = [0, 0, 0, 0];
  const result = run(engine, Math.round(1000 * seconds), undefined, (i) => {
    if (i === settled) [at, fast] = [along(), speed()];
    if (i <= settled) return;
    normalRelative = Math.max(normalRelative, Math.abs(engine.contactNormalN[0]! / (9.81 * c) - 1));
    frictionRelative = Math.max(frictionRelative, Math.abs(engine.contactFrictionN[0]! / friction - 1));
  });
  const acceleration = (speed() - fast) / (seconds - (settled + 1) * 1e-3);
  const expected = 9.81 * (Math.sin(tilt) - mu * c);
  const motion = rests ? { creepM: Math.abs(along() - at) } : { accelerationRelative: acceleration / expected - 1 };
  engine.free();
  return { run: result, errors: { ...motion, normalRelative, frictionRelative } };
}

/** Two jaws of 10 g press a 50 g block with 10 N each, µ = 0.5; from 0.5 s on the block is pulled. */
export async function clamp(start: StartEngine, pullN: number, seconds = 4.5): Promise<CaseResult> {
  const s = newBuilder();
  const block = addBody(s, { massKg: 0.05, inertiaKgM2: boxInertia(0.05, 0.02, 0.02, 0.02), pose: poseAt([0, 0, 0]) });
  addShape(s, block, { kind: 'box', halfExtentsM: [0.01, 0.01, 0.01] });
  const drives = [-1, 1].map((side) => {
    const x = 0.0152 * side;
    const jaw = addBody(s, { massKg: 0.01, inertiaKgM2: boxInertia(0.01, 0.01, 0.02, 0.02), pose: poseAt([x, 0, 0]) });
    addShape(s, jaw, { kind: 'box', halfExtentsM: [0.005, 0.01, 0.01] });
    const joint = addJoint(s, 'prismatic', 0, jaw, [x, 0, 0], [1, 0, 0]);
    s.contactPairs.push([block, jaw]);
    return addActuator(s, addCoordinate(s, joint, 'travel'), 10);
  });
  const engine = await start(buildModel(s, { gravity: [0, 0, 0] }));
  commandSpeed(engine, drives[0]!, 0.05);
  commandSpeed(engine, drives[1]!, -0.05);
  let [at, normalRelative, frictionRelative] = [0, 0, 0];
  const result = run(
    engine,
    Math.round(1000 * seconds),
    (i) => {
      engine.wrench[6 * block + 1] = i > 500 ? -pullN : 0;
    },
    (i) => {
      if (i === 500) at = engine.pose[7 * block + 1]!;
      if (i < 600) return;
      for (const n of engine.contactNormalN) normalRelative = Math.max(normalRelative, Math.abs(n / 10 - 1));
      const friction = Math.abs(engine.contactForceN[1]! + engine.contactForceN[4]!);
      frictionRelative = Math.max(frictionRelative, Math.abs(friction / pullN - 1));
    },
  );
  const slipM = Math.abs(engine.pose[7 * block + 1]! - at);
  engine.free();
  return { run: result, errors: { slipM, normalRelative, frictionRelative } };
}

/**
 * Flank of an involute tooth as pairs [radius, half angle]: module 2 mm, 20°, thinned by 0.05 mm at the pitch circle.
 */
export function toothFlank(toothCount: number): [number, number][] {
  const [m, pressure, thinning, points] = [2e-3, (20 * Math.PI) / 180, 0.05e-3, 8];
  const rp = (m * toothCount) / 2;
  const rb = rp * Math.cos(pressure);
  const ra = rp + m;
  const rf = rp - 1.25 * m;
  const involute = (a: number) => Math.tan(a) - a;
  const half = Math.PI / (2 * toothCount) - thinning / 2 / rp;
  const r0 = Math.max(rb, rf);
  const flank: [number, number][] = rf < rb ? [[rf, half + involute(pressure)]] : [];
  for (let i = 0; i < points; i++) {
    const r = r0 + ((ra - r0) * i) / (points - 1);
    const a = Math.acos(Math.min(1, rb / r));
    flank.push([r, half + involute(pressure) - involute(a)]);
  }
  return flank;
}

/** One hull per tooth. */
export function addTeeth(s: Builder, body: number, toothCount: number, widthM: number): void {
  const flank = toothFlank(toothCount);
  for (let k = 0; k < toothCount; k++) {
    const center = (k * TURN) / toothCount;
    const vertices: number[] = [];
    for (const [r, half] of flank) {
      for (const side of [-1, 1]) {
        const a = center + side * half;
        for (const end of [-1, 1]) vertices.push(r * Math.cos(a), r * Math.sin(a), (end * widthM) / 2);
      }
    }
    addShape(s, body, { kind: 'hull', verticesM: Float64Array.from(vertices) }, { friction: 0.1 });
  }
}

/** Case (c), one stage: pinion 20, wheel 60, drive 2π rad/s, brake 0.1 N·m on the wheel. */
export async function gearTeeth(start: StartEngine, seconds = 3): Promise<CaseResult> {
  const s = newBuilder();
  const pinion = addBody(s, { massKg: 0.0789, inertiaKgM2: [1e-5, 1e-5, 1.578e-5], pose: poseAt([0, 0, 0]) });
  const turned = poseAt([0.08, 0, 0], (3 * Math.PI) / 180);
  const wheel = addBody(s, { massKg: 0.71, inertiaKgM2: [7e-4, 7e-4, 1.278e-3], pose: turned });
  const qp = addCoordinate(s, addJoint(s, 'revolute', 0, pinion, [0, 0, 0]), 'angle');
  const qw = addCoordinate(s, addJoint(s, 'revolute', 0, wheel, [0.08, 0, 0]), 'angle', { dryFriction: 0.1 });
  const drive = addActuator(s, qp, 50);
  addTeeth(s, pinion, 20, 0.008);
  addTeeth(s, wheel, 60, 0.008);
  const engine = await start(buildModel(s, { gravity: [0, 0, 0] }));
  commandSpeed(engine, drive, TURN);
  const steps = Math.round(1000 * seconds);
  const first = Math.floor(steps / 3);
  let [low, high, torque, speed, square, pinion0, wheel0] = [1e9, -1e9, 0, 0, 0, 0, 0];
  const result = run(engine, steps, undefined, (i) => {
    const [p, w, rate] = [engine.coordinate[qp]!, engine.coordinate[qw]!, engine.coordinateRate[qw]!];
    if (i === first) [pinion0, wheel0] = [p, w];
    if (i < first) return;
    low = Math.min(low, p / 3 + w);
    high = Math.max(high, p / 3 + w);
    torque += engine.actuatorEffort[drive]!;
    speed += rate;
    square += rate * rate;
  });
  const n = steps - first;
  const ratio = (-3 * (engine.coordinate[qw]! - wheel0)) / (engine.coordinate[qp]! - pinion0);
  const mean = speed / n;
  engine.free();
  return {
    run: result,
    errors: {
      ratioRelative: Math.abs(ratio - 1),
      transmissionErrorDeg: ((high - low) * 180) / Math.PI,
      speedRipple: Math.sqrt(Math.max(0, square / n - mean * mean)) / Math.abs(mean),
      inputTorqueFactor: torque / n / (0.1 / 3),
    },
  };
}

/** Case (e): 200 cubes of 40 mm fall into a bin. */
export async function pile(start: StartEngine, seconds = 2): Promise<CaseResult> {
  const s = newBuilder();
  const bin = addGround(s);
  addShape(s, bin, { kind: 'box', halfExtentsM: [0.25, 0.025, 0.25] }, { pose: poseAt([0, -0.025, 0]) });
  for (const [x, z, hx, hz] of [
    [0.225, 0, 0.025, 0.25],
    [-0.225, 0, 0.025, 0.25],
    [0, 0.225, 0.25, 0.025],
    [0, -0.225, 0.25, 0.025],
  ] as const) {
    addShape(s, bin, { kind: 'box', halfExtentsM: [hx, 0.3, hz] }, { pose: poseAt([x, 0.3, z]) });
  }
  let seed = 12345;
  const next = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return (seed >>> 8) / 2 ** 24;
  };
  for (let i = 0; i < 200; i++) {
    const [ix, iz, iy] = [i % 5, Math.floor(i / 5) % 5, Math.floor(i / 25)];
    const [rx, ry, rz, jx, jz] = [next(), next(), next(), next(), next()];
    const turn = (r: number, axis: [number, number, number]) => poseAt([0, 0, 0], (r - 0.5) * 0.6, axis);
    const spin = composePose(turn(rz, [0, 0, 1]), composePose(turn(ry, [0, 1, 0]), turn(rx, [1, 0, 0])));
    const at = [(ix - 2) * 72 + (jx - 0.5) * 4, 50 + 75 * iy, (iz - 2) * 72 + (jz - 0.5) * 4] as const;
    const pose = { positionM: [at[0] / 1e3, at[1] / 1e3, at[2] / 1e3] as const, rotation: spin.rotation };
    const cube = addBody(s, { massKg: 0.064, inertiaKgM2: boxInertia(0.064, 0.04, 0.04, 0.04), pose });
    addShape(s, cube, { kind: 'box', halfExtentsM: [0.02, 0.02, 0.02] });
  }
  const engine = await start(buildModel(s));
  const steps = Math.round(1000 * seconds);
  let settledM = 0;
  const result = run(engine, steps, undefined, (i) => {
    if (i > 0.9 * steps) settledM = Math.max(settledM, engine.maxPenetrationM);
  });
  let escaped = 0;
  for (let b = 2; b < 202; b++) {
    const [x, y, z] = engine.pose.subarray(7 * b, 7 * b + 3);
    if (!(y! > 0 && Math.abs(x!) < 0.2 && Math.abs(z!) < 0.2)) escaped++;
  }
  engine.free();
  return { run: result, errors: { overlapM: result.maxPenetrationM, settledOverlapM: settledM, escaped } };
}
