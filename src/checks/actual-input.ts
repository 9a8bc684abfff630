import { z } from 'zod';
import { quantity, SIGNAL_UNITS } from '../core/quantity.js';
import { signalName } from '../scene/index.js';
import { defineCheck } from './define.js';
import { endOf, formatS, isNotMeasured, readSamples, type Samples } from './samples.js';

/** A drive is at its cap when its effort reaches this share of it … */
const AT_CAP = 0.999;
/** … for this long without a break. */
const AT_CAP_S = 0.02;

/**
 * Share of the commanded progress that an input has covered, in the commanded direction:
 *
 *   s·(x_far − x₀)/|goal|      goal = `commanded`, or `target` − x₀
 *
 * Where it falls short although the drive never reached its cap, the phase was not executed and nothing is measured; at its
 * cap the input was obstructed, and the share is judged. No motion commanded (|goal| < 1e-9) counts as covered.
 */
export const actualInput = defineCheck({
  kind: 'actual-input',
  fields: z
    .strictObject({
      signal: signalName().describe('Coordinate of the input.'),
      effort: signalName().describe('Effort of its drive.'),
      cap: z.number().nonnegative().describe('Largest effort of the drive, in the unit of `effort`.'),
      commanded: z.number().optional().describe('Progress that was commanded in the window, in `goalUnit`.'),
      target: z.number().optional().describe('Where the input was sent, in `goalUnit`; instead of `commanded`.'),
      goalUnit: z.enum(SIGNAL_UNITS).describe('Unit of `commanded` and `target`; it must be that of `signal`.'),
      leastShare: z
        .number()
        .positive()
        .max(1)
        .default(0.95)
        .describe('Below this share the phase was not executed, unless the drive was at its cap.'),
      capHeldS: quantity('s')
        .positive()
        .default(AT_CAP_S)
        .describe('How long the effort stays at the cap to count as obstructed.'),
    })
    .refine(({ commanded, target }) => (commanded === undefined) !== (target === undefined), {
      error: 'give "commanded" or "target", not both',
    }),
  unit: () => '1',
  signalUnits: (spec) => [{ path: ['goalUnit'], signal: spec.signal, unit: spec.goalUnit }],
  measure: (spec, window, recording) => {
    const input = readSamples(recording, spec.signal, window);
    if (isNotMeasured(input)) return input;
    const effort = readSamples(recording, spec.effort, window);
    if (isNotMeasured(effort)) return effort;
    const start = input.values[0]!;
    const goal = spec.commanded ?? spec.target! - start;
    const atS = endOf(input);
    if (Math.abs(goal) < 1e-9) return { measured: 1, atS };
    const furthest = input.values.reduce((far, x) => Math.max(far, Math.sign(goal) * (x - start)), 0);
    const share = furthest / Math.abs(goal);
    if (share >= spec.leastShare) return { measured: share, atS };
    const percent = `${(100 * share).toFixed(1)} % of the commanded progress`;
    const capAtS = timeAtCap(effort, spec.cap, spec.capHeldS);
    if (capAtS === null) return { reason: `the input covered ${percent} although its drive was never at its cap` };
    return {
      measured: share,
      atS: capAtS,
      note: `the input covered ${percent}; its drive was at its cap from ${formatS(capAtS)}`,
    };
  },
});

/** First instant from which the effort stays at the cap for a while [s], or null. */
function timeAtCap(effort: Samples, cap: number, heldS: number): number | null {
  const needed = Math.max(1, Math.round(heldS / effort.stepS));
  let run = 0;
  for (const [i, value] of effort.values.entries()) {
    run = Math.abs(value) >= AT_CAP * cap ? run + 1 : 0;
    if (run >= needed) return (effort.firstStep + i - needed + 1) * effort.stepS;
  }
  return null;
}
