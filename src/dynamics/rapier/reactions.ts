import type { EngineModel } from '../engine.js';
import type { BodyStates } from './bodies.js';
import type { FramePairs } from './frames.js';
import type { JointOperator } from './joint-operator.js';
import { jointRowCount } from './joint-rows.js';
import type { EffortLaw } from './law-state.js';
import type { MomentumBalance } from './momentum-balance.js';
import type { Rows } from './rows.js';

/**
 * Writes force and torque of a on b at the origin of frame b, world axes: row impulses of the joint (and of the law
 * rows that complete it) over the recorded step, divided by its length.
 *
 * @param lawImpulse impulse of every law row over the step
 * @param out        6 per joint [N, N·m]; zero for released joints
 */
export function writeReactions(
  model: EngineModel,
  states: BodyStates,
  frames: FramePairs,
  joints: JointOperator,
  balance: MomentumBalance,
  law: EffortLaw,
  lawImpulse: Float64Array,
  out: Float64Array,
): void {
  out.fill(0);
  const scale = 1 / model.stepS;
  model.joints.forEach((joint, j) => {
    const first = joints.firstRow[j]!;
    if (first < 0) return;
    for (let k = 0; k < jointRowCount(joint.kind); k++)
      addRow(joints.rows, first + k, balance.lambda[first + k]! * scale, j, out);
  });
  law.terms.forEach((term, r) => {
    if (term.kind !== 'universal' && term.kind !== 'distance') return;
    addRow(law.operator.rows, term.directions[0]!, lawImpulse[r]! * scale, term.index, out);
  });
  for (let j = 0; j < frames.count; j++) moveToOrigin(states, frames, frames.bodyB[j]!, j, out);
}

/** Adds the b side of a row: force, and torque about the centre of mass of b. */
function addRow(rows: Rows, r: number, lambda: number, j: number, out: Float64Array): void {
  for (let k = 0; k < 6; k++) out[6 * j + k]! += lambda * rows.J[12 * r + 6 + k]!;
}

/** Torque about the origin o of frame b: τ_o = τ_c − (o − c)×F. */
function moveToOrigin(states: BodyStates, frames: FramePairs, body: number, j: number, out: Float64Array): void {
  const o = 6 * j;
  for (let k = 0; k < 3; k++) {
    const k1 = (k + 1) % 3;
    const k2 = (k + 2) % 3;
    const r1 = frames.originB[3 * j + k1]! - states.center[3 * body + k1]!;
    const r2 = frames.originB[3 * j + k2]! - states.center[3 * body + k2]!;
    out[o + 3 + k]! -= r1 * out[o + k2]! - r2 * out[o + k1]!;
  }
}
