/** Spherical: d = 0. Free: all rotations. */
import { pointJacobian, pointResidual, type RowKind } from './row-kind.js';

export const spherical: RowKind = {
  rowCount: 3,
  lengthRowCount: 3,
  residual(f, _lengthM, out, o) {
    pointResidual(f, out, o);
  },
  jacobian(f, rows, r, hasA, hasB) {
    pointJacobian(f, rows, r, hasA, hasB);
  },
};
