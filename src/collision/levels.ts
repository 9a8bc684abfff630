import { cross, dot, norm, scale, type Vec3 } from '../core/vector.js';
import type { CylinderSurface, TriangleMesh } from '../geometry/index.js';

/** How a mesh looks along a direction: as a stack of slabs between levels. */
export interface Stack {
  readonly direction: Vec3;
  /** Part of the area that is caps across the direction or walls along it. */
  readonly share: number;
  /** Heights along the direction where a slab ends [m], ascending. */
  readonly levelsM: readonly number[];
  /** Per slab: whether all of its walls run along the direction, so that it is a prism. */
  readonly isPrism: readonly boolean[];
}

/** How far [m] a wall may lean over its own height, and a cap over its width. */
export interface WallTolerance {
  readonly leanM: number;
  readonly flatM: number;
  /** Levels closer than this are one. */
  readonly levelM: number;
}

/** Slope of a wall against the direction: small facets lean little each, but their leaning adds up over a slab. */
const LARGEST_WALL_SLOPE = 2e-3;
/** Directions closer than this [rad] are one. */
const SAME_DIRECTION_RAD = 1e-6;
const LARGEST_DIRECTION_COUNT = 18;
/** How many flat areas are tried as ends, and how many as walls. */
const LARGEST_FLAT_COUNT = 6;
const WIDEST_WALL_COUNT = 4;
/** Walls closer to parallel than this [rad] do not say which way they run. */
const LEAST_WALL_ANGLE_RAD = 0.05;
/** A direction across two walls is that of a flat face within this angle [rad]. */
const SNAPPED_RAD = 1e-5;

/** Unit normals and areas of all triangles; triangles without area have the zero normal. */
export interface FacetNormals {
  readonly normals: Float64Array;
  readonly areasM2: Float64Array;
}

/** Normals and areas of a mesh's triangles. */
export function facetNormals({ verticesM: p, triangles }: TriangleMesh): FacetNormals {
  const count = triangles.length / 3;
  const normals = new Float64Array(3 * count);
  const areasM2 = new Float64Array(count);
  const at = (h: number): Vec3 => [p[3 * triangles[h]!]!, p[3 * triangles[h]! + 1]!, p[3 * triangles[h]! + 2]!];
  for (let t = 0; t < count; t++) {
    const [a, b, c] = [at(3 * t), at(3 * t + 1), at(3 * t + 2)];
    const n = cross([b[0] - a[0], b[1] - a[1], b[2] - a[2]], [c[0] - a[0], c[1] - a[1], c[2] - a[2]]);
    const length = norm(n);
    areasM2[t] = length / 2;
    if (length > 0) normals.set(scale(n, 1 / length), 3 * t);
  }
  return { normals, areasM2 };
}

/**
 * Directions that a solid may be extruded along: of its largest flat areas, across pairs of them (the walls of a long
 * extrusion have more area than its ends), and the axes of its cylinders.
 */
export function candidateDirections(facets: FacetNormals, cylinders: readonly CylinderSurface[]): readonly Vec3[] {
  const flat = flatDirections(facets);
  const large = flat.slice(0, LARGEST_FLAT_COUNT);
  const widest = flat.slice(0, WIDEST_WALL_COUNT);
  const across = widest.flatMap((a, i) => widest.slice(i + 1).flatMap((b) => acrossBoth(a, b, flat)));
  const chosen: Vec3[] = [];
  for (const direction of [...large, ...across, ...cylinders.map(({ axis }) => axis)]) {
    if (chosen.length < LARGEST_DIRECTION_COUNT && !chosen.some((d) => isParallel(d, direction)))
      chosen.push(direction);
  }
  return chosen;
}

/** Directions of a mesh's facets, those with the largest area first. */
function flatDirections({ normals, areasM2 }: FacetNormals): readonly Vec3[] {
  const groups: { direction: Vec3; areaM2: number }[] = [];
  const order = [...areasM2.keys()].sort((s, t) => areasM2[t]! - areasM2[s]!);
  for (const t of order.slice(0, 4000)) {
    const direction: Vec3 = [normals[3 * t]!, normals[3 * t + 1]!, normals[3 * t + 2]!];
    if (areasM2[t] === 0) continue;
    const known = groups.find((group) => isParallel(group.direction, direction));
    if (known !== undefined) known.areaM2 += areasM2[t]!;
    else if (groups.length < 200) groups.push({ direction, areaM2: areasM2[t]! });
  }
  return groups.sort((a, b) => b.areaM2 - a.areaM2).map(({ direction }) => direction);
}

/** The direction that two walls run along, exactly that of a flat face where one is all but parallel. */
function acrossBoth(a: Vec3, b: Vec3, flat: readonly Vec3[]): readonly Vec3[] {
  const along = cross(a, b);
  const length = norm(along);
  if (length < LEAST_WALL_ANGLE_RAD) return [];
  const direction = scale(along, 1 / length);
  return [flat.find((d) => norm(cross(d, direction)) < SNAPPED_RAD) ?? direction];
}

export const isParallel = (a: Vec3, b: Vec3): boolean => norm(cross(a, b)) < SAME_DIRECTION_RAD;

