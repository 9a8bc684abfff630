/** Jointed cases: four-bar, slider-crank, scissor lift, chains, bob, pendulum, reducer. Parameters as in the baseline. */
import { rotate } from '../../../src/core/vector.js';
import type { Engine, EngineModel, StartEngine } from '../../../src/dynamics/engine.js';
import {
  addActuator,
  addBar,
  addBody,
  addCoordinate,
  addCoupling,
  addJoint,
  type Builder,
  buildModel,
  commandSpeed,
  newBuilder,
  poseAt,
} from '../model-builder.js';
import { balanceOf, type CaseResult, run } from '../run.js';

const TURN = 2 * Math.PI;
const wrap = (a: number) => Math.atan2(Math.sin(a), Math.cos(a));

/** Four-bar 20/70/40/60 mm in the plane, crank at 90°, output on the left of the line B–D. */
export const FOUR_BAR = { crankM: 0.02, couplerM: 0.07, rockerM: 0.04, baseM: 0.06 };

/** Angle of the rocker [rad] at crank angle `crank` [rad]: intersection of two circles. */
export function rockerAngle(crank: number): number {
  const { crankM, couplerM: c, rockerM: r, baseM } = FOUR_BAR;
  const bx = crankM * Math.cos(crank);
  const by = crankM * Math.sin(crank);
  const x = baseM - bx;
  const d = Math.hypot(x, by);
  const a = (c * c - r * r + d * d) / (2 * d);
  const h = Math.sqrt(c * c - a * a);
  return Math.atan2(by + (-a * by) / d + (h * x) / d, bx + (a * x) / d + (h * by) / d - baseM);
}

function fourBar(s: Builder) {
  const { crankM, rockerM, baseM } = FOUR_BAR;
  const start = rockerAngle(Math.PI / 2);
  const B = [0, crankM] as const;
  const C = [baseM + rockerM * Math.cos(start), rockerM * Math.sin(start)] as const;
  const crank = addBar(s, [0, 0], B);
  const coupler = addBar(s, B, C);
  const rocker = addBar(s, [baseM, 0], C);
  const jA = addJoint(s, 'revolute', 0, crank, [0, 0, 0]);
  addJoint(s, 'revolute', crank, coupler, [...B, 0]);
  addJoint(s, 'revolute', coupler, rocker, [...C, 0]);
  const jD = addJoint(s, 'revolute', 0, rocker, [baseM, 0, 0]);
  return { qA: addCoordinate(s, jA, 'angle'), qD: addCoordinate(s, jD, 'angle'), start };
}

/** Case (a): three turns at 2π rad/s with a cap of 2 N·m. */
export async function drivenFourBar(start: StartEngine, turns = 3): Promise<CaseResult> {
  const s = newBuilder();
  const { qA, qD, start: rocker0 } = fourBar(s);
  const drive = addActuator(s, qA, 2);
  const engine = await start(buildModel(s));
  commandSpeed(engine, drive, TURN);
  const [a0, d0] = [engine.coordinate[qA]!, engine.coordinate[qD]!];
  let rockerRad = 0;
  const result = run(engine, 1000 * turns, undefined, () => {
    const expected = rockerAngle(Math.PI / 2 + engine.coordinate[qA]! - a0);
    rockerRad = Math.max(rockerRad, Math.abs(wrap(rocker0 + engine.coordinate[qD]! - d0 - expected)));
  });
  engine.free();
  return { run: result, errors: { rockerRad } };
}

/** The same linkage left to gravity: energy swing against its potential depth. */
export async function freeFourBar(start: StartEngine, seconds = 5): Promise<CaseResult> {
  const s = newBuilder();
  fourBar(s);
  const weight = s.bodies.slice(1).reduce((sum, b) => sum + b.massKg * 9.81 * 0.02, 0);
  const engine = await start(buildModel(s));
  const before = balanceOf(engine);
  const result = run(engine, 1000 * seconds);
  const errors = {
    energySwing: result.energyResidualJ / weight,
    energyEnd: Math.abs(balanceOf(engine) - before) / weight,
  };
  engine.free();
  return { run: result, errors };
}

