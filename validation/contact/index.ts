/** Mechanisms whose contact is made from their source geometry. */
import type { ValidationCase } from '../case.js';
import { clamp, lidOnStop, pinByContact, plateAtRest } from './holding.js';
import { ballInTube, fiveBalls, flatFollower, genevaIndex, latch, planetaryStage, ratchet } from './moving.js';
import { droppedShapes, shapeForces, shapeFriction } from './read-outs.js';
import { realGearPair } from './real-gears.js';

/** Seconds each. */
export const CONTACT: readonly ValidationCase[] = [
  shapeForces,
  shapeFriction,
  droppedShapes,
  plateAtRest,
  fiveBalls,
  flatFollower,
  ratchet,
  latch,
  ballInTube,
  pinByContact,
];

/** Tens of seconds each: part of the full check. */
export const CONTACT_LONG: readonly ValidationCase[] = [clamp, lidOnStop, genevaIndex, planetaryStage, realGearPair];
