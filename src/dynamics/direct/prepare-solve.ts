/**
 * What a solve needs once A is factored: the eliminated unilateral problem, its softness, and the multipliers to start from.
 *
 *   G = J_u·M⁻¹·J_uᵀ − ZᵀZ + Γ        λ₀ = hf·(forces of the last sub-step)
 */
import { coupleToBilateral, eliminate, fillDelassus, findIslands } from './delassus.js';
import { solveSpins } from './integration.js';
import { finishLaw } from './laws.js';
import type { Mechanism } from './mechanism.js';
import { applyImpulse, rowRate } from './row-set.js';
import { finishDamping } from './scalar-rows.js';
import { prepareSweeps } from './sweeps.js';
import { ROW_ROLE } from './unilateral.js';

/** Above this many rows an island without joints is solved by sweeps. */
const LARGEST_DENSE_ROWS = 240;

/** Factors A, eliminates it from the unilateral rows, and starts the bilateral multipliers. */
export function prepareSolve(m: Mechanism, attempt: number): void {
  const { bilateral: bi, unilateral: set, islands, bodies } = m;
  coupleToBilateral(set, bi);
  eliminate(set, bi);
  findIslands(islands, set, bi, bodies);
  for (let k = 0; k < islands.count; k++) {
    if (isSwept(m, k)) prepareSweeps(islands, k, set);
    else {
      fillDelassus(islands, k, set, bi);
      soften(m, k);
    }
  }
  bi.lambda.fill(0);
  set.lambdaBefore.fill(0, 0, set.count);
  if (attempt === 0) warmStart(m);
}

/** Whether island k is solved by sweeps: many rows, no joints. */
export function isSwept(m: Mechanism, k: number): boolean {
  const { islands } = m;
  return !islands.isJointed[k] && islands.start[k + 1]! - islands.start[k]! > LARGEST_DENSE_ROWS;
}

/** Adds Γ to G, and sets the damping laws, which need G. */
function soften(m: Mechanism, k: number): void {
  const { unilateral: set, islands, model, times, bodies } = m;
  const problem = islands.problems[k]!;
  const first = islands.start[k]!;
  for (let i = 0; i < problem.n; i++) {
    const u = islands.members[first + i]!;
    const d = i * problem.n + i;
    if (set.role[u] === ROW_ROLE.damping) {
      const { damping } = model.coordinates[set.source[u]!]!;
      finishDamping(set, u, damping, times.hf, problem.G[d]!, bodies.vBefore);
    } else if (set.role[u] === ROW_ROLE.couplingFlow) {
      finishCouplingDamping(m, u, problem.G[d]!);
    } else if (set.role[u] === ROW_ROLE.law) {
      finishLaw(set, u, m.laws, set.source[u]!, times.h, problem.G[d]!, bodies.vBefore);
    }
    set.diagonal[u] = problem.G[d]!;
    problem.G[d]! += set.gamma[u]!;
    problem.lambda[i] = set.lambda[u]!;
  }
}

/** Sets the law of a coupling's damper: linear + quadratic·|ṡ| at the speed before. */
function finishCouplingDamping(m: Mechanism, u: number, diagonal: number): void {
  const { unilateral: set, bodies, times } = m;
  const { behavior } = m.couplings[set.source[u]!]!;
  if (behavior.kind !== 'damping') return;
  const speed = Math.abs(rowRate(set.rows, u, bodies.vBefore));
  finishDamping(set, u, behavior.linear + behavior.quadratic * speed, times.hf, diagonal, bodies.vBefore);
}

/** Applies the last forces of all rows. */
function warmStart(m: Mechanism): void {
  const { bilateral: bi, unilateral: set, bodies, jointForce, couplingForce, joints } = m;
  const { hf } = m.times;
  for (let u = 0; u < set.count; u++) {
    const lambda = set.lambda[u]!;
    if (lambda === 0) continue;
    set.lambdaBefore[u] = lambda;
    applyImpulse(set.rows, u, lambda, bodies);
  }
  for (const { joint, coupling, firstRow } of bi.elements) {
    const n = joint >= 0 ? joints[joint]!.kind!.rowCount : 1;
    for (let k = 0; k < n; k++) {
      const force = joint >= 0 ? jointForce.next[6 * joint + k]! : couplingForce.next[coupling]!;
      if (force === 0) continue;
      const lambda = hf * force;
      bi.lambda[firstRow + k] = lambda;
      applyImpulse(bi.rows, firstRow + k, lambda, bodies);
    }
  }
  solveSpins(bodies, m.times.h);
}
