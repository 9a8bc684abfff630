import type { SettingsRecord } from '../scene/index.js';
import type { Recording } from '../signals/index.js';
import type { HalvedStep, QualityVerdict } from './verdict.js';

/** A quality verdict with the instant from which the numbers are no longer to be trusted (+∞ when they all are). */
export interface JudgedQuality extends QualityVerdict {
  readonly trustedUntilS: number;
}

interface Gate {
  readonly values: Float64Array;
  readonly bound: number;
  readonly say: (measured: number) => string;
}

const micro = (x: number): string => (x * 1e6).toPrecision(3);

/**
 * Recorded steps above this [s] are too coarse to be believed by themselves: contacts that begin and end, profiles and
 * events are seen once per step. Such a trial is always run again at half the step.
 */
export const LARGEST_UNVERIFIED_STEP_S = 1e-3;

/**
 * Whether a trial is always run again at half the step: above 1 ms, and on `rapier`, whose errors are of first order and
 * leave no residual behind.
 */
export const needsHalvedStep = (engine: 'direct' | 'rapier', stepS: number): boolean =>
  engine === 'rapier' || stepS > LARGEST_UNVERIFIED_STEP_S * (1 + 1e-9);

/** On `rapier` a part of mass m under a force F sinks by about F/(m·(2π·10 kHz)²). */
const SINK_HINT = ' (light parts sink under load here: use direct, or declare contact.inertiaFloors)';

/** Troubles of an engine that no figure of the gate shows. */
const UNTRUSTED: readonly string[] = ['too_fast', 'velocity_level', 'inertia_ratio'];

/**
 * Holds the numerical quality of a recording against its gate.
 *
 * Bounds: joint separation, penetration, solver residual as set; energy residual ≤ fraction·(|work in| + peak kinetic) + floor;
 * no silent speed clamp; no step that needed more sub-steps than there are, or that no motion closes; steps above
 * `LARGEST_UNVERIFIED_STEP_S` verified at half of them.
 */
export function judgeQuality(
  recording: Recording,
  settings: SettingsRecord,
  halvedStep: HalvedStep | null,
): JudgedQuality {
  const { quality, totals } = recording;
  // A work of NaN allows nothing: the gate then stays shut.
  const allowedJ =
    settings.energyResidualFraction * (Math.abs(totals.workInJ) + totals.peakKineticJ) + settings.energyResidualJ;
  const gates: Gate[] = [
    {
      values: quality.jointSeparationM,
      bound: settings.jointSeparationM,
      say: (x) => `joint separation ${micro(x)} µm of ≤ ${micro(settings.jointSeparationM)} µm`,
    },
    {
      values: quality.penetrationM,
      bound: settings.penetrationM,
      say: (x) =>
        `contact penetration ${micro(x)} µm of ≤ ${micro(settings.penetrationM)} µm${recording.engine === 'rapier' ? SINK_HINT : ''}`,
    },
    {
      values: quality.energyResidualJ,
      bound: allowedJ,
      say: (x) => `energy balance off by ${x.toExponential(2)} J of ≤ ${allowedJ.toExponential(2)} J`,
    },
    {
      values: quality.residualM,
      bound: settings.solverResidualM,
      say: (x) => `solver residual ${micro(x)} µm of ≤ ${micro(settings.solverResidualM)} µm`,
    },
  ];
  const reasons: string[] = [];
  let trustedUntilS = Number.POSITIVE_INFINITY;
  const worst = gates.map(({ values, bound, say }) => {
    const { largest, firstBad } = scan(values, bound);
    if (firstBad !== null) {
      reasons.push(`${say(largest)}, first at ${(firstBad * recording.stepS).toFixed(3)} s`);
      trustedUntilS = Math.min(trustedUntilS, firstBad * recording.stepS);
    }
    return largest;
  });
  if (totals.clampedCount > 0) {
    reasons.push(`the engine clamped a speed ${totals.clampedCount} times without saying so`);
    trustedUntilS = 0;
  }
  for (const { code, message, subject, atS } of recording.events) {
    if (subject !== 'engine' || !UNTRUSTED.includes(code)) continue;
    reasons.push(`${message}, first at ${atS.toFixed(3)} s`);
    trustedUntilS = Math.min(trustedUntilS, atS);
  }
  if (halvedStep !== null && halvedStep.changedChecks.length > 0) {
    reasons.push(`at half the step these checks change their answer, or may: ${halvedStep.changedChecks.join(', ')}`);
  } else if (halvedStep === null && needsHalvedStep(recording.engine, recording.stepS)) {
    const isRapier = recording.engine === 'rapier';
    reasons.push(
      isRapier
        ? 'a trial on rapier has not been verified at half the step'
        : `a step of ${recording.stepS * 1e3} ms has not been verified at half of it`,
    );
  }
  return {
    status: reasons.length === 0 ? 'ok' : 'bad',
    maxJointSeparationM: finite(worst[0]!),
    maxPenetrationM: finite(worst[1]!),
    energyResidualJ: finite(worst[2]!),
    energyResidualAllowedJ: finite(allowedJ),
    maxResidualM: finite(worst[3]!),
    clampedSteps: totals.clampedCount,
    halvedStep,
    reasons,
    trustedUntilS,
  };
}

const finite = (x: number): number | null => (Number.isFinite(x) ? x : null);

/** Largest magnitude, NaN where there is one, and the first sample above the bound; NaN counts as above. */
function scan(values: Float64Array, bound: number): { largest: number; firstBad: number | null } {
  let largest = 0;
  let firstBad: number | null = null;
  for (let i = 0; i < values.length; i++) {
    const x = Math.abs(values[i]!);
    largest = Math.max(largest, x); // hands NaN on
    if (firstBad === null && !(x <= bound)) firstBad = i;
  }
  return { largest, firstBad };
}
