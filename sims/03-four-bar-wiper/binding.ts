import type { Binding, SceneInput } from '../../src/index.js';
import { buildCandidate } from './candidate.js';
import { TEMPLATE } from './template.js';

/** Axis of the input and of the output in the world: both pivots stand upright on the frame. */
const UP = [0, 0, 1] as const;

/**
 * Returns trial T1 bound to a wiper: the crank is turned by a speed servo against nothing, the rocker is watched.
 *
 * 0.5 s settle with the servo holding still, then 5.5 s at 60 rpm. The drive acts on the crank about the crank pivot and
 * pushes against ground. At a gain of 0.02 N·m·s/rad the speed droops by the load / gain; that is meant (R2 asks for
 * turns, not for speed).
 */
export function bindWiper(scene: SceneInput = buildCandidate()): Binding {
  const t = TEMPLATE;
  const motion = { phase: 'wipe' } as const;
  const wiping = { signal: 'wiper.angle', amplitude: t.sweepRad } as const;
  return {
    schema: 'mechtrial/binding@1',
    name: t.name,
    scene,
    drives: [
      {
        kind: 'rotary-speed-servo',
        name: 'input',
        on: { body: 'crank', reference: 'frame', frame: { originM: [0, 0, 0], axis: UP } },
        reactsOnReference: false,
        gainNmSPerRad: t.gainNmSPerRad,
        capNm: t.inputTorqueNm,
      },
    ],
    signals: [
      { kind: 'body-angle', name: 'input.angle', body: 'crank', reference: 'frame', axis: UP },
      { kind: 'body-angle', name: 'wiper.angle', body: 'rocker', reference: 'frame', originM: [0.1, 0, 0], axis: UP },
      { kind: 'joint-separation', name: 'joints.separation' },
      { kind: 'drive-effort', name: 'input.torque', drive: 'input' },
    ],
    requirements: t.requirements.map((requirement) => ({ ...requirement })),
    trials: [
      {
        id: 'T1',
        phases: [
          { id: 'settle', durationS: t.settleS, set: [{ drive: 'input', speedRadPerS: 0 }] },
          { id: 'wipe', durationS: t.observationS, set: [{ drive: 'input', speedRadPerS: t.inputSpeedRadPerS }] },
        ],
        checks: [
          {
            id: 'R1/complete-sweeps',
            requirement: 'R1',
            kind: 'cycles',
            ...wiping,
            amplitudeUnit: 'rad',
            op: '>=',
            bound: t.cycleCount,
            unit: '1',
            window: motion,
          },
          {
            id: 'R1/largest-sweep',
            requirement: 'R1',
            kind: 'stroke',
            ...wiping,
            which: 'largest',
            op: '<=',
            bound: t.largestSweepRad,
            unit: 'rad',
            window: motion,
          },
          {
            id: 'R2/actual-input-cycles',
            requirement: 'R2',
            kind: 'turns',
            signal: 'input.angle',
            op: '>=',
            bound: t.cycleCount,
            unit: '1',
            window: motion,
          },
          {
            id: 'R2/total-input-progress',
            requirement: 'R2',
            kind: 'statistic',
            signal: 'input.angle',
            statistic: 'net-change',
            op: '>=',
            bound: t.inputTurnRad,
            unit: 'rad',
            window: motion,
          },
          {
            id: 'R2/no-reversal',
            requirement: 'R2',
            kind: 'back-run',
            signal: 'input.angle',
            skipS: t.startUpS,
            op: '<=',
            bound: t.backRunRad,
            unit: 'rad',
            window: motion,
          },
          {
            id: 'R3/same-phase-return',
            requirement: 'R3',
            kind: 'same-phase-return',
            output: 'wiper.angle',
            input: 'input.angle',
            skipS: t.startUpS,
            op: '<=',
            bound: t.returnRad,
            unit: 'rad',
            window: motion,
          },
          {
            id: 'R4/extreme-drift',
            requirement: 'R4',
            kind: 'extreme-drift',
            ...wiping,
            skipS: t.startUpS,
            op: '<=',
            bound: t.driftRad,
            unit: 'rad',
            window: motion,
          },
          {
            id: 'R5/links-attached',
            requirement: 'R5',
            kind: 'statistic',
            signal: 'joints.separation',
            statistic: 'max',
            op: '<=',
            bound: t.separationM,
            unit: 'm',
          },
        ],
      },
    ],
  };
}
