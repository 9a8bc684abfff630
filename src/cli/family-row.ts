import { evaluate, loadTemplate, templateDurationS } from '../harness/index.js';
import type { Status } from '../trial/index.js';
import type { ShippedFamily } from './families.js';

/** One family as `mechtrial families` lists it. */
export interface FamilyRow {
  readonly name: string;
  readonly number: number;
  readonly title: string;
  readonly complexity: string;
  readonly demands: Readonly<Record<string, number>>;
  readonly requirementCount: number;
  readonly checkCount: number;
  readonly trialCount: number;
  /** Length of all trials together as the template has them [s]. */
  readonly simulatedS: number;
  /** Of the reference mechanism, when it was asked for. */
  readonly wallS: number | null;
  readonly status: Status | null;
  readonly templateHash: string;
  readonly variants: readonly { readonly name: string; readonly title: string }[];
  readonly defects: readonly { readonly name: string; readonly summary: string; readonly caughtBy: string }[];
}

/**
 * Describes a family.
 *
 * @param isTimed also evaluates the reference mechanism
 */
export async function describeFamily(family: ShippedFamily, isTimed: boolean): Promise<FamilyRow> {
  const template = loadTemplate(family.template);
  const { record, hash } = template;
  const startedMs = performance.now();
  const verdict = isTimed ? await evaluate(template, family.candidate(), family.binding()) : null;
  return {
    name: family.name,
    number: record.number,
    title: family.title,
    complexity: record.complexity,
    demands: record.demands,
    requirementCount: record.requirements.length,
    checkCount: record.trials.reduce((sum, { checks }) => sum + checks.length, 0),
    trialCount: record.trials.length,
    simulatedS: templateDurationS(template),
    wallS: verdict === null ? null : (performance.now() - startedMs) / 1e3,
    status: verdict?.status ?? null,
    templateHash: hash,
    variants: family.variants.map(({ name, title }) => ({ name, title })),
    defects: family.defects.map(({ name, summary, caughtBy }) => ({ name, summary, caughtBy })),
  };
}
