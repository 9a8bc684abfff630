/** Prismatic: x_A·d = 0, y_A·d = 0, x_A·z_B = 0, y_A·z_B = 0, x_A·y_B = 0. Free: sliding along z_A. */
import { FRAME } from '../frames.js';
import {
  axisJacobian,
  axisResidual,
  type RowKind,
  slideJacobian,
  slideResidual,
  twistJacobian,
  twistResidual,
} from './row-kind.js';

export const prismatic: RowKind = {
  rowCount: 5,
  lengthRowCount: 2,
  residual(f, _lengthM, out, o) {
    out[o] = slideResidual(f, FRAME.xA);
    out[o + 1] = slideResidual(f, FRAME.yA);
    axisResidual(f, out, o + 2);
    twistResidual(f, out, o + 4);
  },
  jacobian(f, rows, r, hasA, hasB) {
    slideJacobian(f, FRAME.xA, rows, r, hasA, hasB);
    slideJacobian(f, FRAME.yA, rows, r + 1, hasA, hasB);
    axisJacobian(f, rows, r + 2, hasA, hasB);
    twistJacobian(f, rows, r + 4, hasA, hasB);
  },
};
