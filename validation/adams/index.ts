/** The ADAMS cases as validation cases. */
import type { Expectation, Lab, ValidationCase } from '../case.js';
import { ADAMS_CASES, type AdamsCase } from './cases.js';
import { readAdams, type Series, worstColumnRms } from './fixture.js';
import { simulate } from './simulate.js';

const STEP_S = 1e-3;
const BASIS = 'root mean square of the worst column; Chrono, links: cases.ts';

const UNITS: Readonly<Record<string, string>> = {
  Pos: 'm',
  Vel: 'm/s',
  Acc: 'm/s²',
  Quat: '1',
  Avel: 'rad/s',
  Aacc: 'rad/s²',
  Energy: 'J',
  Constraint: 'm, rad',
};
const unitOf = (quantity: string): string => UNITS[quantity] ?? (quantity.startsWith('Rforce') ? 'N' : 'N·m');

/** Returns the cases; reads the reference data of all. */
export const adamsCases = (): ValidationCase[] => ADAMS_CASES.map(validationCase);

function validationCase(c: AdamsCase): ValidationCase {
  const reference = readAdams(c.name);
  const expected = Object.entries(c.tolerance).map(
    ([quantity, tolerance]): Expectation => ({
      quantity,
      unit: unitOf(quantity),
      value: 0,
      tolerance,
      basis: BASIS,
    }),
  );
  return {
    name: c.name,
    title: `ADAMS ${c.name.replace('_', ' ')}`,
    expected,
    measure: (lab) => measure(c, reference, expected, lab),
  };
}

async function measure(
  c: AdamsCase,
  reference: ReadonlyMap<string, Series>,
  expected: readonly Expectation[],
  lab: Lab,
): Promise<Record<string, number>> {
  const { quantities, energyJ, constraint } = await simulate(c, lab, STEP_S);
  const values: Record<string, number> = {};
  for (const { quantity } of expected) {
    if (quantity === 'Energy') values[quantity] = rootMeanSquare(energyJ);
    else if (quantity === 'Constraint') values[quantity] = rootMeanSquare(constraint);
    else if (quantities.has(quantity)) {
      values[quantity] = worstColumnRms(quantities.get(quantity)!, reference.get(quantity)!, quantity === 'Quat');
    }
  }
  return values;
}

const rootMeanSquare = (values: readonly number[]): number =>
  Math.sqrt(values.reduce((sum, x) => sum + x * x, 0) / values.length);
