import { describe, expect, test } from 'vitest';
import { type LossBounds, lossBounds, type RowLoss, relaxedEffort } from '../../../src/models/index.js';
import { lossOfEfficiency, meshBehavior } from '../../../src/models/row.js';

const bounds: LossBounds = { lower: 0, upper: 0 };

describe('loss of a transmission', () => {
  const loss = lossOfEfficiency(0.9, 0)!;

  test('a term that drives against 9 N·m has to give 10, one that is driven by it keeps 8.1', () => {
    // The row pushes the term with +9. Driving it back (q̇ < 0) the applied torque is −9 − friction, friction = upper.
    lossBounds(9, loss, bounds);
    expect(9 + bounds.upper).toBeCloseTo(10, 12);
    expect(9 + bounds.lower).toBeCloseTo(8.1, 12);
  });

  test('the bounds swap with the sign of the effort', () => {
    lossBounds(-9, loss, bounds);
    expect(bounds.lower).toBeCloseTo(-1, 12);
    expect(bounds.upper).toBeCloseTo(0.9, 12);
  });

  test('friction is free to be nothing, whatever the effort: it never drives', () => {
    for (const effort of [-3, 0, 5]) {
      lossBounds(effort, loss, bounds);
      expect(bounds.lower).toBeLessThanOrEqual(0);
      expect(bounds.upper).toBeGreaterThanOrEqual(0);
    }
  });

  test('no loss, no row', () => {
    expect(lossOfEfficiency(1, 0)).toBeNull();
  });
});

test.each([0, 0.1, 0.5, 0.99, 1])('the followed effort settles for inertia shares of %d', (share) => {
  // e = e₀ − g·f with f = κ·|e_followed|: the exact answer is e₀/(1 + g·κ) for driving.
  const loss: RowLoss = { term: 0, driving: 4, driven: 2 };
  let followed = 0;
  for (let k = 0; k < 400; k++) followed = relaxedEffort(followed, 7 - share * loss.driving * followed, loss);
  expect(followed).toBeCloseTo(7 / (1 + share * loss.driving), 10);
});

test('play turns a rigid mesh into two flanks', () => {
  expect(meshBehavior(0)).toEqual({ kind: 'rigid' });
  expect(meshBehavior(1e-4)).toEqual({ kind: 'stops', lower: -5e-5, upper: 5e-5 });
});