/** Slider-crank, r = 30 mm, l = 100 mm, aluminium, at 2π rad/s. */
export async function sliderCrank(start: StartEngine, seconds = 3.2): Promise<CaseResult> {
  const s = newBuilder();
  const [r, l, angle] = [0.03, 0.1, Math.PI / 3];
  const at = (crank: number) => r * Math.cos(crank) + Math.sqrt(l * l - (r * Math.sin(crank)) ** 2);
  const B = [r * Math.cos(angle), r * Math.sin(angle)] as const;
  const x = at(angle);
  const aluminium = { densityKgPerM3: 2700 };
  const crank = addBar(s, [0, 0], B, aluminium);
  const rod = addBar(s, B, [x, 0], aluminium);
  const slider = addBar(s, [x - 0.01, 0], [x + 0.01, 0], aluminium);
  const jA = addJoint(s, 'revolute', 0, crank, [0, 0, 0]);
  addJoint(s, 'revolute', crank, rod, [...B, 0]);
  addJoint(s, 'revolute', rod, slider, [x, 0, 0]);
  addJoint(s, 'prismatic', 0, slider, [x, 0, 0], [1, 0, 0]);
  const q = addCoordinate(s, jA, 'angle');
  const drive = addActuator(s, q, 2);
  const engine = await start(buildModel(s));
  commandSpeed(engine, drive, TURN);
  const q0 = engine.coordinate[q]!;
  let sliderM = 0;
  const result = run(engine, 1000 * seconds, undefined, () => {
    sliderM = Math.max(sliderM, Math.abs(engine.pose[7 * slider]! - at(angle + engine.coordinate[q]! - q0)));
  });
  engine.free();
  return { run: result, errors: { sliderM } };
}

/** Scissor lift of n stages, crank swung at ±0.3π rad/s, platform height against n·l·sin θ. */
export async function scissorLift(start: StartEngine, n: number, seconds = 3.2): Promise<CaseResult> {
  const s = newBuilder();
  const [l, tilt] = [0.05, 0.5];
  const cx = l * Math.cos(tilt);
  const sy = l * Math.sin(tilt);
  const aluminium = { densityKgPerM3: 2700 };
  let below: [number, number] | null = null;
  let crank = 0;
  for (let i = 0; i < n; i++) {
    const y = i * sy;
    const a = addBar(s, [0, y], [cx, y + sy], aluminium);
    const b = addBar(s, [cx, y], [0, y + sy], aluminium);
    addJoint(s, 'revolute', a, b, [cx / 2, y + sy / 2, 0]);
    if (below) {
      addJoint(s, 'revolute', below[1], a, [0, y, 0]);
      addJoint(s, 'revolute', below[0], b, [cx, y, 0]);
    } else {
      crank = addJoint(s, 'revolute', 0, a, [0, 0, 0]);
      const slider = addBar(s, [cx - 0.005, 0], [cx + 0.005, 0], aluminium);
      addJoint(s, 'revolute', b, slider, [cx, 0, 0]);
      addJoint(s, 'prismatic', 0, slider, [cx, 0, 0], [1, 0, 0]);
    }
    below = [a, b];
  }
  const top = n * sy;
  const platform = addBar(s, [-0.01, top], [cx + 0.01, top], { densityKgPerM3: 5400 });
  addJoint(s, 'revolute', below![1], platform, [0, top, 0]);
  const slider = addBar(s, [cx - 0.005, top], [cx + 0.005, top], aluminium);
  addJoint(s, 'revolute', below![0], slider, [cx, top, 0]);
  addJoint(s, 'prismatic', platform, slider, [cx, top, 0], [1, 0, 0]);
  const q = addCoordinate(s, crank, 'angle');
  const drive = addActuator(s, q, 2);
  const engine = await start(buildModel(s));
  const q0 = engine.coordinate[q]!;
  let platformM = 0;
  const result = run(
    engine,
    1000 * seconds,
    (i) => commandSpeed(engine, drive, 0.3 * Math.PI * Math.cos(Math.PI * i * 1e-3)),
    () => {
      const height = n * l * Math.sin(tilt + engine.coordinate[q]! - q0);
      platformM = Math.max(platformM, Math.abs(engine.pose[7 * platform + 1]! - height));
    },
  );
  engine.free();
  return { run: result, errors: { platformM } };
}

