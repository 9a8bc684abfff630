/**
 * Distance: |d| = length. Free: everything that keeps the two origins apart by it.
 *
 * A cord has the same row as an inequality, length − |d| ≥ 0, and stands among the unilateral rows. A length of zero
 * has no direction: the compiler makes a spherical joint of it.
 */
import { distanceJacobian, distanceOf, type RowKind } from './row-kind.js';

export const distance: RowKind = {
  rowCount: 1,
  lengthRowCount: 1,
  residual(f, lengthM, out, o) {
    out[o] = distanceOf(f) - lengthM;
  },
  jacobian(f, rows, r, hasA, hasB) {
    distanceJacobian(f, 1, rows, r, hasA, hasB);
  },
};
