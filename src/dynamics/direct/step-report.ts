/**
 * What a recorded step's errors mean: good, to be taken again, or a trouble that is recorded.
 */
import type { Trouble } from '../engine.js';
import { report } from './troubles.js';

/** Closure [m] and complementarity [m] above which a step is taken again with smaller sub-steps, */
const REDO_CLOSURE_M = 1e-6;
const REDO_SLACK_M = 1e-8;
/** and above which it is reported. */
const CLOSURE_TROUBLE_M = 1e-5;
const SLACK_TROUBLE_M = 1e-7;
/** The same for piles that are solved by sweeps. */
const SWEPT_TROUBLE_M = 1e-4;
/** Closure [m] up to which a step at velocity level that lost no energy is as good as one whose joints close by position. */
const VELOCITY_CLOSURE_M = 1e-7;
/** Overlap [m] that is reported, and contacts that are too many. */
const DEEP_OVERLAP_M = 2e-4;
const LARGEST_PILE = 4000;

/** Largest errors over the sub-steps of a recorded step [m]; NaN is the largest. */
export interface WorstErrors {
  closureM: number;
  slackM: number;
  sweptM: number;
}

/** Whether a step closes and converges, so that it need not be taken again. */
export function isSolved({ closureM, slackM }: WorstErrors): boolean {
  return closureM < REDO_CLOSURE_M && slackM < REDO_SLACK_M;
}

/** Whether the joints of a step close, whatever its contacts do. */
export function isClosed({ closureM }: WorstErrors): boolean {
  return closureM < REDO_CLOSURE_M;
}

/** Whether a step at velocity level left the joints as closed as a step at position level. */
export function isClosedByVelocity({ closureM }: WorstErrors): boolean {
  return closureM < VELOCITY_CLOSURE_M;
}

/** Adds what is wrong with a step to `troubles`. */
export function reportStep(
  troubles: Trouble[],
  worst: WorstErrors,
  penetrationM: number,
  contactCount: number,
  timeS: number,
): void {
  const { closureM, slackM, sweptM } = worst;
  if (closureM > CLOSURE_TROUBLE_M) {
    report(troubles, 'residual', `joints do not close: ${closureM.toExponential(2)} m`, timeS, closureM);
  }
  if (slackM > SLACK_TROUBLE_M) {
    report(troubles, 'not_converged', `contacts not solved: ${slackM.toExponential(2)} m`, timeS, slackM);
  }
  if (sweptM > SWEPT_TROUBLE_M) {
    const advice = `pile not settled: ${sweptM.toExponential(2)} m; the engine 'rapier' is made for piles`;
    report(troubles, 'pile_not_converged', advice, timeS, sweptM);
  }
  if (penetrationM > DEEP_OVERLAP_M) {
    report(troubles, 'deep_overlap', `shapes overlap by ${penetrationM.toExponential(2)} m`, timeS, penetrationM);
  }
  if (contactCount > LARGEST_PILE) {
    const advice = `${contactCount} contacts are more than the direct engine is made for; use the engine 'rapier'`;
    report(troubles, 'too_large', advice, timeS, contactCount);
  }
}
