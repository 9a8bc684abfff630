import type { CheckKind } from '../checks/index.js';
import { BindingError, type Issue } from '../core/errors.js';
import type { SignalUnit } from '../core/quantity.js';
import { channelsOf, type WorldKinds } from '../dynamics/index.js';
import type { Scene } from '../scene/index.js';

type CheckRecord = Readonly<Record<string, unknown>> & { readonly kind: string; readonly unit: SignalUnit };

/**
 * Holds the unit of every bound and phase condition against the unit of what it is compared with: a bound in degrees or
 * millimetres would still give a plausible verdict.
 *
 * @throws BindingError naming both units
 */
export function checkUnits(scene: Scene, kinds: WorldKinds & { readonly checks: readonly CheckKind[] }): void {
  const units = new Map(channelsOf(scene, kinds).map(({ name, unit }) => [name, unit]));
  const unitOf = (signal: string): SignalUnit => units.get(signal) ?? '1';
  const issues: Issue[] = [];
  const compare = (path: (string | number)[], unit: SignalUnit, expected: SignalUnit, what: string): void => {
    if (unit === expected) return;
    const fix = `Write "unit": "${expected}" and give the bound in it.`;
    issues.push({ code: 'unit_mismatch', path, message: `is '${unit}', but ${what} is in '${expected}'`, fix });
  };
  for (const [t, trial] of scene.binding.trials.entries()) {
    for (const [p, { until }] of trial.phases.entries()) {
      if (until === undefined) continue;
      compare(
        ['trials', t, 'phases', p, 'until', 'unit'],
        until.unit,
        unitOf(until.signal),
        `signal '${until.signal}'`,
      );
    }
    for (const [a, { signal, unit }] of trial.auditAt.entries()) {
      compare(['trials', t, 'auditAt', a, 'unit'], unit, unitOf(signal), `signal '${signal}'`);
    }
    for (const [c, record] of (trial.checks as readonly CheckRecord[]).entries()) {
      const kind = kinds.checks.find((candidate) => candidate.kind === record.kind);
      if (kind === undefined) continue;
      compare(['trials', t, 'checks', c, 'unit'], record.unit, kind.unit(record, unitOf), 'what it measures');
      for (const { path, signal, unit } of kind.signalUnits?.(record, unitOf) ?? []) {
        compare(['trials', t, 'checks', c, ...path], unit, unitOf(signal), `signal '${signal}'`);
      }
    }
  }
  if (issues.length > 0) {
    throw new BindingError(scene.file === null ? issues : issues.map((issue) => ({ ...issue, file: scene.file! })));
  }
}
