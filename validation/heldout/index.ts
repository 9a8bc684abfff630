/** Cases that the engine was not made on. Expected values were committed before the first run of each. */
import type { ValidationCase } from '../case.js';
import { belt } from './belt.js';
import { cam } from './cam.js';
import { cordPendulum } from './cord-pendulum.js';
import { coulombPendulum } from './coulomb-pendulum.js';
import { doublePendulum } from './double-pendulum.js';
import { dzhanibekov } from './dzhanibekov.js';
import { geneva } from './geneva.js';
import { pinInHole } from './pin-in-hole.js';
import { rssr } from './rssr.js';
import { screwJack } from './screw-jack.js';
import { sprag } from './sprag.js';
import { stack } from './stack.js';
import { toggle } from './toggle.js';
import { top } from './top.js';
import { twoRails } from './two-rails.js';
import { wedge } from './wedge.js';

export const HELD_OUT_JOINTED: readonly ValidationCase[] = [
  screwJack,
  belt,
  rssr,
  twoRails,
  toggle,
  doublePendulum,
  coulombPendulum,
  cordPendulum,
  top,
  dzhanibekov,
];

export const HELD_OUT_CONTACT: readonly ValidationCase[] = [pinInHole, geneva, cam, wedge, sprag, stack];
