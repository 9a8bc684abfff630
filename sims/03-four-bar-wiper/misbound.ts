import type { Binding } from '../../src/index.js';
import { bindWiper } from './binding.js';

/**
 * Returns a test of the sound wiper whose second phase is never reached: the settle phase waits for the crank to have
 * turned by 1 rad, and nothing turns it. What was required was not executed: INCONCLUSIVE.
 */
export function bindUnreachable(): Binding {
  const binding = bindWiper();
  return {
    ...binding,
    name: 'four-bar-wiper-unreachable',
    trials: binding.trials.map((trial) => ({
      ...trial,
      phases: trial.phases.map((phase) =>
        phase.id === 'settle'
          ? { ...phase, until: { signal: 'input.angle', op: '>=', value: 1, unit: 'rad' } as const }
          : phase,
      ),
    })),
  };
}

/**
 * Returns a test of the sound wiper whose drive is capped below what the blade's drag asks for: 0.05 N·m of dry brake on
 * the rocker, 0.02 N·m at the crank. The mechanism is sound and the test executed, so it FAILs on input cycles: a bad
 * binding, not a defect.
 */
export function bindWeakDrive(): Binding {
  const binding = bindWiper();
  const blade = {
    kind: 'rotary-brake',
    name: 'blade_drag',
    on: { body: 'rocker', reference: 'frame', frame: { originM: [0.1, 0, 0], axis: [0, 0, 1] } },
    capNm: 0.05,
  } as const;
  return {
    ...binding,
    name: 'four-bar-wiper-weak-drive',
    drives: [...(binding.drives ?? []).map((drive) => ({ ...drive, capNm: 0.02 })), blade],
    trials: binding.trials.map((trial) => ({
      ...trial,
      phases: trial.phases.map((phase) =>
        phase.id === 'wipe'
          ? { ...phase, set: [...(phase.set ?? []), { drive: 'blade_drag', torqueNm: 0.05 }] }
          : phase,
      ),
    })),
  };
}
