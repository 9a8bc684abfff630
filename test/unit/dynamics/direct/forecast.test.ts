/** Efforts of the next sub-step from the last ones. */
import { expect, test } from 'vitest';
import { createForecast, observe } from '../../../../src/dynamics/direct/forecast.js';

const parabola = (k: number) => 3 - 2 * k + 0.5 * k * k;

test('a parabola is continued exactly once three smooth steps are known', () => {
  const f = createForecast(1);
  for (let k = 0; k < 6; k++) {
    observe(f, 0, parabola(k), k);
    if (k >= 3) expect(f.next[0]).toBeCloseTo(parabola(k + 1), 12);
  }
});

test('with less to go by it is a line, and the last effort where nothing is smooth', () => {
  const f = createForecast(1);
  observe(f, 0, 1, 0);
  observe(f, 0, 4, 1);
  expect(f.next[0]).toBe(4);
  observe(f, 0, 6, 2);
  expect(f.next[0]).toBe(8);
  observe(f, 0, 100, 0);
  expect(f.next[0]).toBe(100);
});
