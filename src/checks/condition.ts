import { z } from 'zod';
import { signalName } from '../scene/index.js';

/** Fields of a condition on a signal: `signal when.op when.value`, the value in the signal's unit. */
export const conditionFields = () =>
  z.strictObject({
    signal: signalName(),
    when: z.strictObject({ op: z.enum(['<=', '>=', '<', '>', '==']), value: z.number() }),
  });
