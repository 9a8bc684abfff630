/**
 * Reducers 3:1 per stage, by their own teeth and by equivalent gears: cases (c) and (b) of the baseline.
 *
 * Module 2 mm, 20/60 teeth, 20°, every tooth thinned by 0.05 mm, one hull per tooth, µ = 0.1; shafts 80 mm apart, brake on the
 * last, 2π rad/s on the first. Stages lie 12 mm apart along z.
 */
import type { Engine, StartEngine } from '../../src/dynamics/engine.js';
import { toothFlank } from '../dynamics/cases/contact.js';
import {
  addActuator,
  addBody,
  addCoordinate,
  addCoupling,
  addJoint,
  addShape,
  type Builder,
  buildModel,
  command,
  newBuilder,
  poseAt,
} from '../dynamics/model-builder.js';

const TURN = 2 * Math.PI;
const TEETH = { pinion: 20, wheel: 60 };
const WIDTH_M = 0.008;
const MASS_KG = { pinion: 0.0789, wheel: 0.71 };
const J_KGM2 = { pinion: 1.578e-5, wheel: 1.278e-3 };

/** What a train did over the last two thirds of its run. */
export interface TrainResult {
  readonly cpuUsPerMs: number;
  /** Relative error of the overall ratio. */
  readonly ratioError: number;
  /** Peak to peak, at the last shaft [deg]. */
  readonly transmissionErrorDeg: number;
  /** Standard deviation of the last shaft's speed over its mean. */
  readonly speedRipple: number;
  /** Mean torque at the first shaft over brake/ratio. */
  readonly inputTorqueFactor: number;
  readonly penetrationM: number;
  /** Angle of the last shaft at every recorded step [rad]. */
  readonly output: Float64Array;
}

export interface TrainSpec {
  readonly stages: 1 | 3;
  readonly model: 'native' | 'equivalent';
  readonly brakeNm: number;
  readonly seconds: number;
  /** Gain of the speed servo; with a finite one the loss-free torque is fed forward. */
  readonly gainNmSPerRad: number;
}

/** Runs a train on an engine. */
export async function runTrain(start: StartEngine, spec: TrainSpec): Promise<TrainResult> {
  const { s, q, drive } = buildTrain(spec);
  const engine = await start(buildModel(s, { gravity: [0, 0, 0] }));
  try {
    const { gainNmSPerRad: kd, brakeNm } = spec;
    const feedforward = Number.isFinite(kd) ? brakeNm / ratioOf(spec) : 0;
    command(engine, drive, { kd, targetRate: TURN, feedforward });
    return measure(engine, spec, q, drive);
  } finally {
    engine.free();
  }
}

function buildTrain({ stages, model, brakeNm }: TrainSpec) {
  const s = newBuilder();
  const shafts = Array.from({ length: stages + 1 }, (_, i) => addShaft(s, i, stages));
  const q = shafts.map(({ joint }, i) => addCoordinate(s, joint, 'angle', { dryFriction: i === stages ? brakeNm : 0 }));
  for (let i = 0; i < stages; i++) {
    if (model === 'equivalent') addCoupling(s, [q[i]!, 1], [q[i + 1]!, TEETH.wheel / TEETH.pinion]);
    else {
      // Shafts after the first are built half a wheel's pitch turned; their pinions are turned back.
      addTeeth(s, shafts[i]!.body, TEETH.pinion, 0.012 * i, i === 0 ? 0 : -HALF_PITCH);
      addTeeth(s, shafts[i + 1]!.body, TEETH.wheel, 0.012 * i, 0);
    }
  }
  return { s, q, drive: addActuator(s, q[0]!, 50) };
}

const ratioOf = ({ stages }: TrainSpec): number => (TEETH.wheel / TEETH.pinion) ** stages;

const HALF_PITCH = Math.PI / TEETH.wheel;

function addShaft(s: Builder, i: number, stages: number) {
  const wheel = i > 0 ? 1 : 0;
  const pinion = i < stages ? 1 : 0;
  const massKg = wheel * MASS_KG.wheel + pinion * MASS_KG.pinion;
  const J = wheel * J_KGM2.wheel + pinion * J_KGM2.pinion;
  const at = [0.08 * i, 0, 0] as const;
  const body = addBody(s, { massKg, inertiaKgM2: [0.6 * J, 0.6 * J, J], pose: poseAt(at, wheel * HALF_PITCH) });
  return { body, joint: addJoint(s, 'revolute', 0, body, at) };
}

function addTeeth(s: Builder, body: number, toothCount: number, z: number, turn: number): void {
  const flank = toothFlank(toothCount);
  for (let k = 0; k < toothCount; k++) {
    const center = turn + (k * TURN) / toothCount;
    const corners = flank.flatMap(([r, half]) =>
      [-1, 1].flatMap((side) => {
        const a = center + side * half;
        return [-1, 1].flatMap((end) => [r * Math.cos(a), r * Math.sin(a), z + (end * WIDTH_M) / 2]);
      }),
    );
    addShape(s, body, { kind: 'hull', verticesM: Float64Array.from(corners) }, { friction: 0.1 });
  }
}

function measure(engine: Engine, spec: TrainSpec, q: readonly number[], drive: number): TrainResult {
  const ratio = ratioOf(spec);
  const sign = spec.stages % 2 === 0 ? 1 : -1;
  const [first, last] = [q[0]!, q.at(-1)!];
  const steps = Math.round(1000 * spec.seconds);
  const from = Math.floor(steps / 3);
  const output = new Float64Array(steps);
  let [low, high, torque, speed, square, penetrationM, p0, w0] = [Infinity, -Infinity, 0, 0, 0, 0, 0, 0];
  let cpuUs = 0;
  for (let i = 0; i < steps; i++) {
    const before = process.cpuUsage();
    engine.step();
    const { user, system } = process.cpuUsage(before);
    cpuUs += user + system;
    const [p, w, rate] = [engine.coordinate[first]!, engine.coordinate[last]!, engine.coordinateRate[last]!];
    output[i] = w;
    penetrationM = Math.max(penetrationM, engine.maxPenetrationM);
    if (i === from) [p0, w0] = [p, w];
    if (i < from) continue;
    low = Math.min(low, w - (sign * p) / ratio);
    high = Math.max(high, w - (sign * p) / ratio);
    torque += engine.actuatorEffort[drive]!;
    speed += rate;
    square += rate * rate;
  }
  const n = steps - from;
  const mean = speed / n;
  return {
    cpuUsPerMs: cpuUs / steps,
    ratioError: (sign * ratio * (engine.coordinate[last]! - w0)) / (engine.coordinate[first]! - p0) - 1,
    transmissionErrorDeg: ((high - low) * 180) / Math.PI,
    speedRipple: Math.sqrt(Math.max(0, square / n - mean * mean)) / Math.abs(mean),
    inputTorqueFactor: torque / n / (spec.brakeNm / ratio),
    penetrationM,
    output,
  };
}
