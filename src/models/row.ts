/**
 * How a scalar relation s = Σ factor·q − origin between coordinates acts. The effort λ of a row is conjugate to s: every
 * coordinate feels factor·λ on body b and the opposite on body a.
 *
 *   rigid     s = 0, λ free                          gears, racks, belts
 *   stops     lower ≤ s ≤ upper, dead                backlash, slack, solid length, a taut cord
 *   friction  |λ| ≤ cap, ṡ = 0 while it holds        clutches, brakes
 *   one-way   s never falls more than `play` below its highest value so far, λ ≥ 0
 *   damping   λ = −(linear + quadratic·|ṡ|)·ṡ        dampers, governors
 *
 * Every one of them is passive: it gives no energy, and `rigid` takes none.
 */
export type RowBehavior =
  | { readonly kind: 'rigid' }
  | { readonly kind: 'stops'; readonly lower: number; readonly upper: number }
  | { readonly kind: 'friction'; readonly cap: number }
  | { readonly kind: 'one-way'; readonly play: number }
  | { readonly kind: 'damping'; readonly linear: number; readonly quadratic: number };

/**
 * Loss of a transmission: dry friction on one of its terms, in proportion to the effort e that the row exerts there.
 *
 *   the term drives against e:    |friction| ≤ driving·|e|      efficiency 1/(1 + driving)
 *   e drives the term:            |friction| ≤ driven·|e|       efficiency 1 − driven, self-locking at driven ≥ 1
 */
export interface RowLoss {
  /** Index into the terms of the row. */
  readonly term: number;
  readonly driving: number;
  readonly driven: number;
}

/** Bounds of the friction effort of a lossy term. */
export interface LossBounds {
  lower: number;
  upper: number;
}

/**
 * Writes the bounds of the friction effort on a lossy term.
 *
 *   e ≥ 0:  −driven·e ≤ f ≤ driving·e          e < 0:  driving·e ≤ f ≤ −driven·e
 *
 * Friction opposes the motion: with q̇ > 0 and e > 0 the row drives the term, and the lower bound holds.
 *
 * @param effort e, effort of the row on the term [N·m or N], of the step before
 * @param bounds out
 * @limits engines follow the effort by `relaxedEffort`: `direct` within the sub-step, `rapier` one sub-step behind
 */
export function lossBounds(effort: number, loss: RowLoss, bounds: LossBounds): void {
  bounds.lower = effort >= 0 ? -loss.driven * effort : loss.driving * effort;
  bounds.upper = effort >= 0 ? loss.driving * effort : -loss.driven * effort;
}

/**
 * The effort that the loss is taken from, followed from step to step.
 *
 *   e ← e + (e_found − e)/(1 + κ),  κ = max(driving, driven)
 *
 * Friction changes the effort that it depends on by −g·f with 0 ≤ g ≤ 1 (the inertia behind the row over the whole), so
 * the plain iteration e ← e_found has the factor −g·κ and oscillates without end for κ > 1, as in a worm. This one has a
 * factor between 0 and 1 for every g.
 *
 * @param before the followed effort of the last step
 * @param found  effort that the row was found to exert on the term in this step
 */
export function relaxedEffort(before: number, found: number, loss: RowLoss): number {
  return before + (found - before) / (1 + Math.max(loss.driving, loss.driven));
}

/** Loss of a transmission with the same efficiency η in both directions; null when it has none. */
export function lossOfEfficiency(efficiency: number, term: number): RowLoss | null {
  return efficiency >= 1 ? null : { term, driving: 1 / efficiency - 1, driven: 1 - efficiency };
}

/** A row that holds its terms together, with play where there is any. */
export function meshBehavior(play: number): RowBehavior {
  return play > 0 ? { kind: 'stops', lower: -play / 2, upper: play / 2 } : { kind: 'rigid' };
}
