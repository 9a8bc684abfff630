/** The references that engines are held against, held against each other. */
import { expect, test } from 'vitest';
import { buildModel, newBuilder } from '../../benchmarks/dynamics/model-builder.js';
import { ADAMS_CASES } from '../../validation/adams/cases.js';
import { readAdams, SAMPLE_COUNT, worstColumnRms } from '../../validation/adams/fixture.js';
import { integrateLink } from '../../validation/adams/reference.js';
import { evaluateCase, type Lab } from '../../validation/case.js';
import { integrate } from '../../validation/runge-kutta.js';

test('Dormand–Prince follows a harmonic oscillator', () => {
  const samples = integrate(
    (_t, [x = 0, v = 0], out) => {
      out[0] = v;
      out[1] = -x;
    },
    [1, 0],
    0.1,
    100,
  );
  // local tolerance 1e-12 over 10 s
  samples.forEach(([x], k) => {
    expect(Math.abs(x! - Math.cos(0.1 * k))).toBeLessThan(1e-10);
  });
});

test.each(['RevSpherical_Case01', 'RevSpherical_Case02'])('%s of ADAMS agrees with an RK4 of 0.25 ms', (name) => {
  const c = ADAMS_CASES.find((one) => one.name === name)!;
  if (c.mount.kind !== 'link') throw new Error('a link');
  const adams = readAdams(name);
  const truth = integrateLink(c, c.mount);
  const error = (quantity: string) => worstColumnRms(truth.get(quantity)!, adams.get(quantity)!, quantity === 'Quat');
  // observed 4.0e-6 m, 1.0e-5 m/s, 1.4e-3 N: six digits and ADAMS's own step
  expect(error('Pos')).toBeLessThan(1e-5);
  expect(error('Vel')).toBeLessThan(3e-5);
  expect(error('Rforce_Body1')).toBeLessThan(3e-3);
  expect(error('Rtorque_Body1')).toBeLessThan(6e-3);
});

test.each(ADAMS_CASES.map((c) => c.name))('%s: the fixture has all its rows and starts where the case says', (name) => {
  const c = ADAMS_CASES.find((one) => one.name === name)!;
  const adams = readAdams(name);
  for (const rows of adams.values()) expect(rows).toHaveLength(SAMPLE_COUNT);
  const [x, y, z, w] = c.rotation;
  const start = adams.get('Pos')![0]!;
  // six digits
  start.forEach((value, k) => {
    expect(Math.abs(value - c.centerM[k]!)).toBeLessThan(1e-5);
  });
  expect(worstColumnRms([[w, x, y, z]], [adams.get('Quat')![0]!], true)).toBeLessThan(1e-6);
});

const EMPTY = buildModel(newBuilder());

test('what an engine throws, leaves out or fills with NaN is a miss', async () => {
  const expected = ['a', 'b'].map((quantity) => ({ quantity, unit: '1', value: 0, tolerance: 1, basis: '' }));
  const refuse = () => Promise.reject(new Error('refused'));
  const lab = { engine: 'direct', start: refuse, record: refuse } as const;
  const refusing = async (l: Lab) => {
    await l.start(EMPTY);
    return { a: 0, b: 0 };
  };
  const refused = await evaluateCase({ name: 'x', title: '', expected, measure: refusing }, lab);
  expect(refused.map((row) => [row.pass, row.note])).toEqual([
    [false, 'refused'],
    [false, 'refused'],
  ]);
  const partial = await evaluateCase({ name: 'x', title: '', expected, measure: async () => ({ a: Number.NaN }) }, lab);
  expect(partial.map((row) => row.pass)).toEqual([false, false]);
});
