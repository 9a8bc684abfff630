import type { Manifold, ManifoldToplevel } from 'manifold-3d';

/** A point in the plane [m]. */
export type PlanePoint = readonly [number, number];

/** A closed outline, counter-clockwise round material; the last point is not the first again. */
export type Contour = readonly PlanePoint[];

/** A point at a radius and an angle from +x [rad]. */
export const polar = (radiusM: number, angleRad: number): PlanePoint => [
  radiusM * Math.cos(angleRad),
  radiusM * Math.sin(angleRad),
];

/** The outline mirrored at the x axis, walked the other way: counter-clockwise stays counter-clockwise. */
export const mirrored = (points: Contour): Contour => [...points].reverse().map(([x, y]) => [x, -y]);

/** The outline turned about the origin. */
export function turned(points: Contour, angleRad: number): Contour {
  const [c, s] = [Math.cos(angleRad), Math.sin(angleRad)];
  return points.map(([x, y]) => [c * x - s * y, s * x + c * y]);
}

/**
 * Points of a circular arc, both ends included.
 *
 * @param chordM  largest distance of the arc from its chords [m] > 0
 */
export function arc(center: PlanePoint, radiusM: number, fromRad: number, toRad: number, chordM: number): Contour {
  const most = 2 * Math.acos(Math.max(0, 1 - chordM / radiusM));
  const n = Math.max(1, Math.ceil(Math.abs(toRad - fromRad) / most));
  return Array.from({ length: n + 1 }, (_, i) => {
    const [x, y] = polar(radiusM, fromRad + ((toRad - fromRad) * i) / n);
    return [center[0] + x, center[1] + y];
  });
}

/** A full circle, at least 24 corners on it. */
export function circle(center: PlanePoint, radiusM: number, chordM: number): Contour {
  const most = 2 * Math.acos(Math.max(0, 1 - chordM / radiusM));
  const n = Math.max(24, 4 * Math.ceil(Math.PI / 2 / most));
  return Array.from({ length: n }, (_, i) => {
    const [x, y] = polar(radiusM, (2 * Math.PI * i) / n);
    return [center[0] + x, center[1] + y];
  });
}

/** Area inside a contour [m²], positive counter-clockwise. */
export function contourArea(contour: Contour): number {
  return contour.reduce((sum, [x, y], i) => {
    const [u, v] = contour[(i + 1) % contour.length]!;
    return sum + (x * v - u * y) / 2;
  }, 0);
}

/** The solid between −width/2 and +width/2 along z whose section is the outlines less the holes; the caller deletes it. */
export function extruded(
  module: ManifoldToplevel,
  outlines: readonly Contour[],
  holes: readonly Contour[],
  widthM: number,
): Manifold {
  const contours = [...outlines, ...holes.map((hole) => [...hole].reverse())];
  const polygons = contours.map((contour) => contour.map(([x, y]): [number, number] => [x, y]));
  return module.Manifold.extrude(polygons, widthM, 0, 0, [1, 1], true);
}
