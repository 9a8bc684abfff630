/** What is chosen for a whole trial before it starts: see step-control.ts for what is chosen at every step. */
import { type EngineModel, LARGEST_EXACT_PHASE, type Trouble } from '../engine.js';
import { type ScenePace, scenePace } from '../scene-pace.js';
import { report } from './troubles.js';

/** Sub-steps to start from, most of them for stiffness, and what the jerk may cost [m], by precision. */
const PRECISION = {
  fast: { start: 1, mostForStiffness: 1, jerkM: 1.6e-7 },
  standard: { start: 1, mostForStiffness: 4, jerkM: 2e-8 },
  precise: { start: 4, mostForStiffness: 16, jerkM: 2.5e-9 },
} as const;

/**
 * Inertia ratio across a joint up to which the solve closes: at 3e6 a bob on a link closes to 0.1 nm, at 3e7 it diverges.
 */
export const LARGEST_INERTIA_RATIO = 1e6;

/** What holds for a whole trial: fewest sub-steps of a step, and what the jerk may cost in one [m]. */
export interface StepPlan {
  /** The step that sub-steps are counted in: the recorded one, times the refinement of the model [s]. */
  readonly stepS: number;
  readonly fewest: number;
  readonly jerkM: number;
  readonly basis: 'precision' | 'stiffness' | 'given';
  readonly pace: ScenePace;
}

/** Plans the steps of a trial from precision, stiffness and what the model prescribes. */
export function planSteps(model: EngineModel): StepPlan {
  const { stepS, precision, refinement = 1, subStepS } = model;
  const pace = scenePace(model);
  const whole = stepS * refinement;
  const { start, mostForStiffness, jerkM } = PRECISION[precision];
  if (subStepS !== undefined)
    return { stepS: whole, fewest: Math.ceil(whole / subStepS - 1e-9), jerkM, basis: 'given', pace };
  const stiff = Math.min(mostForStiffness, Math.ceil((whole * pace.stiffestRadPerS) / LARGEST_EXACT_PHASE));
  return {
    stepS: whole,
    fewest: Math.max(start, stiff),
    jerkM,
    basis: stiff > start ? 'stiffness' : 'precision',
    pace,
  };
}

/** The plan as it is recorded with a trial. */
export function describePlan({ stepS, precision }: EngineModel, { fewest, basis, pace }: StepPlan) {
  return {
    engine: 'direct',
    stepS,
    precision,
    longestSubStepS: stepS / fewest,
    subStepBasis: basis,
    inertiaRatio: pace.inertiaRatio,
    inertiaRatioHeld: LARGEST_INERTIA_RATIO,
    stiffestRadPerS: pace.stiffestRadPerS,
  };
}

/** Reports a joint whose bodies weigh too differently for the solve to close. */
export function reportInertia({ pace: { inertiaRatio, inertiaRatioAt } }: StepPlan, troubles: Trouble[]): void {
  if (inertiaRatio <= LARGEST_INERTIA_RATIO) return;
  const message =
    `${inertiaRatioAt}: its bodies weigh 1 : ${inertiaRatio.toPrecision(2)} there, and the solve holds ` +
    `1 : ${LARGEST_INERTIA_RATIO.toPrecision(2)}`;
  report(troubles, 'inertia_ratio', message, 0, inertiaRatio);
}
