import { z } from 'zod';
import { quantity } from '../core/quantity.js';
import { signalName } from '../scene/index.js';
import { defineCheck, type Measurement } from './define.js';

import { isNotMeasured, readSamples, type Samples, skipStart, timeAt } from './samples.js';

/**
 * Largest difference of an output between equal phases of its input one period apart, after the first `skipS`:
 *
 *   max |out(φ + P) − out(φ)|      φ = input, P = periodRad
 *
 * Every sample at which the input has got further than ever before is compared with the first instant at which the input
 * is one period ahead, found by linear interpolation. Not measured when the input does not turn a whole period.
 *
 * `against: 'first'` compares every later period with the first one instead: out(φ + k·P) with out(φ), k = 1, 2 …: a
 * linkage that changes its branch and stays on the other one differs from then on.
 */
export const samePhaseReturn = defineCheck({
  kind: 'same-phase-return',
  fields: z.strictObject({
    output: signalName().describe('The signal that should repeat.'),
    input: signalName().describe('The angle that drives it.'),
    periodRad: quantity('rad')
      .positive()
      .default(2 * Math.PI)
      .describe('One period of the input.'),
    skipS: quantity('s').nonnegative().default(0).describe('Left out at the start of the window.'),
    against: z
      .enum(['previous', 'first'])
      .default('previous')
      .describe('The period that each is compared with: the one before, or the first.'),
  }),
  unit: (spec, unitOf) => unitOf(spec.output),
  signalUnits: (spec) => [{ path: ['input'], signal: spec.input, unit: 'rad' }],
  measure: (spec, window, recording) => {
    const rest = skipStart(window, spec.skipS, recording.stepS);
    if (isNotMeasured(rest)) return rest;
    const input = readSamples(recording, spec.input, rest);
    const output = readSamples(recording, spec.output, rest);
    if (isNotMeasured(input)) return input;
    if (isNotMeasured(output)) return output;
    const compare = spec.against === 'first' ? largestChangeOfCourse : largestReturn;
    return compare(input, output, spec.periodRad) ?? { reason: `input '${spec.input}' did not turn a whole period` };
  },
});

function largestReturn(input: Samples, output: Samples, P: number): Measurement | null {
  const phi = input.values;
  const out = output.values;
  const s = Math.sign(phi[phi.length - 1]! - phi[0]!);
  let measured = Number.NEGATIVE_INFINITY;
  let worst = 0;
  let furthest = Number.NEGATIVE_INFINITY;
  let j = 0;
  for (let k = 0; k < phi.length && s !== 0; k++) {
    const now = s * phi[k]!;
    if (now <= furthest) continue;
    furthest = now;
    while (j < phi.length && s * phi[j]! < now + P) j++;
    if (j === phi.length) break;
    const before = s * phi[j - 1]!;
    const f = (now + P - before) / (s * phi[j]! - before);
    const difference = Math.abs(out[j - 1]! + f * (out[j]! - out[j - 1]!) - out[k]!);
    if (difference > measured) {
      measured = difference;
      worst = j;
    }
  }
  return measured === Number.NEGATIVE_INFINITY ? null : { measured, atS: timeAt(input, worst) };
}

/** Largest difference of later periods from the first one, by the furthest progress of the input. */
function largestChangeOfCourse(input: Samples, output: Samples, P: number): Measurement | null {
  const phi = input.values;
  const s = Math.sign(phi[phi.length - 1]! - phi[0]!);
  // instants at which the input got further than ever before, as progress from the start
  const progress: number[] = [];
  const steps: number[] = [];
  for (const [k, angle] of phi.entries()) {
    const now = s * (angle - phi[0]!);
    if (progress.length > 0 && now <= progress[progress.length - 1]!) continue;
    progress.push(now);
    steps.push(k);
  }
  if (s === 0 || progress[progress.length - 1]! < P) return null;
  let measured = Number.NEGATIVE_INFINITY;
  let worst = 0;
  let j = 1;
  let period = 0;
  for (const [i, now] of progress.entries()) {
    const whole = Math.floor(now / P);
    if (whole === 0) continue;
    if (whole > period) j = 1;
    period = whole;
    const wanted = now - whole * P;
    while (progress[j]! < wanted) j++;
    const f = (wanted - progress[j - 1]!) / (progress[j]! - progress[j - 1]!);
    const [before, after] = [output.values[steps[j - 1]!]!, output.values[steps[j]!]!];
    const difference = Math.abs(output.values[steps[i]!]! - (before + f * (after - before)));
    if (difference > measured) {
      measured = difference;
      worst = steps[i]!;
    }
  }
  return { measured, atS: timeAt(input, worst) };
}
