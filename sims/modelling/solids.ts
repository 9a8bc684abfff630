/**
 * Solids for the modelling scripts of the families, built with manifold-3d. Lengths in this file and in the scripts are
 * millimetres, as on a drawing; `partMesh` hands a finished solid out in metres.
 *
 * Manifold keeps its solids in WASM memory. Every solid made here is remembered, and `partMesh` deletes all of them once
 * its result has been read: a script builds one part at a time and never deletes anything itself.
 */
import type { CrossSection, Manifold } from 'manifold-3d';
import { externalGearOutline, type GearSpec, loadManifold, solidFromManifold } from '../../src/index.js';

const wasm = await loadManifold();

/** A solid [mm] under construction. */
export type Solid = Manifold;

/** Point of an outline [mm]. */
export type Point = readonly [x: number, y: number];

/** Geometry of a part, as scenes have it. */
export type PartGeometry = ReturnType<typeof solidFromManifold>;

const made: (Manifold | CrossSection)[] = [];

function keep<T extends Manifold | CrossSection>(shape: T): T {
  made.push(shape);
  return shape;
}

/**
 * The geometry of one part: runs its script, converts the result to metres, and frees what the script has made.
 *
 * @param script returns the finished solid [mm]
 */
export function partMesh(script: () => Solid): PartGeometry {
  try {
    const solid = keep(script().scale(1e-3));
    if (solid.isEmpty()) throw new Error('the modelling script returned an empty solid');
    return solidFromManifold(solid);
  } finally {
    for (const shape of made.splice(0)) shape.delete();
  }
}

/** Facets around a circle of some diameter [mm]: chords within 5 µm of it, a multiple of 8, at least 32. */
export function segmentsFor(diameter: number): number {
  const chord = 0.005;
  const exact = Math.PI / Math.acos(Math.max(0.5, 1 - (2 * chord) / diameter));
  return Math.max(32, 8 * Math.ceil(exact / 8));
}

/** Cylinder along z between two heights, at (x, y). */
export function disc(diameter: number, bottom: number, top: number, [x, y]: Point = [0, 0]): Solid {
  const solid = keep(wasm.Manifold.cylinder(top - bottom, diameter / 2, diameter / 2, segmentsFor(diameter)));
  return keep(solid.translate([x, y, bottom]));
}

/** Cone frustum along z: `diameter` at the bottom, `topDiameter` at the top. */
export function cone(diameter: number, topDiameter: number, bottom: number, top: number, at: Point = [0, 0]): Solid {
  const segments = segmentsFor(Math.max(diameter, topDiameter));
  const solid = keep(wasm.Manifold.cylinder(top - bottom, diameter / 2, topDiameter / 2, segments));
  return keep(solid.translate([...at, bottom]));
}

/** Box between two corners. */
export function block(min: readonly [number, number, number], max: readonly [number, number, number]): Solid {
  const size: [number, number, number] = [max[0] - min[0], max[1] - min[1], max[2] - min[2]];
  return keep(keep(wasm.Manifold.cube(size)).translate([...min]));
}

/** Prism along z of an outline, counter-clockwise. */
export function prism(outline: readonly Point[], bottom: number, top: number): Solid {
  const section = keep(new wasm.CrossSection(outline.map(([x, y]): [number, number] => [x, y])));
  return keep(keep(wasm.Manifold.extrude(section, top - bottom)).translate([0, 0, bottom]));
}

/** Ring along z. */
export function ring(outer: number, inner: number, bottom: number, top: number, at: Point = [0, 0]): Solid {
  return cut(disc(outer, bottom, top, at), disc(inner, bottom - 1, top + 1, at));
}

/** Plate with rounded corners between two opposite corners. */
export function roundedPlate([x0, y0]: Point, [x1, y1]: Point, radius: number, bottom: number, top: number): Solid {
  const corners: Point[] = [
    [x0 + radius, y0 + radius],
    [x1 - radius, y0 + radius],
    [x1 - radius, y1 - radius],
    [x0 + radius, y1 - radius],
  ];
  return hullOf(...corners.map((corner) => disc(2 * radius, bottom, top, corner)));
}

/** Bar with round ends around two points; its width may change from one to the other. */
export function bar(a: Point, b: Point, width: number, bottom: number, top: number, endWidth = width): Solid {
  return hullOf(disc(width, bottom, top, a), disc(endWidth, bottom, top, b));
}

/** Solid of revolution about z of an outline (radius, height). */
export function turned(outline: readonly Point[], diameter: number): Solid {
  const section = keep(new wasm.CrossSection(outline.map(([x, y]): [number, number] => [x, y])));
  return keep(wasm.Manifold.revolve(section, segmentsFor(diameter)));
}

export const union = (...solids: readonly Solid[]): Solid => keep(wasm.Manifold.union([...solids]));

export const hullOf = (...solids: readonly Solid[]): Solid => keep(wasm.Manifold.hull([...solids]));

/** `solid` without the others. */
export const cut = (solid: Solid, ...others: readonly Solid[]): Solid =>
  keep(wasm.Manifold.difference([solid, ...others]));

export const shared = (...solids: readonly Solid[]): Solid => keep(wasm.Manifold.intersection([...solids]));

export const moved = (solid: Solid, x: number, y: number, z = 0): Solid => keep(solid.translate([x, y, z]));

/** Turned about x, then y, then z [°]. */
export const rotated = (solid: Solid, aboutX: number, aboutY: number, aboutZ: number): Solid =>
  keep(solid.rotate([aboutX, aboutY, aboutZ]));

/** Its image in the plane x = 0. */
export const mirroredX = (solid: Solid): Solid => keep(solid.mirror([1, 0, 0]));

/** What was modelled along z, laid along x: z becomes x, x becomes y, y becomes z. */
export const alongX = (solid: Solid): Solid => keep(solid.transform([0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1]));

/** An involute spur gear between two heights, a tooth on +x turned by `turnDeg`; lengths of the spec in m. */
export function gear(spec: GearSpec, turnDeg: number, bottom: number, at: Point = [0, 0]): Solid {
  const outline = externalGearOutline(spec).map(([x, y]): Point => [1000 * x, 1000 * y]);
  const height = 1000 * spec.widthM;
  return moved(rotated(prism(outline, bottom, bottom + height), 0, 0, turnDeg), at[0], at[1]);
}
