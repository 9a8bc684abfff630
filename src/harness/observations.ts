import type { Issue } from '../core/errors.js';
import { didYouMean } from '../core/nearest.js';
import type { TemplateBindingRecord } from './binding-schema.js';
import type { TemplateRecord } from './template-schema.js';

type SignalRecord = Readonly<Record<string, unknown>> & { readonly name: string };

/** Signals that read a drive or a model: what the job's own body does is read from that body. */
const NOT_THE_BODY = /^(drive|model)-/;

/**
 * Returns the signal of every observation, named as the template names it, after the auxiliary signals of the binding.
 *
 * @param issues gathers observations that are missing, unknown, or bound to a kind that they may not be read from
 */
export function observationSignals(
  template: TemplateRecord,
  binding: TemplateBindingRecord,
  issues: Issue[],
): SignalRecord[] {
  const known = template.observations.map(({ name }) => name);
  for (const name of Object.keys(binding.observations)) {
    if (known.includes(name)) continue;
    const message = `'${name}' is not an observation of template '${template.name}'`;
    const fix = `${didYouMean(name, known, 'observations')} Signals of your own go into "signals".`;
    issues.push({ code: 'unknown_observation', path: ['observations', name], message, fix });
  }
  const bound = template.observations.flatMap(({ name, text, unit, kinds, isOptional }): SignalRecord[] => {
    const source = binding.observations[name];
    if (source === undefined) {
      // what is not bound cannot be measured: every check that reads it is INCONCLUSIVE
      if (isOptional) return [{ kind: 'expression', name, formula: '0 / 0', unit }];
      const message = `observation '${name}' is not bound: ${text}`;
      issues.push({
        code: 'observation_not_bound',
        path: ['observations'],
        message,
        fix: `Bind it to a signal in '${unit}'.`,
      });
      return [];
    }
    if (!('kind' in source)) return [{ kind: 'expression', name, formula: source.formula, unit }];
    const { kind } = source as { readonly kind: string };
    const isAllowed = kinds === undefined ? !NOT_THE_BODY.test(kind) : kinds.includes(kind);
    if (!isAllowed) {
      const message = `observation '${name}' may not be read by '${kind}': ${text}`;
      const fix = kinds === undefined ? 'Read it from the body that does the job.' : `Use one of: ${kinds.join(', ')}.`;
      issues.push({ code: 'observation_kind', path: ['observations', name, 'kind'], message, fix });
    }
    return [{ ...source, name }];
  });
  return [...(binding.signals as readonly SignalRecord[]), ...bound];
}
