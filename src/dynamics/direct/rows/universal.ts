/** Universal: d = 0, z_A·x_B = 0. Free: turning about z_A and about x_B. */
import { FRAME } from '../frames.js';
import { ANGLE_SCALE_M, dotAt, perpendicularJacobian, pointJacobian, pointResidual, type RowKind } from './row-kind.js';

export const universal: RowKind = {
  rowCount: 4,
  lengthRowCount: 3,
  residual(f, _lengthM, out, o) {
    pointResidual(f, out, o);
    out[o + 3] = ANGLE_SCALE_M * dotAt(f, FRAME.zA, FRAME.xB);
  },
  jacobian(f, rows, r, hasA, hasB) {
    pointJacobian(f, rows, r, hasA, hasB);
    perpendicularJacobian(f, FRAME.zA, FRAME.xB, rows, r + 3, hasA, hasB);
  },
};
