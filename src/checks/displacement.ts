import { z } from 'zod';
import { quantity } from '../core/quantity.js';
import { signalName } from '../scene/index.js';
import { defineCheck } from './define.js';
import { isNotMeasured, readSamples, timeAt } from './samples.js';

/**
 * Largest displacement of a point from where it was at the start of the window, in three dimensions:
 *
 *   max |(x, y, z) − (x₀, y₀, z₀)|
 *
 * x, y and z are three signals of one unit along perpendicular axes, such as `body-position` of one point relative to the
 * body that holds it; x₀, y₀, z₀ are their first samples, or the means of the first `startMeanS`.
 */
export const displacement = defineCheck({
  kind: 'displacement',
  fields: z.strictObject({
    x: signalName().describe('First component.'),
    y: signalName().describe('Second component.'),
    z: signalName().describe('Third component.'),
    startMeanS: quantity('s')
      .nonnegative()
      .default(0)
      .describe('The start is the mean over this time; 0 for the first sample.'),
  }),
  unit: (spec, unitOf) => unitOf(spec.x),
  signalUnits: (spec, unitOf) => [
    { path: ['y'], signal: spec.y, unit: unitOf(spec.x) },
    { path: ['z'], signal: spec.z, unit: unitOf(spec.x) },
  ],
  measure: (spec, window, recording) => {
    const start = Math.round(spec.startMeanS / recording.stepS);
    const offsets: Float64Array[] = [];
    for (const signal of [spec.x, spec.y, spec.z]) {
      const samples = readSamples(recording, signal, window);
      if (isNotMeasured(samples)) return samples;
      const head = samples.values.subarray(0, Math.max(1, start));
      const origin = head.reduce((sum, value) => sum + value, 0) / head.length;
      offsets.push(samples.values.map((value) => value - origin));
    }
    const [x, y, z] = offsets;
    let measured = 0;
    let worst = 0;
    for (let i = start; i < x!.length; i++) {
      const distance = Math.hypot(x![i]!, y![i]!, z![i]!);
      if (distance > measured) {
        measured = distance;
        worst = i;
      }
    }
    if (start >= x!.length && start > 0) return { reason: 'the window is not longer than its start' };
    return { measured, atS: timeAt({ values: x!, firstStep: window.firstStep, stepS: recording.stepS }, worst) };
  },
});
