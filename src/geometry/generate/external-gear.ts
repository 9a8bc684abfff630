/**
 * External spur gears as a rack generates them: involute flanks, trochoid fillets, undercut where there are few teeth.
 *
 * A rack tooth with tip rounding ρ rolls on the pitch circle. Its flank cuts the involute, the rounding the fillet:
 *
 *   C(φ) = (X_c, c_u + rp·φ)   contact = C + ρ·(C − P)/|C − P|   P = (rp, 0)   turned back by φ
 *
 * from the root (C below P) to where C − P stands along the flank's normal. Few teeth are undercut: there the fillet meets
 * the involute above the base circle, and everything below is the fillet's.
 *
 * @source ISO 21771:2007; F. L. Litvin, Gear Geometry and Applied Theory (2004), ch. 6 (generation by a rack cutter)
 */
import type { Manifold, ManifoldToplevel } from 'manifold-3d';
import { arc, type Contour, circle, extruded, mirrored, polar, turned } from './contour.js';
import {
  ARC_CHORD_M,
  badGear,
  type GearSpec,
  involute,
  pressureAngleAt,
  type Toothing,
  toothingOf,
} from './gear-spec.js';

const DEFAULT_ROOT_RADIUS_FACTOR = 0.2;

/** Half the angle of a tooth space at a radius ≥ rb [rad]: π/z − s/(2rp) − inv α + inv α_r. */
export function spaceHalfAngle(t: Toothing, r: number): number {
  const thickness = t.m * (Math.PI / 2 + 2 * t.x * Math.tan(t.alpha)) - t.thinning;
  return Math.PI / t.z - thickness / (2 * t.rp) - involute(t.alpha) + involute(pressureAngleAt(t, r));
}

/** The corner of the generating rack, in the frame whose x axis is the middle of a tooth space. */
interface RackCorner {
  readonly xc: number;
  readonly cu: number;
  readonly rho: number;
}

function rackCorner(t: Toothing, rootRadiusFactor: number): RackCorner {
  const tan = Math.tan(t.alpha);
  const depth = t.rp + t.m * t.x - t.rf;
  const half = (Math.PI * t.m) / 4 + t.thinning / 2;
  // The rounding must fit into the tip: at most a full round.
  const widest = (half - depth * tan) / (1 / Math.cos(t.alpha) - tan);
  const rho = Math.min(rootRadiusFactor * t.m, Math.max(0, widest));
  return { xc: t.rf + rho, cu: half - (depth - rho) * tan - rho / Math.cos(t.alpha), rho };
}

/** Radius and half angle of the space at one place of the fillet. */
function filletAt(t: Toothing, { xc, cu, rho }: RackCorner, y: number): { r: number; theta: number } {
  const phi = (y - cu) / t.rp;
  const length = Math.hypot(xc - t.rp, y);
  const x = xc + (rho * (xc - t.rp)) / length;
  const v = y + (rho * y) / length;
  return { r: Math.hypot(x, v), theta: Math.atan2(v, x) - phi };
}

/** One side of a tooth space, from the root circle to the tip circle, as [radius, half angle of the space]. */
function spaceSide(t: Toothing, rootRadiusFactor: number): readonly { r: number; theta: number }[] {
  const corner = rackCorner(t, rootRadiusFactor);
  const last = (t.rp - corner.xc) / Math.tan(t.alpha);
  const end = filletEnd(t, corner, last);
  const side = Array.from({ length: t.filletChordCount }, (_, i) =>
    filletAt(t, corner, (end * i) / t.filletChordCount),
  );
  const start = filletAt(t, corner, end).r;
  const n = t.flankPointCount - 1;
  for (let i = 0; i <= n; i++) {
    const r = start + ((t.ra - start) * i) / n;
    side.push({ r, theta: spaceHalfAngle(t, r) });
  }
  return side;
}

/** Where the fillet ends: at the flank's own start, or, undercut, where it first comes out of the material again. */
function filletEnd(t: Toothing, corner: RackCorner, last: number): number {
  const isOutside = (y: number) => {
    const { r, theta } = filletAt(t, corner, y);
    return r > t.rb && theta <= spaceHalfAngle(t, r);
  };
  // The contact of the flank's end lies beyond the base tangent point: undercut.
  const depth = t.rp - (corner.xc - corner.rho * Math.sin(t.alpha));
  if (depth <= t.rp * Math.sin(t.alpha) ** 2) return last;
  const steps = 400;
  const first = Array.from({ length: steps }, (_, i) => (last * (i + 1)) / steps).find(isOutside);
  if (first === undefined) return last;
  let [low, high] = [first - last / steps, first];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (isOutside(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/**
 * Outline of an external involute gear about the origin, a tooth on +x; every corner of a flank lies on the involute.
 *
 * @throws GeometryError `bad_gear` where the tip would be pointed
 */
export function externalGearOutline(spec: GearSpec): Contour {
  const t = toothingOf(spec, 'external');
  const side = spaceSide(t, spec.rootRadiusFactor ?? DEFAULT_ROOT_RADIUS_FACTOR);
  const pitch = (2 * Math.PI) / t.z;
  const tip = pitch / 2 - side.at(-1)!.theta;
  if (!(tip > 0)) throw badGear(`${t.z} teeth of profile shift ${t.x} are pointed below the tip circle`);
  const root = arc([0, 0], t.rf, -side[0]!.theta, 0, ARC_CHORD_M).slice(0, -1);
  const upper = [
    ...side.map(({ r, theta }) => polar(r, theta)),
    ...turned(arc([0, 0], t.ra, -tip, 0, ARC_CHORD_M), pitch / 2).slice(1),
  ];
  const space: Contour = [
    ...mirrored(upper).slice(1, -1),
    ...root.slice(1),
    [t.rf, 0],
    ...mirrored(root.slice(1)),
    ...upper,
  ];
  // From the middle of one tooth to that of the next, turned so that a tooth stands on +x.
  return Array.from({ length: t.z }, (_, k) => turned(space, pitch / 2 + k * pitch)).flat();
}

/**
 * An external involute spur gear about z, its middle in the origin and a tooth on +x.
 *
 * @param boreM  diameter of a round hole through it [m]; 0: none
 * @returns      a solid of the caller's, lengths in m
 * @throws       GeometryError `bad_gear`
 */
export function externalGear(module: ManifoldToplevel, spec: GearSpec, boreM = 0): Manifold {
  const holes = boreM > 0 ? [circle([0, 0], boreM / 2, ARC_CHORD_M)] : [];
  return extruded(module, [externalGearOutline(spec)], holes, spec.widthM);
}
