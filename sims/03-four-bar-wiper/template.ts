/**
 * Trial T1 of the four-bar wiper: what every candidate of the family must show, in numbers. Bounds and protocol are those
 * of the published record of the case (FunCAD, appendix A.1–A.4): 60 rpm, 2 N·m, three cycles of 1.8333 s observation,
 * 88° sweep, 1° return, 0.2 mm separation, 18.85 rad of net input turn.
 */
export const TEMPLATE = {
  name: 'four-bar-wiper',
  requirements: [
    { id: 'R1', text: 'At least 3 complete sweeps of at least 88°, from one extreme to the other and back.' },
    { id: 'R2', text: 'The input makes at least 3 turns, at least 18.85 rad net, and does not run back beyond 5°.' },
    { id: 'R3', text: 'One input turn later the output is within 1° of where it was.' },
    { id: 'R4', text: 'Each extreme of the output stays within 1° of the first one.' },
    { id: 'R5', text: 'Every connection stays together: separation at most 0.2 mm, none released.' },
  ],
  settleS: 0.5,
  /** Three required cycles of 1.8333 s. */
  observationS: 5.5,
  /** Start-up that motion checks leave out, from the start of the motion. */
  startUpS: 0.5,
  /** 60 rpm. */
  inputSpeedRadPerS: 2 * Math.PI,
  inputTorqueNm: 2,
  gainNmSPerRad: 0.02,
  cycleCount: 3,
  sweepRad: (88 * Math.PI) / 180,
  largestSweepRad: (130 * Math.PI) / 180,
  inputTurnRad: 6 * Math.PI,
  backRunRad: (5 * Math.PI) / 180,
  returnRad: Math.PI / 180,
  driftRad: Math.PI / 180,
  separationM: 2e-4,
} as const;