/** Kinetic and potential energy of the recorded poses and velocities [J]; gravity −y, bodies with diagonal inertia. */
function energyOfState(engine: Engine, model: EngineModel): number {
  let sum = 0;
  for (const [b, { massKg, inertiaKgM2 }] of model.bodies.entries()) {
    if (b === 0) continue;
    const p = engine.pose.subarray(7 * b, 7 * b + 7);
    const v = engine.velocity.subarray(6 * b, 6 * b + 6);
    const w = rotate([-p[3]!, -p[4]!, -p[5]!, p[6]!], [v[3]!, v[4]!, v[5]!]);
    sum += 0.5 * massKg * (v[0]! ** 2 + v[1]! ** 2 + v[2]! ** 2) + massKg * 9.81 * p[1]!;
    for (let k = 0; k < 3; k++) sum += 0.5 * inertiaKgM2[4 * k]! * w[k]! ** 2;
  }
  return sum;
}

/**
 * Chain of n links on spherical joints, let go from the horizontal, out of its plane a little.
 *
 * @param l length of a link [m]; the energy error goes with h²g/l
 */
export async function freeChain(start: StartEngine, n: number, seconds: number, l = 0.05): Promise<CaseResult> {
  const s = newBuilder();
  let below = 0;
  for (let i = 0; i < n; i++) {
    const bar = addBar(s, [l * i, 0], [l * (i + 1), 0]);
    const { inertiaKgM2, massKg, poseInWorld } = s.bodies[bar]!;
    if (i === n - 1) {
      s.bodies[bar] = { ...s.bodies[bar]!, inertiaKgM2, massKg, poseInWorld, linearVelocityMPerS: [0, 0, 0.1] };
    }
    addJoint(s, 'spherical', below, bar, [l * i, 0, 0]);
    below = bar;
  }
  const engine = await start(buildModel(s));
  const model = buildModel(s);
  const before = energyOfState(engine, model);
  let worst = 0;
  const result = run(engine, Math.round(1000 * seconds), undefined, () => {
    worst = Math.max(worst, Math.abs(energyOfState(engine, model) - before));
  });
  engine.free();
  const peak = result.peakKineticJ;
  return { run: result, errors: { energyOfState: worst / peak, energyBalance: result.energyResidualJ / peak } };
}

/** A light link of 100 mm with a heavy bob at its end, both on revolutes, falling from the horizontal. */
export async function bob(start: StartEngine, linkKg: number, bobKg: number, seconds = 5): Promise<CaseResult> {
  const s = newBuilder();
  const link = addBar(s, [0, 0], [0.1, 0], { massKg: linkKg, widthM: 0.005, heightM: 0.005 });
  const I = 4e-4 * bobKg;
  const weight = addBody(s, { massKg: bobKg, inertiaKgM2: [I, I, I], pose: poseAt([0.1, 0, 0]) });
  addJoint(s, 'revolute', 0, link, [0, 0, 0]);
  addJoint(s, 'revolute', link, weight, [0.1, 0, 0]);
  const engine = await start(buildModel(s));
  const result = run(engine, Math.round(1000 * seconds));
  engine.free();
  return { run: result, errors: { energy: result.energyResidualJ / (bobKg * 9.81 * 0.1) } };
}

/** Complete elliptic period of a pendulum released at `amplitude` [rad], by the arithmetic–geometric mean [s]. */
export function pendulumPeriod(I: number, mgl: number, amplitude: number): number {
  let [x, y] = [1, Math.cos(amplitude / 2)];
  for (let k = 0; k < 20; k++) [x, y] = [(x + y) / 2, Math.sqrt(x * y)];
  return (TURN / x) * Math.sqrt(I / mgl);
}

/**
 * Time after the step's start that the mean of its kicks belongs to [s]: `count` kicks h apart. The first spans the halves of
 * two step lengths, from −hBefore/2 to h/2: its middle is (h − hBefore)/4.
 */
function kickCenter(count: number, h: number, hBefore: number): number {
  let weight = 0.5 * (hBefore + h);
  let moment = 0.25 * weight * (h - hBefore);
  for (let k = 1; k < count; k++) {
    weight += h;
    moment += h * k * h;
  }
  return moment / weight;
}

