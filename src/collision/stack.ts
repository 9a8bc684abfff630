/**
 * A solid as a stack of slabs along a direction.
 *
 * Slabs whose walls all run along the direction are prisms: their cross-section falls into convex cells, and every cell
 * stands as one prism through all neighbouring slabs that it fits into, so that a wall is not cut at the level of a boss
 * elsewhere. Pieces may overlap; none leaves the solid. What the prisms do not fill (rounded and chamfered edges, cross
 * holes) is filled slab by slab with the hulls of the material inside the cells of the larger end, where these are convex.
 */
import type { Manifold } from 'manifold-3d';
import { frameFromAxis, type Vec3 } from '../core/vector.js';
import { meshFromManifold, type TriangleMesh } from '../geometry/index.js';
import { type DecompositionContext, isOnlySkin, isWithinTolerance } from './context.js';
import { type Cell, cellArea, convexCells, sharedArea } from './convex-cells.js';
import type { Stack } from './levels.js';
import { type CollisionPiece, hullPiece } from './piece.js';
import { circumscribed, discOf, type RoundWall, roundWallsAlong } from './round-walls.js';
import {
  type Axes,
  axesAlong,
  contoursAt,
  haveCrossings,
  liftPoint,
  type Point,
  signedArea,
  sliceable,
  thinned,
  withoutCollinear,
} from './section.js';
import { hullSolid, slabOf, withSolids } from './solid-scope.js';
import { thinnedHull } from './thinned-hull.js';

/** How to go on with what is not convex. */
export interface Onward {
  /** Pieces of a solid that is all prisms along some direction, else null. */
  readonly asPrisms: (solid: Manifold) => readonly CollisionPiece[] | null;
  /** Pieces of any solid. */
  readonly anyhow: (solid: Manifold) => readonly CollisionPiece[];
}

/** A convex cell of a section; a full disc keeps its circle. */
interface SectionCell {
  readonly cell: Cell;
  readonly disc: RoundWall | null;
}

/** A cell standing from one height to another. */
interface Column extends SectionCell {
  readonly slab: number;
  readonly lowM: number;
  readonly highM: number;
}

/** Part of a cell's area that may lie outside of where it is said to fit: rounding of the clipping. */
const FITS = 1e-9;
/** Where slabs are cut: not half-way, where meshes like to have vertices. */
const SECTION_PLACE = 0.4871;
/** Distance [m] from the ends of a slab whose section is looked at there, at most 1 % of its height. */
const END_INSET_M = 1e-6;

/**
 * The pieces of a stack, or null where a section cannot be walked.
 *
 * @param solid     stays the caller's
 * @param onward    for material that is not convex inside a cell
 */
export function stackPieces(
  context: DecompositionContext,
  solid: Manifold,
  mesh: TriangleMesh,
  stack: Stack,
  onward: Onward,
): readonly CollisionPiece[] | null {
  const axes = axesAlong(stack.direction);
  const walls = roundWallsAlong(axes, context.cylinders);
  const source = sliceable(mesh, axes);
  const sections: (readonly SectionCell[])[] = [];
  for (const [i, isPrism] of stack.isPrism.entries()) {
    const [low, high] = [stack.levelsM[i]!, stack.levelsM[i + 1]!];
    const contours = isPrism ? contoursAt(source, low + SECTION_PLACE * (high - low)) : [];
    if (contours === null) return null;
    sections.push(sectionCells(context, contours, walls));
  }
  return withSolids((keep) => {
    const slabs = stack.isPrism.map((_, i) =>
      keep(slabOf(solid, stack.direction, stack.levelsM[i]!, stack.levelsM[i + 1]!)),
    );
    const columns = columnsOf(context, axes, stack, sections, slabs);
    const pieces = columns.map((column) => columnPiece(axes, column));
    for (const [i, isPrism] of stack.isPrism.entries()) {
      if (isPrism) continue;
      const beside = [sections[i - 1] ?? [], sections[i + 1] ?? []];
      pieces.push(...zonePieces(context, { axes, slab: slabs[i]!, columns, beside, walls, onward }));
    }
    return pieces;
  });
}

