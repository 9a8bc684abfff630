import { normalize, type Vec3 } from '../../../src/core/vector.js';
import type { CoordinateGeometry } from '../../../src/models/index.js';

/** A coordinate of `body` relative to a carrier that is not ground. */
export function about(
  body: string,
  originM: Vec3,
  axis: Vec3,
  rest: Partial<CoordinateGeometry> = {},
): CoordinateGeometry {
  return {
    motion: 'angle',
    body,
    reference: 'carrier',
    isBodyGround: false,
    isReferenceGround: false,
    originM,
    axis: normalize(axis),
    value: 0,
    ...rest,
  };
}

/** The same as a travel. */
export const along = (body: string, originM: Vec3, axis: Vec3): CoordinateGeometry =>
  about(body, originM, axis, { motion: 'travel' });
