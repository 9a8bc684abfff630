import { z } from 'zod';
import { defineCheck } from './define.js';

/**
 * Number of recorded events with a code in the window (`range_left`, `joint_released`, `body_placed` …), of one subject or
 * of any. The instant is that of the first; without one, the end of the window.
 */
export const events = defineCheck({
  kind: 'events',
  fields: z.strictObject({
    code: z.string().min(1).describe('Code of the event: `range_left`, `joint_released`, `body_placed` …'),
    subject: z.string().min(1).optional().describe('Joint, model, body or phase that it is about; any without it.'),
  }),
  unit: () => '1',
  measure: (spec, window, recording) => {
    const fromS = (window.firstStep - 0.5) * recording.stepS;
    const toS = (window.lastStep + 0.5) * recording.stepS;
    const found = recording.events.filter(
      ({ code, subject, atS }) =>
        code === spec.code && (spec.subject ?? subject) === subject && atS >= fromS && atS <= toS,
    );
    const first = found[0];
    if (first === undefined) return { measured: 0, atS: window.lastStep * recording.stepS };
    return { measured: found.length, atS: first.atS, note: first.message };
  },
  isLasting: (_spec, op) => op === '<=' || op === '<',
});