function sectionCells(
  context: DecompositionContext,
  contours: readonly (readonly Point[])[],
  walls: readonly RoundWall[],
): readonly SectionCell[] {
  const clean = contours.flatMap((contour) => {
    const plain = withoutCollinear(contour);
    return plain === null ? [] : [thinned(plain, context.rippleM)];
  });
  const holes = clean.filter((contour) => signedArea(contour) < 0);
  const outers = clean.filter((contour) => signedArea(contour) > 0);
  const discs = outers.flatMap((contour) => {
    const disc = discOf(contour, walls, 1.5 * context.roundnessM);
    return disc === null || holes.some((hole) => isInside(hole[0]!, contour)) ? [] : [{ cell: contour, disc }];
  });
  const rest = clean.filter((contour) => !discs.some(({ cell }) => cell === contour));
  const round = rest.map((contour) => circumscribed(contour, walls, context.roundnessM));
  // In a wall thinner than the chord deflection tangents may run out of the material; there the facets stay.
  const bounds = haveCrossings(round) ? rest : round;
  const cells = bounds.length === 0 ? [] : convexCells(context.module, bounds);
  return [...discs, ...cells.filter((cell) => cellArea(cell) > 0).map((cell) => ({ cell, disc: null }))];
}

/** Whether a point lies inside a contour (even–odd). */
function isInside([x, y]: Point, contour: readonly Point[]): boolean {
  let inside = false;
  for (let i = 0, j = contour.length - 1; i < contour.length; j = i++) {
    const [ax, ay] = contour[i]!;
    const [bx, by] = contour[j]!;
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
  }
  return inside;
}

/** Cells of prisms, thickest slab first, each as high as it fits, without those that others cover already. */
function columnsOf(
  context: DecompositionContext,
  axes: Axes,
  stack: Stack,
  sections: readonly (readonly SectionCell[])[],
  slabs: readonly Manifold[],
): readonly Column[] {
  const thickness = (i: number) => stack.levelsM[i + 1]! - stack.levelsM[i]!;
  const order = [...sections.keys()].sort((i, j) => thickness(j) - thickness(i) || i - j);
  const columns: Column[] = [];
  const fits = (cell: Cell, i: number): boolean => {
    if (stack.isPrism[i]) return coveredArea(cell, sections[i]!) >= (1 - FITS) * cellArea(cell);
    return fitsSolid(context, axes, cell, slabs[i]!, stack.levelsM[i]!, stack.levelsM[i + 1]!);
  };
  for (const i of order) {
    const through = columns.filter(({ lowM, highM }) => lowM <= stack.levelsM[i]! && highM >= stack.levelsM[i + 1]!);
    for (const { cell, disc } of sections[i]!) {
      if (isCovered(cell, through)) continue;
      let [low, high] = [i, i];
      while (low > 0 && fits(cell, low - 1)) low--;
      while (high + 1 < slabs.length && fits(cell, high + 1)) high++;
      columns.push({ cell, disc, slab: i, lowM: stack.levelsM[low]!, highM: stack.levelsM[high + 1]! });
    }
  }
  return columns;
}

const coveredArea = (cell: Cell, others: readonly SectionCell[]): number =>
  others.reduce((sum, other) => sum + sharedArea(cell, other.cell), 0);

/** Whether the columns that started in one slab cover a cell; those of one slab do not overlap, so that areas add up. */
function isCovered(cell: Cell, columns: readonly Column[]): boolean {
  const area = cellArea(cell);
  return [...new Set(columns.map(({ slab }) => slab))].some(
    (slab) =>
      coveredArea(
        cell,
        columns.filter((column) => column.slab === slab),
      ) >=
      (1 - FITS) * area,
  );
}

function fitsSolid(
  { module, source }: DecompositionContext,
  axes: Axes,
  cell: Cell,
  solid: Manifold,
  low: number,
  high: number,
): boolean {
  return withSolids((keep) => {
    const prism = keep(hullSolid(module, prismCorners(axes, cell, low, high)));
    return prism.volume() - keep(prism.intersect(solid)).volume() <= 1e-9 * source.volumeM3;
  });
}

/** Corners of a standing cell in the solid's coordinates, 3 each [m]. */
function prismCorners(axes: Axes, cell: Cell, low: number, high: number): Float64Array {
  return Float64Array.from(cell.flatMap((p) => [...liftPoint(axes, p, low), ...liftPoint(axes, p, high)]));
}

function columnPiece(axes: Axes, { cell, disc, lowM, highM }: Column): CollisionPiece {
  if (disc === null) return hullPiece(prismCorners(axes, cell, lowM, highM), 'prism');
  const middle: Vec3 = liftPoint(axes, disc.center, (lowM + highM) / 2);
  const geometry = { kind: 'cylinder' as const, radiusM: disc.radiusM, halfLengthM: (highM - lowM) / 2 };
  return { geometry, poseInPart: frameFromAxis(middle, axes.w), origin: 'prism' };
}

