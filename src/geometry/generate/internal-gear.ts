import type { Manifold, ManifoldToplevel } from 'manifold-3d';
import { arc, type Contour, circle, extruded, polar, turned } from './contour.js';
import {
  ARC_CHORD_M,
  badGear,
  type GearSpec,
  involute,
  pressureAngleAt,
  type Toothing,
  toothingOf,
} from './gear-spec.js';

/** Half the angle of a tooth space of an internal gear at a radius ≥ rb [rad]: it is the tooth of an external one. */
export function internalSpaceHalfAngle(t: Toothing, r: number): number {
  const width = t.m * (Math.PI / 2 + 2 * t.x * Math.tan(t.alpha)) + t.thinning;
  return width / (2 * t.rp) + involute(t.alpha) - involute(pressureAngleAt(t, r));
}

/**
 * The hole of an internal involute gear about the origin, a tooth space on +x, counter-clockwise round the hole.
 *
 * @throws GeometryError `bad_gear` where the spaces close before the root, or teeth reach below the base circle
 */
export function internalGearHole(spec: GearSpec): Contour {
  const t = toothingOf(spec, 'internal');
  if (t.ra < t.rb) throw badGear(`teeth of an internal gear with ${t.z} teeth would reach below its base circle`);
  const pitch = (2 * Math.PI) / t.z;
  const root = internalSpaceHalfAngle(t, t.rf);
  const tip = pitch / 2 - internalSpaceHalfAngle(t, t.ra);
  if (!(root > 0 && tip > 0)) throw badGear(`profile shift ${t.x} leaves no tooth space or no tooth`);
  const n = t.flankPointCount - 1;
  const radii = Array.from({ length: n + 1 }, (_, i) => t.rf + ((t.ra - t.rf) * i) / n);
  const falling = radii.map((r) => polar(r, internalSpaceHalfAngle(t, r)));
  const rising = [...radii].reverse().map((r) => polar(r, -internalSpaceHalfAngle(t, r)));
  const bottom = arc([0, 0], t.rf, -root, root, ARC_CHORD_M).slice(1, -1);
  const top = turned(arc([0, 0], t.ra, -tip, tip, ARC_CHORD_M).slice(1, -1), pitch / 2);
  const one: Contour = [...rising, ...bottom, ...falling, ...top];
  return Array.from({ length: t.z }, (_, k) => turned(one, k * pitch)).flat();
}

/**
 * A ring with internal involute teeth about z, its middle in the origin and a tooth space on +x.
 *
 * @param outerM  outer diameter [m], beyond the root circle
 * @returns       a solid of the caller's, lengths in m
 * @throws        GeometryError `bad_gear`
 * @limits        Roots have corners, not the fillets of a shaper cutter. Nothing checks a certain pinion: teeth of full height jam
 *                on small ones, where √(ra² − rb²) < a·sin α (ra of the ring, a the centre distance); shorten the addendum.
 */
export function internalGear(module: ManifoldToplevel, spec: GearSpec, outerM: number): Manifold {
  const { rf } = toothingOf(spec, 'internal');
  if (!(outerM / 2 > rf))
    throw badGear(`the outer diameter ${outerM} m leaves no ring outside the roots at ${2 * rf} m`);
  return extruded(module, [circle([0, 0], outerM / 2, ARC_CHORD_M)], [internalGearHole(spec)], spec.widthM);
}