/**
 * A mesh seen as a stack along a direction: caps and the ends of everything that is neither cap nor wall make the levels.
 *
 * @param facets     of the same mesh
 * @param cylinders  of the part
 */
export function stackAlong(
  mesh: TriangleMesh,
  facets: FacetNormals,
  direction: Vec3,
  cylinders: readonly CylinderSurface[],
  tolerance: WallTolerance,
): Stack {
  const { triangles, verticesM: p } = mesh;
  const heights = Float64Array.from({ length: p.length / 3 }, (_, v) =>
    dot([p[3 * v]!, p[3 * v + 1]!, p[3 * v + 2]!], direction),
  );
  const levels: number[] = [];
  const odd: Zone[] = [];
  let [plain, total] = [0, 0];
  for (let t = 0; t < triangles.length / 3; t++) {
    const area = facets.areasM2[t]!;
    total += area;
    if (area === 0) continue;
    const ends = [0, 1, 2].map((c) => heights[triangles[3 * t + c]!]!);
    const [low, high] = [Math.min(...ends), Math.max(...ends)];
    const c = Math.abs(
      dot([facets.normals[3 * t]!, facets.normals[3 * t + 1]!, facets.normals[3 * t + 2]!], direction),
    );
    const isCap = c > 0.99 && high - low < tolerance.flatM;
    const isWall = c < LARGEST_WALL_SLOPE && c * (high - low) < tolerance.leanM;
    if (isCap || isWall) plain += area;
    else odd.push({ low, high });
    if (isCap) levels.push((low + high) / 2);
  }
  const [bottom, top] = [heights.reduce((a, b) => Math.min(a, b)), heights.reduce((a, b) => Math.max(a, b))];
  const holes = crossHoles(cylinders, direction);
  const capLevels = distinctLevels([bottom, ...levels, top], tolerance.levelM);
  const zones = joinedZones(
    joinedZones(odd, tolerance.levelM).map((zone) => widened(zone, holes, capLevels, tolerance.levelM)),
    tolerance.levelM,
  );
  const levelsM = distinctLevels(
    [bottom, ...levels, ...zones.flatMap(({ low, high }) => [low, high]), top],
    tolerance.levelM,
  );
  const isPrism = levelsM.slice(1).map((high, i) => {
    const low = levelsM[i]!;
    return !zones.some((zone) => zone.low < high - tolerance.levelM && zone.high > low + tolerance.levelM);
  });
  return { direction, share: total === 0 ? 0 : plain / total, levelsM, isPrism };
}

/** Zones of cross holes reach beyond them, so that the tangents round the hole stay inside: by this part of their height. */
const ZONE_MARGIN_SHARE = 0.05;

/** Height ranges of the holes across a direction. */
function crossHoles(cylinders: readonly CylinderSurface[], direction: Vec3): readonly Zone[] {
  return cylinders.flatMap(({ isHole, axis, pointM, radiusM, lengthM }) => {
    const c = Math.abs(dot(axis, direction));
    if (!isHole || c > 0.99) return [];
    const reach = radiusM * Math.sqrt(1 - c * c) + (c * lengthM) / 2;
    return [{ low: dot(pointM, direction) - reach, high: dot(pointM, direction) + reach }];
  });
}

/** A zone with a margin at ends that a cross hole makes; it takes at most half of the way to the next cap. */
function widened(zone: Zone, holes: readonly Zone[], caps: readonly number[], levelM: number): Zone {
  const margin = ZONE_MARGIN_SHARE * (zone.high - zone.low);
  const below = caps.findLast((level) => level <= zone.low + levelM) ?? zone.low;
  const above = caps.find((level) => level >= zone.high - levelM) ?? zone.high;
  const isHoleLow = holes.some(({ low }) => Math.abs(low - zone.low) < margin);
  const isHoleHigh = holes.some(({ high }) => Math.abs(high - zone.high) < margin);
  return {
    low: isHoleLow && zone.low - below > levelM ? zone.low - Math.min(margin, (zone.low - below) / 2) : zone.low,
    high: isHoleHigh && above - zone.high > levelM ? zone.high + Math.min(margin, (above - zone.high) / 2) : zone.high,
  };
}

/** A range of heights [m] in which something is neither cap nor wall. */
interface Zone {
  readonly low: number;
  readonly high: number;
}

/** Height ranges joined where they overlap. */
function joinedZones(zones: readonly Zone[], levelM: number): readonly Zone[] {
  const joined: { low: number; high: number }[] = [];
  for (const zone of [...zones].sort((a, b) => a.low - b.low)) {
    const last = joined.at(-1);
    if (last !== undefined && zone.low <= last.high + levelM) last.high = Math.max(last.high, zone.high);
    else joined.push({ ...zone });
  }
  return joined;
}

function distinctLevels(levels: readonly number[], levelM: number): readonly number[] {
  const sorted = [...levels].sort((a, b) => a - b);
  const kept: number[] = [];
  for (const level of sorted) if (kept.length === 0 || level - kept.at(-1)! > levelM) kept.push(level);
  // The two ends stay where the mesh ends.
  kept[kept.length - 1] = sorted.at(-1)!;
  return kept;
}