/** A slab that is no prism, and what is known around it. */
interface Zone {
  readonly axes: Axes;
  readonly slab: Manifold;
  readonly columns: readonly Column[];
  /** Cells of the slabs below and above. */
  readonly beside: readonly (readonly SectionCell[])[];
  readonly walls: readonly RoundWall[];
  readonly onward: Onward;
}

/** Pieces of a zone, as far as the columns leave anything of it. */
function zonePieces(context: DecompositionContext, zone: Zone): readonly CollisionPiece[] {
  return withSolids((keep) => {
    const rest = keep(withoutColumns(context, zone));
    if (isOnlySkin(context, rest)) return [];
    return zone.slab
      .decompose()
      .map((component) => keep(component))
      .filter((component) => !isOnlySkin(context, keep(component.intersect(rest))))
      .flatMap((component) => componentPieces(context, zone, component, rest));
  });
}

function withoutColumns({ module }: DecompositionContext, { axes, slab, columns }: Zone): Manifold {
  return withSolids((keep) => {
    const prisms = columns.map(({ cell, lowM, highM }) =>
      keep(hullSolid(module, prismCorners(axes, cell, lowM, highM))),
    );
    return module.Manifold.difference([slab, ...prisms]);
  });
}

/** One connected piece of a zone: whole where it is convex, else cell by cell. */
function componentPieces(
  context: DecompositionContext,
  zone: Zone,
  component: Manifold,
  rest: Manifold,
): readonly CollisionPiece[] {
  const whole = hullWithin(context, component);
  if (whole !== null) return [whole];
  const prisms = zone.onward.asPrisms(component);
  if (prisms !== null) return prisms;
  return withSolids((keep) => {
    const prismsOf = (cells: readonly SectionCell[]) => {
      const { min, max } = heightsOf(component, zone.axes.w);
      return cells.map(({ cell }) => keep(hullSolid(context.module, prismCorners(zone.axes, cell, min, max))));
    };
    const uncovered = (prisms: readonly Manifold[]) => keep(context.module.Manifold.difference([component, ...prisms]));
    const besides = zone.beside.filter((cells) => cells.length > 1).map(prismsOf);
    const prisms =
      besides.find((cells) => isOnlySkin(context, uncovered(cells))) ??
      prismsOf(endCells(context, zone.axes, component, zone.walls));
    if (prisms.length < 2) return zone.onward.anyhow(component);
    const pieces = prisms.flatMap((prism) => {
      const inside = keep(component.intersect(prism));
      if (isOnlySkin(context, keep(inside.intersect(rest)))) return [];
      const piece = hullWithin(context, inside);
      return piece === null ? zone.onward.anyhow(inside) : [piece];
    });
    // Material beside the larger end's section: what bulges out between the two ends.
    const left = keep(uncovered(prisms).intersect(rest));
    const bulges = left.decompose().map((solid) => keep(solid));
    return [...pieces, ...bulges.filter((solid) => !isOnlySkin(context, solid)).flatMap(zone.onward.anyhow)];
  });
}

/** The hull of a solid as a piece, where it stays within tolerance of the source. */
export function hullWithin(context: DecompositionContext, solid: Manifold): CollisionPiece | null {
  return withSolids((keep) => {
    const hull = keep(solid.hull());
    if (hull.isEmpty() || !isWithinTolerance(context, hull, solid.volume())) return null;
    return hullPiece(thinnedHull(context, hull), 'cell');
  });
}

/** Cells of the section at that end of a solid where it is larger; none where a section cannot be walked. */
function endCells(
  context: DecompositionContext,
  axes: Axes,
  solid: Manifold,
  walls: readonly RoundWall[],
): readonly SectionCell[] {
  const source = sliceable(meshFromManifold(solid), axes);
  const { min, max } = heightsOf(solid, axes.w);
  const inset = Math.min(END_INSET_M, 0.01 * (max - min));
  const ends = [contoursAt(source, min + inset), contoursAt(source, max - inset)];
  if (ends[0] === null || ends[1] === null) return [];
  const area = (contours: readonly (readonly Point[])[]) => contours.reduce((sum, c) => sum + signedArea(c), 0);
  const larger = area(ends[0]!) >= area(ends[1]!) ? ends[0]! : ends[1]!;
  return sectionCells(context, larger, walls);
}

function heightsOf(solid: Manifold, w: Vec3): { min: number; max: number } {
  const { verticesM: p } = meshFromManifold(solid);
  let [min, max] = [Infinity, -Infinity];
  for (let i = 0; i < p.length; i += 3) {
    const z = p[i]! * w[0] + p[i + 1]! * w[1] + p[i + 2]! * w[2];
    min = Math.min(min, z);
    max = Math.max(max, z);
  }
  return { min, max };
}
