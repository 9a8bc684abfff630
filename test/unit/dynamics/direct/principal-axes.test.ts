import { expect, test } from 'vitest';
import { quatFromAxisAngle, rotate, type Vec3 } from '../../../../src/core/vector.js';
import { principalAxes } from '../../../../src/dynamics/direct/principal-axes.js';

test('a diagonal tensor keeps its axes and its order', () => {
  const { moments, rotation } = principalAxes([3, 0, 0, 0, 1, 0, 0, 0, 2]);
  expect(moments).toEqual([3, 1, 2]);
  expect(rotation).toEqual([0, 0, 0, 1]);
});

test('R·diag·Rᵀ gives back a turned tensor', () => {
  const q = quatFromAxisAngle([2 / 7, 3 / 7, 6 / 7], 0.83);
  const moments: Vec3 = [1, 2.5, 3.2];
  const axes = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ] as const;
  const tensorOf = (m: Vec3, rotation: typeof q) => {
    const columns = axes.map((a) => rotate(rotation, a));
    return axes.flatMap((_, i) => axes.map((__, j) => columns.reduce((s, c, k) => s + m[k]! * c[i]! * c[j]!, 0)));
  };
  const tensor = tensorOf(moments, q);
  const found = principalAxes(tensor);
  const again = tensorOf(found.moments, found.rotation);
  // rounding of a few dozen products of size 3
  for (let k = 0; k < 9; k++) expect(Math.abs(again[k]! - tensor[k]!)).toBeLessThan(1e-14);
});
