import type { TemplateInput } from '../../src/index.js';
import { TEMPLATE } from './template.js';

/**
 * The test of the wiper with a second phase that is never reached: the settle phase waits for the crank to have turned by
 * 1 rad, and nothing turns it. What was required was not executed: INCONCLUSIVE.
 */
export const UNREACHABLE: TemplateInput = {
  ...TEMPLATE,
  trials: TEMPLATE.trials.map((trial) => ({
    ...trial,
    phases: trial.phases.map((phase) =>
      phase.id === 'settle'
        ? { ...phase, until: { observation: 'input.angle', op: '>=' as const, value: 1, unit: 'rad' as const } }
        : phase,
    ),
  })),
};

/**
 * The test of the wiper with a motor that is capped below what the blade's drag asks for: 0.02 N·m at the crank. The
 * mechanism is sound and the test executed, so its second trial FAILs on input cycles: a bad test, not a defect.
 */
export const WEAK_DRIVE: TemplateInput = {
  ...TEMPLATE,
  operations: TEMPLATE.operations!.map((operation) =>
    operation.name === 'input' ? { ...operation, cap: 0.02 } : operation,
  ),
};
