/** Fixed: d = 0, x_A·z_B = 0, y_A·z_B = 0, x_A·y_B = 0. Free: nothing. */
import {
  axisJacobian,
  axisResidual,
  pointJacobian,
  pointResidual,
  type RowKind,
  twistJacobian,
  twistResidual,
} from './row-kind.js';

export const fixed: RowKind = {
  rowCount: 6,
  lengthRowCount: 3,
  residual(f, _lengthM, out, o) {
    pointResidual(f, out, o);
    axisResidual(f, out, o + 3);
    twistResidual(f, out, o + 5);
  },
  jacobian(f, rows, r, hasA, hasB) {
    pointJacobian(f, rows, r, hasA, hasB);
    axisJacobian(f, rows, r + 3, hasA, hasB);
    twistJacobian(f, rows, r + 5, hasA, hasB);
  },
};
