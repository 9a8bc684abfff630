/** Cylindrical: x_A·d = 0, y_A·d = 0, x_A·z_B = 0, y_A·z_B = 0. Free: sliding along and turning about z_A. */
import { FRAME } from '../frames.js';
import { axisJacobian, axisResidual, type RowKind, slideJacobian, slideResidual } from './row-kind.js';

export const cylindrical: RowKind = {
  rowCount: 4,
  lengthRowCount: 2,
  residual(f, _lengthM, out, o) {
    out[o] = slideResidual(f, FRAME.xA);
    out[o + 1] = slideResidual(f, FRAME.yA);
    axisResidual(f, out, o + 2);
  },
  jacobian(f, rows, r, hasA, hasB) {
    slideJacobian(f, FRAME.xA, rows, r, hasA, hasB);
    slideJacobian(f, FRAME.yA, rows, r + 1, hasA, hasB);
    axisJacobian(f, rows, r + 2, hasA, hasB);
  },
};
