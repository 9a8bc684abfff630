/**
 * Quantities that the direct engine misses today, with the error that was measured and why. `npm run validation` exits
 * non-zero on every one of them. A test turns red when one gets worse by a fifth, and when one is met: then it goes.
 */
export interface KnownMiss {
  readonly case: string;
  readonly quantity: string;
  /** As measured, in the unit of the quantity. */
  readonly error: number;
  readonly reason: string;
}

const FOLDING = 'reactions are means over the recorded step; this linkage folds within a few of them (45 g)';
const ROUND = 'two round shapes: the gap at the end of a step is taken along the normal at its start';

export const KNOWN_MISSES: readonly KnownMiss[] = [
  { case: 'Distance_Case02', quantity: 'Acc', error: 7.65, reason: FOLDING },
  { case: 'Distance_Case02', quantity: 'Rforce', error: 7.73, reason: FOLDING },
  { case: 'RevSpherical_Case01', quantity: 'Acc', error: 0.443, reason: FOLDING },
  { case: 'RevSpherical_Case01', quantity: 'Avel', error: 1.65e-4, reason: FOLDING },
  { case: 'RevSpherical_Case01', quantity: 'Aacc', error: 0.732, reason: FOLDING },
  { case: 'RevSpherical_Case01', quantity: 'Rforce_Body1', error: 0.444, reason: FOLDING },
  { case: 'RevSpherical_Case01', quantity: 'Rforce_Body2', error: 0.444, reason: FOLDING },
  { case: 'RevSpherical_Case01', quantity: 'Rtorque_Body1', error: 0.715, reason: FOLDING },
  { case: 'RevSpherical_Case02', quantity: 'Acc', error: 1.03, reason: FOLDING },
  { case: 'RevSpherical_Case02', quantity: 'Aacc', error: 4.05, reason: FOLDING },
  { case: 'RevSpherical_Case02', quantity: 'Rforce_Body1', error: 1.03, reason: FOLDING },
  { case: 'RevSpherical_Case02', quantity: 'Rforce_Body2', error: 1.03, reason: FOLDING },
  { case: 'RevSpherical_Case02', quantity: 'Rtorque_Body1', error: 1.74, reason: FOLDING },
  {
    case: 'clutch',
    quantity: 'time to lock',
    error: 1.19e-3,
    reason: 'the published rate overshoots in the step that locks',
  },
  {
    case: 'screw-jack',
    quantity: 'back-driven travel after 0.2 s',
    error: 1.3e-6,
    reason: 'losses of a coupling follow the effort of the step before; sub-steps change in the start-up',
  },
  {
    case: 'double-pendulum',
    quantity: 'position error ratio, 1 ms to 0.5 ms',
    error: 3.04,
    reason: 'sub-steps adapt: the error no longer falls by four when the recorded step is halved',
  },
  {
    case: 'cord-pendulum',
    quantity: 'tension while rising, largest error',
    error: 2.2e-3,
    reason: 'tension is a mean over the recorded step, whose sub-steps differ just after the cord has caught',
  },
  { case: 'cam-follower', quantity: 'roller: contact force, RMS error', error: 3.9e-2, reason: ROUND },
  { case: 'cam-follower', quantity: 'roller: cam torque, RMS error', error: 1.04e-4, reason: ROUND },
];
