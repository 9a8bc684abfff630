import { z } from 'zod';
import { SIGNAL_UNITS } from '../core/quantity.js';
import { signalName } from '../scene/index.js';
import { defineCheck } from './define.js';
import { endOf, isNotMeasured, readSamples, timeAt } from './samples.js';

/**
 * Number of times that a signal crosses a level, rising, falling or both. A crossing counts when the signal reaches
 * level ± `rearm` on the other side than the one where it last was; with `rearm` 0 the level itself must be passed.
 * Level and `rearm` are in `levelUnit`, which is the signal's. A signal that starts on the level has no side yet.
 */
export const crossings = defineCheck({
  kind: 'crossings',
  fields: z.strictObject({
    signal: signalName().describe('The signal.'),
    level: z.number().describe('The level, in `levelUnit`.'),
    levelUnit: z.enum(SIGNAL_UNITS).describe('Unit of the level; it must be that of the signal.'),
    direction: z.enum(['rising', 'falling', 'both']).default('both').describe('Which crossings count.'),
    rearm: z
      .number()
      .nonnegative()
      .default(0)
      .describe('How far beyond the level the signal must get, in `levelUnit`: hysteresis against noise.'),
  }),
  unit: () => '1',
  signalUnits: (spec) => [{ path: ['levelUnit'], signal: spec.signal, unit: spec.levelUnit }],
  levels: ({ signal, level }) => [{ signal, value: level }],
  measure: (spec, window, recording) => {
    const samples = readSamples(recording, spec.signal, window);
    if (isNotMeasured(samples)) return samples;
    let side = 0;
    let count = 0;
    let atS = endOf(samples);
    for (const [i, x] of samples.values.entries()) {
      const now = sideOf(x - spec.level, spec.rearm);
      if (now === 0 || now === side) continue;
      const isWanted = spec.direction === 'both' || now > 0 === (spec.direction === 'rising');
      if (side !== 0 && isWanted) {
        count++;
        atS = timeAt(samples, i);
      }
      side = now;
    }
    return { measured: count, atS };
  },
});

function sideOf(excess: number, rearm: number): -1 | 0 | 1 {
  if (excess > 0 && excess >= rearm) return 1;
  return excess < 0 && excess <= -rearm ? -1 : 0;
}