/** A bar of 0.2 m, 0.1 kg, released 1 rad from the vertical: energy, period, and the pin's force where it belongs. */
export async function pendulum(start: StartEngine, seconds = 60): Promise<CaseResult> {
  const s = newBuilder();
  const [m, g, c] = [0.1, 9.81, 0.1];
  const tilt = 1 - Math.PI / 2;
  const bar = addBar(s, [0, 0], [2 * c * Math.cos(tilt), 2 * c * Math.sin(tilt)], { massKg: m });
  const joint = addJoint(s, 'revolute', 0, bar, [0, 0, 0]);
  const q = addCoordinate(s, joint, 'angle');
  const engine: Engine = await start(buildModel(s));
  const I = s.bodies[bar]!.inertiaKgM2[8]! + m * c * c;
  const q0 = engine.coordinate[q]!;
  const crossings: number[] = [];
  let [before, pinOfWeight, hBefore] = [1, 0, 0];
  const result = run(engine, 1000 * seconds, undefined, (i) => {
    const angle = 1 + engine.coordinate[q]! - q0;
    if (before > 0 && angle <= 0) crossings.push((i + 1 - angle / (angle - before)) * 1e-3);
    const h = 1e-3 / engine.subStepCount;
    if (i > 0) {
      const at = before + (angle - before) * kickCenter(engine.subStepCount, h, hBefore) * 1e3;
      const rateSquare = (2 * m * g * c * (Math.cos(at) - Math.cos(1))) / I;
      const radial = m * g * Math.cos(at) + m * c * rateSquare;
      const tangential = m * g * Math.sin(at) * (1 - (m * c * c) / I);
      const pin = Math.hypot(engine.jointReaction[0]!, engine.jointReaction[1]!);
      pinOfWeight = Math.max(pinOfWeight, Math.abs(pin - Math.hypot(radial, tangential)) / (m * g));
    }
    before = angle;
    hBefore = h;
  });
  const period = (crossings.at(-1)! - crossings[0]!) / (crossings.length - 1);
  engine.free();
  return {
    run: result,
    errors: {
      energy: result.energyResidualJ / (m * g * c * (1 - Math.cos(1))),
      periodRelative: Math.abs(period / pendulumPeriod(I, m * g * c, 1) - 1),
      pinOfWeight,
    },
  };
}

/** Case (b): reducer 27:1 as three couplings, a brake on the last shaft. */
export async function reducer(start: StartEngine, brakeNm: number, seconds = 3): Promise<CaseResult> {
  const s = newBuilder();
  const shafts = [
    [0.0789, 1.578e-5],
    [0.7889, 1.2938e-3],
    [0.7889, 1.2938e-3],
    [0.71, 1.278e-3],
  ] as const;
  const q = shafts.map(([m, J], i) => {
    const shaft = addBody(s, { massKg: m, inertiaKgM2: [J, J, J], pose: poseAt([0.08 * i, 0, 0]) });
    const joint = addJoint(s, 'revolute', 0, shaft, [0.08 * i, 0, 0]);
    return addCoordinate(s, joint, 'angle', { dryFriction: i === 3 ? brakeNm : 0 });
  });
  for (let i = 0; i < 3; i++) addCoupling(s, [q[i]!, 1], [q[i + 1]!, 3]);
  const drive = addActuator(s, q[0]!, 5);
  const engine = await start(buildModel(s));
  commandSpeed(engine, drive, TURN);
  let [phaseRad, torqueRelative] = [0, 0];
  const steps = Math.round(1000 * seconds);
  const result = run(engine, steps, undefined, (i) => {
    phaseRad = Math.max(phaseRad, Math.abs(engine.coordinate[q[0]!]! + 27 * engine.coordinate[q[3]!]!));
    if (i < (2 * steps) / 3) return;
    torqueRelative = Math.max(torqueRelative, Math.abs(engine.actuatorEffort[drive]! / (brakeNm / 27) - 1));
  });
  engine.free();
  return { run: result, errors: { phaseRad, torqueRelative } };
}
