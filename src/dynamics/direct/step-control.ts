/**
 * How many sub-steps a recorded step takes.
 *
 *   spin       h·|ω| ≤ 0.1 rad           the momentum form and the unwrapping of angles hold
 *   approach   h·speed ≤ ½ thickness    nothing passes through a shape unseen, and contacts are known a step ahead
 *   impact     h·closing speed ≤ 0.1 mm where two shapes are about to touch (not in piles)
 *   jerk       the acceleration's change moves no centre of mass by more than 20 nm beyond what a sub-step sees:
 *              h³·|ȧ| ≤ 20 nm, in powers of two; only where nothing touches (contacts switch, and then ȧ says nothing)
 *   stiffness  h·ω ≤ 1 rad of the stiffest law at the start, at most 4 (16 for 'precise'; not asked for by 'fast')
 *   precision  'precise' starts from 4, and halves the sub-step for the jerk; 'fast' doubles it
 *
 * A step that does not close, does not converge, or whose energy balance is off by 0.2 % of the kinetic energy is taken
 * again with `REFINEMENT` times as many.
 *
 * Contributor notes. The balance is a coarse net for whips and crashes: with 0.02 % it catches the harmless swing of a
 * free linkage within its turn, and every change of step length costs leapfrog some of its reversibility (four-bar:
 * 0.21 % instead of 0.15 %).
 */
import { type Bodies, surfaceSpeed } from './bodies.js';
import type { CollisionWorld } from './collision/collision-world.js';
import { type ContactSet, relativeVelocity } from './contacts.js';
import type { StepPlan } from './step-plan.js';

/** Most sub-steps of one recorded step; what would need more is reported as `too_fast`. */
export const MAX_SUBSTEPS = 64;
/** Factor from one try to the next, and number of tries. */
export const REFINEMENT = 4;
export const MAX_TRIES = 3;
const LARGEST_SPIN_RAD = 0.1;
const MAX_JERK_SUBSTEPS = 16;
const SMALLEST_REACH_M = 2e-4;
const IMPACT_M = 1e-4;
const MAX_IMPACT_SUBSTEPS = 8;
/** More contacts than this are a pile. */
const PILE = 200;
/** Error of the energy balance in one step that asks for smaller ones: part of the kinetic energy, and floor [J]. */
const BALANCE_PART = 2e-3;
const BALANCE_J = 1e-6;

/** Returns the number of sub-steps for the present velocities; may exceed `MAX_SUBSTEPS`. */
export function neededSubsteps(
  bodies: Bodies,
  collision: CollisionWorld | null,
  contacts: ContactSet,
  jerk: number,
  { stepS, fewest, jerkM }: StepPlan,
): number {
  let count = fewest;
  const { v, inverseMass } = bodies;
  for (let b = 1; b < bodies.count; b++) {
    if (inverseMass[b] === 0) continue;
    const o = 6 * b + 3;
    const spin = Math.sqrt(v[o]! ** 2 + v[o + 1]! ** 2 + v[o + 2]! ** 2);
    count = Math.max(count, Math.ceil((stepS * spin) / LARGEST_SPIN_RAD));
  }
  if (contacts.count === 0) count = Math.max(count, smoothSubsteps(jerk, stepS, jerkM));
  if (!collision) return count;
  for (let i = 0; i < collision.bodyOf.length; i++) {
    const b = collision.bodyOf[i]!;
    if (inverseMass[b] === 0) continue;
    const reach = Math.max(SMALLEST_REACH_M, 0.5 * collision.thickness[i]!);
    count = Math.max(count, Math.ceil((stepS * surfaceSpeed(bodies, b, collision.reach[i]!)) / reach));
  }
  return Math.max(count, impactSubsteps(bodies, contacts, stepS));
}

/** Sub-steps for the change of acceleration of the last one: a power of two, so that the step length seldom changes. */
function smoothSubsteps(jerk: number, stepS: number, jerkM: number): number {
  const wanted = Math.cbrt((jerk * stepS ** 3) / jerkM);
  return wanted <= 1 ? 1 : Math.min(MAX_JERK_SUBSTEPS, 2 ** Math.ceil(Math.log2(wanted)));
}

/** Sub-steps for the fastest closing contact that this step reaches. */
function impactSubsteps(bodies: Bodies, contacts: ContactSet, stepS: number): number {
  if (contacts.count > PILE) return 1;
  let fastest = 0;
  for (let i = 0; i < contacts.count; i++) {
    const closing = -relativeVelocity(contacts, i, bodies.v, VELOCITY) * stepS;
    if (closing > fastest && contacts.gap[i]! < 2 * closing) fastest = closing;
  }
  return Math.min(MAX_IMPACT_SUBSTEPS, Math.ceil(fastest / IMPACT_M));
}

/** Whether a step that changed the energy balance by `error` [J] should be taken again. */
export function isOffBalance(error: number, kineticJ: number): boolean {
  return Math.abs(error) > BALANCE_PART * kineticJ + BALANCE_J;
}

/** Whether `error` [J] is energy from nowhere, more than rounding. */
export function isGain(error: number, kineticJ: number): boolean {
  return error > BALANCE_PART * kineticJ + BALANCE_J;
}

const VELOCITY = new Float64Array(3);
