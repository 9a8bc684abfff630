/**
 * Efforts that do not depend on the step's outcome: given coordinate efforts, and drives without gains.
 *
 *   v ← v + hf·M⁻¹Jᵀ·effort
 */
import { COMMAND, COMMAND_WIDTH } from '../engine.js';
import type { Mechanism } from './mechanism.js';
import { applyImpulse, applyToBody } from './row-set.js';
import { capInForce } from './scalar-rows.js';

/** Coordinate efforts and pure feed-forward drives act as given impulses. */
export function applyExplicitEfforts(m: Mechanism): void {
  const { model, coordinates, coordinateEffort, commands, explicitDrive, bodies } = m;
  const { hf } = m.times;
  for (let i = 0; i < coordinates.count; i++) {
    const effort = coordinateEffort[i]!;
    if (effort !== 0) applyImpulse(coordinates.rows, i, hf * effort, bodies);
  }
  for (let i = 0; i < model.actuators.length; i++) {
    explicitDrive[i] = 0;
    const o = COMMAND_WIDTH * i;
    if (!isDriving(m, i) || commands[o + COMMAND.kp] !== 0 || commands[o + COMMAND.kd] !== 0) continue;
    const { coordinate, reactsOnReference } = model.actuators[i]!;
    const cap = capInForce(model.actuators[i]!, commands, i);
    const effort = Math.max(-cap, Math.min(cap, commands[o + COMMAND.feedforward]!));
    explicitDrive[i] = effort;
    if (effort === 0) continue;
    if (reactsOnReference) applyImpulse(coordinates.rows, coordinate, hf * effort, bodies);
    else applyToBody(coordinates.rows, coordinate, coordinates.pairs.b[coordinate]!, hf * effort, bodies);
  }
}

/** Whether actuator i is on and its joint holds. */
export function isDriving(m: Mechanism, i: number): boolean {
  if (m.commands[COMMAND_WIDTH * i + COMMAND.isOn] === 0) return false;
  return isCoordinateHeld(m, m.model.actuators[i]!.coordinate);
}

export function isCoordinateHeld(m: Mechanism, coordinate: number): boolean {
  const { joint } = m.model.coordinates[coordinate]!;
  return joint === null || m.isJointActive[joint] === 1;
}
