import type { Manifold, ManifoldToplevel } from 'manifold-3d';
import { type Contour, circle, extruded, polar } from './contour.js';
import { ARC_CHORD_M, badGear } from './gear-spec.js';

export interface RatchetSpec {
  readonly toothCount: number;
  readonly tipRadiusM: number;
  readonly rootRadiusM: number;
  readonly widthM: number;
  /**
   * By how much the locking face leans under its tip [rad]: positive draws a pawl in, 0 is radial. The pawl holds without a
   * spring where this is more than −atan µ.
   */
  readonly rakeRad?: number;
}

/**
 * Outline of a ratchet wheel about the origin: tips on one circle, the first on +x; locking faces look clockwise, so that a
 * pawl lets the wheel turn counter-clockwise and holds it against clockwise.
 *
 * The locking face runs from the tip inwards, inclined by the rake to the radius, to the root circle; the back is the straight
 * line from there to the tip of the tooth before.
 *
 * @throws GeometryError `bad_gear` where roots are not inside tips, or faces would cross backs
 */
export function ratchetOutline({ toothCount, tipRadiusM, rootRadiusM, rakeRad = 0 }: RatchetSpec): Contour {
  const pitch = (2 * Math.PI) / toothCount;
  // Angle from the tip to the foot of its face, by the sine rule in the triangle centre–tip–foot.
  const foot = Math.asin((tipRadiusM * Math.sin(rakeRad)) / rootRadiusM) - rakeRad;
  const isSound =
    Number.isInteger(toothCount) &&
    toothCount >= 3 &&
    rootRadiusM > 0 &&
    rootRadiusM < tipRadiusM &&
    Math.abs(foot) < pitch / 2;
  if (!isSound)
    throw badGear(`no ratchet has ${toothCount} teeth from ${rootRadiusM} m to ${tipRadiusM} m, rake ${rakeRad} rad`);
  return Array.from(
    { length: toothCount },
    (_, k): Contour => [polar(rootRadiusM, k * pitch + foot), polar(tipRadiusM, k * pitch)],
  ).flat();
}

/**
 * A ratchet wheel about z, its middle in the origin; see `ratchetOutline` for which way it holds.
 *
 * @param boreM  diameter of a round hole through it [m]; 0: none
 * @returns      a solid of the caller's, lengths in m
 * @throws       GeometryError `bad_gear`
 */
export function ratchetWheel(module: ManifoldToplevel, spec: RatchetSpec, boreM = 0): Manifold {
  const holes = boreM > 0 ? [circle([0, 0], boreM / 2, ARC_CHORD_M)] : [];
  return extruded(module, [ratchetOutline(spec)], holes, spec.widthM);
}
