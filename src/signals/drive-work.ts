import { z } from 'zod';
import { driveName } from '../scene/index.js';
import { defineSignal } from './define.js';

/** Work that a drive has put in since the start of the trial [J]; negative for a brake. */
export const driveWork = defineSignal({
  kind: 'drive-work',
  fields: z.strictObject({ drive: driveName().describe('The drive.') }),
  unit: () => 'J',
  bind: (spec, index) => {
    const drive = index.drive(spec.drive);
    return (view) => view.driveWorkJ[drive]!;
  },
});
