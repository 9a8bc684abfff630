/** Cases with a closed form or an ordinary differential equation, from the tests of other engines. */
import type { ValidationCase } from '../case.js';
import { ballStack, floorLoad, restitution, slidingBlock } from './contact.js';
import { release, rope, sled } from './joints.js';
import { reducer } from './reducer.js';
import { clutch, motors, shaftGear } from './shafts.js';
import { prismaticSpring, sliderPendulum, torsionSpring } from './springs.js';

export const CLOSED_FORMS: readonly ValidationCase[] = [
  release,
  rope,
  sled,
  sliderPendulum,
  prismaticSpring,
  torsionSpring,
  shaftGear,
  clutch,
  motors,
  reducer,
  floorLoad,
  slidingBlock,
  restitution,
  ballStack,
];
