import { z } from 'zod';
import { driveName } from '../scene/index.js';
import { defineSignal } from './define.js';

/** Effort that a drive applied, mean over the step [N·m or N]; positive along its coordinate, 0 while it is off. */
export const driveEffort = defineSignal({
  kind: 'drive-effort',
  fields: z.strictObject({ drive: driveName().describe('The drive.') }),
  unit: (spec, index) => (index.driveMotion(spec.drive) === 'angle' ? 'N·m' : 'N'),
  bind: (spec, index) => {
    const drive = index.drive(spec.drive);
    return (view) => view.driveEffort[drive]!;
  },
});
