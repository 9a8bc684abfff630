/**
 * The same model on an engine and on MuJoCo, driven by the same constant efforts and laws.
 *
 * MuJoCo: RK4 at `MUJOCO_STEP_S`; laws are evaluated before each of its steps and held.
 */
import loadMujoco from '@mujoco/mujoco';
import { invariant } from '../../src/core/errors.js';
import type { EngineModel } from '../../src/dynamics/engine.js';
import type { Lab } from '../case.js';
import { drive, steps } from '../rig.js';
import { jointName, mjcfOf, signOf } from './mjcf.js';

export const MUJOCO_STEP_S = 5e-5;

/** A mechanism under constant efforts, and how long it is followed. */
export interface Comparison {
  readonly model: EngineModel;
  /** Effort on every actuator's coordinate [N·m or N]. */
  readonly efforts: readonly number[];
  readonly seconds: number;
}

/** Values of the joint coordinates of a model, one row per recorded step. */
export type Trace = readonly (readonly number[])[];

/** Coordinates that belong to a joint of MuJoCo's tree: the rest are no states there. */
export const comparable = (model: EngineModel): number[] =>
  model.coordinates.flatMap(({ joint }, i) => (joint !== null && signOf(model, joint) !== 0 ? [i] : []));

/** Runs on one of our engines. */
export async function traceOnEngine({ model, efforts, seconds }: Comparison, lab: Lab): Promise<Trace> {
  const engine = await lab.start(model);
  efforts.forEach((feedforward, i) => {
    drive(engine, model, i, { feedforward });
  });
  const of = comparable(model);
  const trace: number[][] = [];
  steps(engine, Math.round(seconds / model.stepS), () => trace.push(of.map((i) => engine.coordinate[i]!)));
  engine.free();
  const start = await lab.start(model);
  const initial = of.map((i) => start.coordinate[i]!);
  start.free();
  return trace.map((row) => row.map((x, k) => x - initial[k]!));
}

/** Runs on MuJoCo. */
export async function traceOnMujoco({ model, efforts, seconds }: Comparison, stepS = MUJOCO_STEP_S): Promise<Trace> {
  const mujoco = await loadMujoco();
  const m = mujoco.MjModel.from_xml_string(mjcfOf(model, stepS));
  invariant(m !== null, 'MuJoCo reads the model');
  const d = new mujoco.MjData(m);
  const joints = model.coordinates.map(({ joint }) => joint);
  const address = new Map<number, { q: number; v: number; sign: number }>();
  for (const joint of joints) {
    if (joint === null || signOf(model, joint) === 0) continue;
    const id = mujoco.mj_name2id(m, mujoco.mjtObj.mjOBJ_JOINT.value, jointName(joint));
    address.set(joint, { q: m.jnt_qposadr[id], v: m.jnt_dofadr[id], sign: signOf(model, joint) });
  }
  const placeOf = (coordinate: number) => address.get(joints[coordinate]!)!;
  const of = comparable(model);
  const trace: number[][] = [];
  const perStep = Math.round(model.stepS / stepS);
  const [q, qd, effort] = [new Float64Array(1), new Float64Array(1), new Float64Array(1)];
  for (let k = 1; k <= Math.round(seconds / model.stepS) * perStep; k++) {
    d.qfrc_applied.fill(0);
    model.actuators.forEach(({ coordinate }, i) => {
      const { v, sign } = placeOf(coordinate);
      d.qfrc_applied[v] += sign * efforts[i]!;
    });
    for (const law of model.laws ?? []) {
      const { q: iq, v, sign } = placeOf(law.coordinates[0]!);
      q[0] = sign * d.qpos[iq];
      qd[0] = sign * d.qvel[v];
      law.effort(q, qd, effort);
      d.qfrc_applied[v] += sign * effort[0]!;
    }
    mujoco.mj_step(m, d);
    if (k % perStep === 0) trace.push(of.map((i) => placeOf(i).sign * d.qpos[placeOf(i).q]));
  }
  d.delete();
  m.delete();
  return trace;
}
