/**
 * Cylinders in meshes that know triangles only.
 *
 * Contributor notes: growing by dihedral angle alone runs from a cylinder into the planes tangent to it (slots, fillets),
 * and then neither fits. A tessellated cylinder is a chain of facets that meet in folds parallel to its axis, and the folds lie
 * on the cylinder even where a later Boolean cut left corners on the chords between them. So circles are fitted to folds, a
 * chain is followed only while its folds stay on one circle, and its facets are then tested by their corners.
 */
import { cross, dot, normalize, perpendicular, scale, subtract, type Vec3 } from '../core/vector.js';
import type { Facet, FacetMesh, Fold } from './coplanar-facets.js';
import { corner, MIN_CYLINDER_SWEEP_RAD, measureCylinder } from './fit-surface.js';
import type { CylinderSurface } from './part.js';
import { circleThrough, type InfiniteCylinder } from './refine-cylinder.js';

/** Fewest facets and folds that are called a cylinder: any three folds lie on some circle. */
const FEWEST_FACETS = 3;
const FEWEST_FOLDS = 4;

/** A strip that sweeps less than this [rad] needs more folds to be told from a chance. */
const NARROW_STRIP = { sweepRad: Math.PI / 3, fewestFolds: 6 };

/**
 * A strip whose ends bend away by this much per radius of length is a slice of a sphere or a torus: between two meridians of a
 * sphere the facets do lie on a cylinder, and bend on by 1 per radius.
 */
const LARGEST_END_BEND = 0.3;

/** A chain of facets on one cylinder. */
export interface CylinderStrip {
  /** Facet numbers. */
  readonly facets: readonly number[];
  readonly surface: CylinderSurface;
}

/**
 * Cylinders of a mesh as chains of at least three facets and four folds (six below 60°) that sweep at least
 * 30°; no facet is in two.
 */
export function findCylinderStrips(source: FacetMesh): readonly CylinderStrip[] {
  const strips: CylinderStrip[] = [];
  const isTaken = new Uint8Array(source.facets.length);
  const tried = new Set<number>(); // folds of chains that came to nothing: on a sphere every fold would start its meridian again
  source.facets.forEach((facet, number) => {
    for (const fold of facet.folds) {
      if (isTaken[number] || isTaken[fold.to] || tried.has(fold.edge)) continue;
      const chain = followChain(source, number, fold, isTaken);
      for (const { edge } of chain.folds) tried.add(edge);
      const strip = stripOf(source, chain);
      if (strip === null) continue;
      strips.push(strip);
      for (const f of strip.facets) isTaken[f] = 1;
    }
  });
  return strips;
}

interface Chain {
  readonly facets: number[];
  readonly folds: Fold[];
}

function followChain(source: FacetMesh, from: number, seed: Fold, isTaken: Uint8Array): Chain {
  const chain: Chain = { facets: [from, seed.to], folds: [seed] };
  const axis = seed.direction;
  for (const end of ['after', 'before'] as const) {
    while (extend(source, chain, end, axis, isTaken));
  }
  return chain;
}

function stripOf(source: FacetMesh, chain: Chain): CylinderStrip | null {
  const circle = circleOf(chain.folds, source.toleranceM);
  if (circle === null || chain.folds.length < FEWEST_FOLDS) return null;
  const largestStep = Math.max(...chain.folds.map((fold) => Math.abs(fold.angleRad)));
  const facets = chain.facets.filter((f) => isOnCylinder(source, source.facets[f]!, circle, largestStep));
  if (facets.length < FEWEST_FACETS) return null;
  const triangles = facets.flatMap((f) => source.facets[f]!.triangles);
  const surface = measureCylinder(source.mesh, triangles, circle.axis, circle.radiusM);
  const isByChance = surface.sweepRad < NARROW_STRIP.sweepRad && chain.folds.length < NARROW_STRIP.fewestFolds;
  if (surface.sweepRad < MIN_CYLINDER_SWEEP_RAD || isByChance) return null;
  return endBend(source, facets, surface) > LARGEST_END_BEND ? null : { facets, surface };
}

/** Mean angle of the smooth folds at both ends of a strip (sharp edges count 0), times radius over length. */
function endBend({ facets, toleranceM }: FacetMesh, strip: readonly number[], surface: CylinderSurface): number {
  const inside = new Set(strip);
  const bend = strip
    .flatMap((f) => facets[f]!.folds)
    .filter((fold) => !inside.has(fold.to) && !isParallel(fold, surface.axis, toleranceM))
    .reduce((sum, fold) => sum + Math.abs(fold.angleRad) * fold.lengthM, 0);
  return bend / (2 * surface.sweepRad * surface.lengthM);
}

