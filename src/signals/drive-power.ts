import { z } from 'zod';
import { driveName } from '../scene/index.js';
import { defineSignal } from './define.js';

/** Power that a drive puts into the mechanism: effort × rate of its coordinate [W]; negative while it brakes. */
export const drivePower = defineSignal({
  kind: 'drive-power',
  fields: z.strictObject({ drive: driveName().describe('The drive.') }),
  unit: () => 'W',
  bind: (spec, index) => {
    const drive = index.drive(spec.drive);
    const q = index.driveCoordinate(spec.drive);
    return (view) => view.driveEffort[drive]! * view.coordinateRate[q]!;
  },
});
