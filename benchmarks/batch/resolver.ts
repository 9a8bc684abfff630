import { FAMILIES } from '../../sims/index.js';
import type { ResolvedTest, TemplateInput } from '../../src/index.js';

/**
 * The reference mechanism of a family; the same one for every evaluation of it. `FAMILY@SCALE#N` has every phase SCALE times as
 * long as the template has it: a short evaluation, whose verdict means nothing.
 */
export async function resolveTest(test: string): Promise<ResolvedTest> {
  const [, name, scale] = /^([^@#]+)(?:@([\d.]+))?/.exec(test)!;
  const family = FAMILIES.find((candidate) => candidate.name === name)!;
  const template = scale === undefined ? family.template : scaled(family.template, Number(scale));
  return { template, candidate: family.candidate(), binding: family.binding() };
}

const scaled = (template: TemplateInput, scale: number): TemplateInput => ({
  ...template,
  trials: template.trials.map((trial) => ({
    ...trial,
    phases: trial.phases.map((phase) => ({
      ...phase,
      durationS:
        typeof phase.durationS === 'number' ? phase.durationS * scale : `=(${phase.durationS.slice(1)}) * ${scale}`,
    })),
  })),
});
