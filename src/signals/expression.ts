import { z } from 'zod';
import { BindingError } from '../core/errors.js';
import { compileFormula, type FormulaNode, isFormulaFault, namesIn, parseFormula } from '../core/formula.js';
import { didYouMean } from '../core/nearest.js';
import { SIGNAL_UNITS } from '../core/quantity.js';
import { defineSignal, type SceneIndex } from './define.js';
import { inferUnit } from './expression-unit.js';

/**
 * A formula over signals that are declared before it, in a unit that it states: `left - right`, `max(a, b)`,
 * `{jaw-l.travel} - {jaw-r.travel}`. Names with other characters than letters, digits, `_` and `.` stand in braces.
 *
 * Sums, differences, extremes and hypot need one unit throughout, and the stated unit is held against what the formula
 * comes to wherever that is one of ours.
 */
export const expression = defineSignal({
  kind: 'expression',
  fields: z.strictObject({
    formula: z.string().min(1).describe('The formula, over signals that are declared before it.'),
    unit: z.enum(SIGNAL_UNITS).describe('Unit of the result.'),
  }),
  unit: (spec, index) => {
    const node = readFormula(spec.formula, index);
    const inferred = inferUnit(node, (name) => index.channel!(name)!.unit);
    const wrong = (message: string, fix: string) =>
      new BindingError([
        { code: 'unit_mismatch', path: ['signals'], message: `formula '${spec.formula}' ${message}`, fix },
      ]);
    if (inferred.conflict !== null) throw wrong(inferred.conflict, 'Add and compare signals of one unit only.');
    if (inferred.unit !== null && inferred.unit !== spec.unit) {
      throw wrong(`comes out in '${inferred.unit}', not in '${spec.unit}'`, `Write "unit": "${inferred.unit}".`);
    }
    return spec.unit;
  },
  bind: (spec, index) => {
    const node = readFormula(spec.formula, index);
    const read = compileFormula<Float64Array>(node, (name) => {
      const channel = index.channel!(name)!.index;
      return (values) => values[channel]!;
    });
    return (view) => read(view.channels!);
  },
});

/**
 * Reads a formula and looks up what it names.
 *
 * @throws BindingError where it cannot be read, or names a signal that is not declared before it
 */
function readFormula(formula: string, index: SceneIndex): FormulaNode {
  const node = parseFormula(formula);
  if (isFormulaFault(node)) {
    const message = `formula '${formula}': ${node.message} (character ${node.at + 1})`;
    throw new BindingError([
      { code: 'formula_malformed', path: ['signals'], message, fix: 'Correct the formula at that place.' },
    ]);
  }
  const unknown = namesIn(node).find((name) => index.channel?.(name) == null);
  if (unknown === undefined) return node;
  const known = index.channelNames?.() ?? [];
  const message = `formula '${formula}' reads '${unknown}', which is not a signal declared before it`;
  throw new BindingError([
    {
      code: 'unknown_signal',
      path: ['signals'],
      message,
      fix: didYouMean(unknown, known, 'signals declared before it'),
    },
  ]);
}
