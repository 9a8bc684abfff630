import { expect, test } from 'vitest';
import { evaluateFormula, isFormulaFault, namesIn, parseFormula } from '../../../src/core/formula.js';
import { inferUnit } from '../../../src/signals/expression-unit.js';

const value = (text: string, values: Record<string, number> = {}) => {
  const node = parseFormula(text);
  if (isFormulaFault(node)) throw new Error(`${node.message} at ${node.at}`);
  return evaluateFormula(node, values);
};

test.each([
  ['1 + 2 * 3', 7],
  ['(1 + 2) * 3', 9],
  ['-2 * -3 - 1', 5],
  ['8 / 2 / 2', 2],
  ['2e-3 + .5', 0.502],
  ['min(3, 1, 2) + max(3, 1, 2)', 4],
  ['hypot(3, 4)', 5],
  ['hypot(-3)', 3],
  ['abs(-2) + sqrt(9) + round(2.5) + floor(-1.5)', 6],
  ['mod(-90, 360)', 270],
  ['cos(pi)', -1],
  ['per(6, 2)', 3],
])('%s = %d', (text, expected) => {
  expect(value(text)).toBeCloseTo(expected, 12);
});

test('names are words, or anything in braces', () => {
  const text = 'a.b + {jaw-l.travel} - a.b';
  expect(namesIn(parseFormula(text) as never)).toEqual(['a.b', 'jaw-l.travel']);
  expect(value(text, { 'a.b': 3, 'jaw-l.travel': 2 })).toBe(2);
  expect(value('missing')).toBeNaN();
});

test.each([
  ['1 +', 'it cannot be read'],
  ['(1', 'it cannot be read'],
  ['1 2', 'it is more than one formula'],
  ['sinh(1)', "'sinh' is not a function"],
  ['min(1, 2', 'it cannot be read'],
  ['min()', "'min' takes some terms, not 0"],
  ['sqrt(1, 2)', "'sqrt' takes 1 terms, not 2"],
  ['1 $ 2', "'$' has no meaning in a formula"],
  ['1 % 2', "'%' has no meaning in a formula"],
  ['!1', "'!' has no meaning in a formula"],
  ["'a'", 'is no number'],
  ['a[1]', 'a name is words joined by points'],
  ['a ? 1 : 2', 'only numbers, names'],
  ['{a', 'it cannot be read'],
  ['', 'it is empty'],
])('%s is refused: %s', (text, message) => {
  const fault = parseFormula(text);
  expect(isFormulaFault(fault) && fault.message).toContain(message);
});

test('units: like terms only, products with pure numbers, quotients of one unit', () => {
  const units: Record<string, 'm' | 'rad' | '1'> = { s: 'm', t: 'm', q: 'rad', n: '1' };
  const infer = (text: string) => inferUnit(parseFormula(text) as never, (name) => units[name]!);
  expect(infer('s - t + 0.1').unit).toBe('m');
  expect(infer('2 * s / n').unit).toBe('m');
  expect(infer('s / t').unit).toBe('1');
  expect(infer('per(s, 0.001) + per(q, 0.01)').unit).toBe('1');
  expect(infer('s * q')).toEqual({ unit: null, conflict: null });
  expect(infer('s + q').conflict).toContain("'m' and 'rad'");
});

test('a fault says where it is', () => {
  expect(parseFormula('{jaw-l} + sinh(1)')).toMatchObject({ at: 10 });
  expect(parseFormula('{jaw-l} + )')).toMatchObject({ at: 10 });
});
