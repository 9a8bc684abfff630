/** Mechanisms whose contact is made from their source geometry. */
import type { ValidationCase } from '../case.js';
import { clamp, lidOnStop, pinByContact, plateAtRest, shapeForces } from './holding.js';
import { ballInTube, fiveBalls, flatFollower, latch, planetaryStage, ratchet } from './moving.js';
import { realGearPair } from './real-gears.js';

/** Seconds each. */
export const CONTACT: readonly ValidationCase[] = [
  shapeForces,
  plateAtRest,
  fiveBalls,
  flatFollower,
  ratchet,
  latch,
  ballInTube,
  pinByContact,
];

/** Tens of seconds each: part of the full check. */
export const CONTACT_LONG: readonly ValidationCase[] = [clamp, lidOnStop, planetaryStage, realGearPair];
