/** Planar: z_A·d = 0, x_A·z_B = 0, y_A·z_B = 0. Free: sliding in the xy plane of A and turning about z_A. */
import { FRAME } from '../frames.js';
import { axisJacobian, axisResidual, type RowKind, slideJacobian, slideResidual } from './row-kind.js';

export const planar: RowKind = {
  rowCount: 3,
  lengthRowCount: 1,
  residual(f, _lengthM, out, o) {
    out[o] = slideResidual(f, FRAME.zA);
    axisResidual(f, out, o + 1);
  },
  jacobian(f, rows, r, hasA, hasB) {
    slideJacobian(f, FRAME.zA, rows, r, hasA, hasB);
    axisJacobian(f, rows, r + 1, hasA, hasB);
  },
};
