/** Revolute: d = 0, x_A·z_B = 0, y_A·z_B = 0. Free: turning about z. */
import { axisJacobian, axisResidual, pointJacobian, pointResidual, type RowKind } from './row-kind.js';

export const revolute: RowKind = {
  rowCount: 5,
  lengthRowCount: 3,
  residual(f, _lengthM, out, o) {
    pointResidual(f, out, o);
    axisResidual(f, out, o + 3);
  },
  jacobian(f, rows, r, hasA, hasB) {
    pointJacobian(f, rows, r, hasA, hasB);
    axisJacobian(f, rows, r + 3, hasA, hasB);
  },
};