/** Adds one facet at an end of the chain, if a parallel fold leads on and all folds stay on one circle. */
function extend(
  { facets, toleranceM }: FacetMesh,
  chain: Chain,
  end: 'before' | 'after',
  axis: Vec3,
  isTaken: Uint8Array,
): boolean {
  const last = end === 'after' ? chain.facets.at(-1)! : chain.facets[0]!;
  const arrival = end === 'after' ? chain.folds.at(-1)! : chain.folds[0]!;
  const onward = facets[last]!.folds.find(
    (fold) =>
      !isTaken[fold.to] &&
      fold.angleRad > 0 === arrival.angleRad > 0 &&
      isParallel(fold, axis, toleranceM) &&
      distanceBetweenLines(fold, arrival, axis) > 4 * toleranceM,
  );
  if (onward === undefined) return false;
  if (chain.facets.includes(onward.to)) {
    if (!chain.folds.includes(onward) && chain.folds.length === chain.facets.length - 1) chain.folds.push(onward);
    return false;
  }
  const folds = end === 'after' ? [...chain.folds, onward] : [onward, ...chain.folds];
  if (folds.length > 3 && circleOf(folds, toleranceM) === null) return false;
  if (end === 'after') {
    chain.facets.push(onward.to);
    chain.folds.push(onward);
  } else {
    chain.facets.unshift(onward.to);
    chain.folds.unshift(onward);
  }
  return true;
}

function isParallel(fold: Fold, axis: Vec3, tolerance: number): boolean {
  const sine = Math.hypot(...cross(fold.direction, axis));
  return sine <= Math.max(1e-4, (4 * tolerance) / fold.lengthM) && sine < 0.2;
}

function distanceBetweenLines(a: Fold, b: Fold, axis: Vec3): number {
  return Math.hypot(...cross(subtract(a.pointM, b.pointM), axis));
}

/** Circle through the folds seen along their mean direction, or null where one is off it. */
function circleOf(folds: readonly Fold[], tolerance: number): InfiniteCylinder | null {
  if (folds.length < 3) return null;
  const lead = folds.reduce((longest, fold) => (fold.lengthM > longest.lengthM ? fold : longest)).direction;
  const sum = [0, 0, 0];
  for (const { direction, lengthM } of folds) {
    const s = dot(direction, lead) < 0 ? -lengthM : lengthM;
    for (let k = 0; k < 3; k++) sum[k] = sum[k]! + s * direction[k]!;
  }
  const d = normalize(sum as [number, number, number]);
  const u = perpendicular(d);
  const v = cross(d, u);
  const origin = folds[0]!.pointM;
  const points = folds.map((fold): [number, number] => {
    const p = subtract(fold.pointM, origin);
    return [dot(p, u), dot(p, v)];
  });
  const center = circleThrough(points);
  if (center === null) return null;
  const [x, y] = center;
  const radiusM = points.reduce((total, [px, py]) => total + Math.hypot(px - x, py - y), 0) / points.length;
  const worst = Math.max(...points.map(([px, py]) => Math.abs(Math.hypot(px - x, py - y) - radiusM)));
  if (worst > fitTolerance(tolerance, radiusM)) return null;
  const pointM: Vec3 = [0, 1, 2].map((k) => origin[k]! + x * u[k]! + y * v[k]!) as [number, number, number];
  return { axis: { pointM, direction: d }, radiusM };
}

const fitTolerance = (tolerance: number, radiusM: number): number => Math.max(3 * tolerance, 1e-4 * radiusM);

/** Whether a facet is a chord of the cylinder: perpendicular, and no corner outside it or deeper than a chord goes. */
function isOnCylinder({ mesh, toleranceM }: FacetMesh, facet: Facet, circle: InfiniteCylinder, step: number): boolean {
  const { axis, radiusM } = circle;
  const slack = fitTolerance(toleranceM, radiusM);
  if (Math.abs(dot(facet.normal, axis.direction)) > 1e-3 + toleranceM / Math.sqrt(facet.areaM2)) return false;
  return facet.triangles.every((t) =>
    [0, 1, 2].every((k) => {
      const p = subtract(corner(mesh, t, k), axis.pointM);
      const rho = Math.hypot(...subtract(p, scale(axis.direction, dot(p, axis.direction))));
      return rho <= radiusM + slack && rho >= radiusM * Math.cos(step / 2) - slack;
    }),
  );
}
