import { bindWiper } from './03-four-bar-wiper/binding.js';
import { DEFECTS as wiperDefects } from './03-four-bar-wiper/defects.js';
import type { Family } from './family.js';
import { bindGripper } from './real-gripper/binding.js';

export type { Defect, Expected, Family } from './family.js';

/** The mechanisms that come with the package; `mechtrial run NAME` runs one of them. */
export const FAMILIES: readonly Family[] = [
  {
    name: 'four-bar-wiper',
    title: 'Four-bar wiper: continuous turning into repeated sweeping',
    binding: () => bindWiper(),
    defects: wiperDefects,
  },
  {
    name: 'real-gripper',
    title: 'Gripper of a low-cost robot arm, from the STEP files of its maker',
    binding: () => bindGripper(),
    defects: [],
  },
];
