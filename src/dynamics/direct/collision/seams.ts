/**
 * Seams between the pieces of one body: where one piece ends and the next carries the surface on, nothing may be felt.
 *
 * The search looks at pieces one by one. A corner that slides towards the next piece comes nearest to that piece's edge, and
 * the direction between them is a wall that the body does not have. What the body as a whole can push with at p is
 *
 *   N(p) = { n : n·(q − p) ≤ 0 for every corner q of every piece that holds p }      its normal cone
 *
 * A contact whose normal is in N(p), or that belongs to a face which is open at p, is real. Any other is nearer to another
 * piece, which has its own contact. What it knows beyond that is the piece's own open surface at p, carried on over the seam:
 * the nearest of its open faces at p, or the direction between two of them,
 *
 *   flat seam     the same plane on both sides: the contact takes it
 *   hollow        the next piece rises from that plane: both planes hold, and whoever crosses the seam must know both
 *   ridge         the next piece falls away from it: no contact
 *   inside        no face of the piece is open there: no contact
 *
 * Contributor notes. Seen before: the locking disc of a Geneva drive stopped dead in its hollow by 78 N across it. Dropping
 * what is not real in hollows, too, lets a ball sink into a tube of sectors: the plane of the next facet must be known before
 * the point is over it. Keeping shallow walls as they were (up to 17°) stopped the Geneva drive again. Taking the nearest
 * normal of N(p) puts a lid on the tube: where hollow and end face meet, N(p) is the end face alone.
 */
import { add, cross, dot, normalize, scale, subtract, type Vec3 } from '../../../core/vector.js';
import { alongNormal, type CollisionShape } from './shapes.js';

/** What surrounds a piece within its body. */
export interface Seams {
  /** Pieces of the same body that touch this one. */
  readonly neighbors: readonly CollisionShape[];
  /** One of `FACE` per face. */
  readonly faceState: Uint8Array;
  /** Corners of every face: offsets into `hull.vertices`. */
  readonly cornersOf: readonly Int32Array[];
  /** Middle of every face, principal frame, 3 each [m]. */
  readonly middles: Float64Array;
  /** Neighbours that lie over part of every face. */
  readonly coversOf: readonly (readonly CollisionShape[])[];
}

/** How much of a face is on the surface of the body. */
export const FACE = { open: 0, covered: 1, partly: 2 } as const;

/** A point this near to a piece belongs to it [m]: what decomposition leaves open between pieces. */
const TOUCHING_M = 2e-6;
/** How far above and beside a point one looks for what covers a face there [m]. */
const ABOVE_M = 5e-6;
const BESIDE_M = 2e-5;
const INSIDE_M = 1e-7;
/** A corner stands in the way of a normal from this height [m] and this sine on. */
const STANDING_M = 2e-6;
const STANDING_SINE = 1e-3;
/** What `replaceNormal` returns beside faces. */
export const NO_FACE = -1;
export const NO_CONTACT = -2;
/** What replaces a normal looks along it at least so much. */
const SMALLEST_COSINE = 0.05;

const NO_SEAMS: Seams = {
  neighbors: [],
  faceState: new Uint8Array(0),
  cornersOf: [],
  middles: new Float64Array(0),
  coversOf: [],
};

/** Seams of every shape, by index; round shapes and bodies of one piece have none. */
export function findSeams(shapes: readonly CollisionShape[]): readonly Seams[] {
  const boxes = shapes.map(boxOf);
  return shapes.map((shape, i) => {
    if (!shape.hull) return NO_SEAMS;
    const neighbors = shapes.filter(
      (other, k) => k !== i && other.body === shape.body && doBoxesTouch(boxes[i]!, boxes[k]!),
    );
    if (neighbors.length === 0) return NO_SEAMS;
    const cornersOf = Array.from(shape.hull.offsets, (_, f) => cornersOfFace(shape, f));
    const coversOf = cornersOf.map((corners, f) => neighbors.filter((other) => liesOver(other, shape, f, corners)));
    const faceState = Uint8Array.from(cornersOf, (corners, f) => stateOfFace(shape, f, corners, coversOf[f]!));
    return { neighbors, faceState, cornersOf, middles: middlesOf(shape, cornersOf), coversOf };
  });
}

type Box = readonly [number, number, number, number, number, number];

/** Bounds in the principal frame. */
function boxOf({ hull, offset, radiusM, halfLengthM }: CollisionShape): Box {
  const reach = radiusM + halfLengthM;
  const [x, y, z] = [offset[0]!, offset[1]!, offset[2]!];
  if (!hull) return [x - reach, y - reach, z - reach, x + reach, y + reach, z + reach];
  const box: [number, number, number, number, number, number] = [
    Infinity,
    Infinity,
    Infinity,
    -Infinity,
    -Infinity,
    -Infinity,
  ];
  for (let i = 0; i < hull.vertices.length; i++) {
    const k = i % 3;
    box[k] = Math.min(box[k]!, hull.vertices[i]!);
    box[k + 3] = Math.max(box[k + 3]!, hull.vertices[i]!);
  }
  return box;
}

const doBoxesTouch = (a: Box, b: Box): boolean =>
  [0, 1, 2].every((k) => a[k]! <= b[k + 3]! + ABOVE_M && b[k]! <= a[k + 3]! + ABOVE_M);

function cornersOfFace({ hull }: CollisionShape, f: number): Int32Array {
  const { vertices, offsets } = hull!;
  const corners: number[] = [];
  for (let v = 0; v < vertices.length; v += 3) {
    if (alongNormal(hull!, f, vertices, v) > offsets[f]! - TOUCHING_M) corners.push(v);
  }
  return Int32Array.from(corners);
}

function middlesOf({ hull }: CollisionShape, cornersOf: readonly Int32Array[]): Float64Array {
  const middles = new Float64Array(3 * cornersOf.length);
  for (const [f, corners] of cornersOf.entries()) {
    for (const v of corners) {
      for (let k = 0; k < 3; k++) middles[3 * f + k]! += hull!.vertices[v + k]! / corners.length;
    }
  }
  return middles;
}

/** Open where nothing lies over the face; covered where something does over its middle and all corners. */
function stateOfFace(shape: CollisionShape, f: number, corners: Int32Array, covers: readonly CollisionShape[]): number {
  if (covers.length === 0) return FACE.open;
  const { vertices } = shape.hull!;
  MIDDLE.fill(0);
  for (const v of corners) for (let k = 0; k < 3; k++) MIDDLE[k]! += vertices[v + k]! / corners.length;
  if (!isCoveredAt(shape, f, covers, MIDDLE)) return FACE.partly;
  for (const v of corners) {
    for (let k = 0; k < 3; k++) BESIDE[k] = 0.9 * vertices[v + k]! + 0.1 * MIDDLE[k]!;
    if (!isCoveredAt(shape, f, covers, BESIDE)) return FACE.partly;
  }
  return FACE.covered;
}

/**
 * Whether a piece lies over part of face f, more than a sliver wide: the face's polygon, lifted by `ABOVE_M` and clipped by the
 * piece's planes, leaves something. A piece that only rises from the face's rim does not.
 */
function liesOver(other: CollisionShape, { hull }: CollisionShape, f: number, corners: Int32Array): boolean {
  if (!other.hull) return true;
  const { vertices, normals } = hull!;
  const n: Vec3 = [normals[3 * f]!, normals[3 * f + 1]!, normals[3 * f + 2]!];
  const lifted = [...corners].map(
    (v): Vec3 => [vertices[v]! + ABOVE_M * n[0], vertices[v + 1]! + ABOVE_M * n[1], vertices[v + 2]! + ABOVE_M * n[2]],
  );
  let polygon = aroundMiddle(lifted, n);
  const { normals: g, offsets } = other.hull;
  for (let k = 0; k < offsets.length && polygon.length > 0; k++) {
    const m: Vec3 = [g[3 * k]!, g[3 * k + 1]!, g[3 * k + 2]!];
    const isLevel = Math.abs(dot(m, n)) > 0.7;
    polygon = clip(polygon, m, offsets[k]! + (isLevel ? TOUCHING_M : -BESIDE_M / 2));
  }
  return polygon.length > 0;
}

/** Points of a convex polygon in order about n. */
function aroundMiddle(points: readonly Vec3[], n: Vec3): Vec3[] {
  const middle = scale(
    points.reduce((sum, p) => add(sum, p), [0, 0, 0]),
    1 / points.length,
  );
  const u = normalize(subtract(points[0]!, middle));
  const v = cross(n, u);
  const angle = (p: Vec3) => Math.atan2(dot(subtract(p, middle), v), dot(subtract(p, middle), u));
  return [...points].sort((p, q) => angle(p) - angle(q));
}

/** The part of a polygon with m·p ≤ d. */
function clip(polygon: readonly Vec3[], m: Vec3, d: number): Vec3[] {
  return polygon.flatMap((p, i) => {
    const q = polygon[(i + 1) % polygon.length]!;
    const [hp, hq] = [dot(m, p) - d, dot(m, q) - d];
    const kept = hp <= 0 ? [p] : [];
    return hp <= 0 === hq <= 0 ? kept : [...kept, add(p, scale(subtract(q, p), hp / (hp - hq)))];
  });
}

/** Whether a neighbour lies over the point of face f. */
function isCoveredAt(
  { hull }: CollisionShape,
  f: number,
  covers: readonly CollisionShape[],
  point: Float64Array,
): boolean {
  for (let k = 0; k < 3; k++) ABOVE[k] = point[k]! + ABOVE_M * hull!.normals[3 * f + k]!;
  for (let i = 0; i < covers.length; i++) if (holds(covers[i]!, ABOVE)) return true;
  return false;
}

/** Whether a piece holds a point of its body (principal frame), or all but touches it. */
function holds(shape: CollisionShape, point: Float64Array): boolean {
  const { hull } = shape;
  if (!hull) return holdsRound(shape, point);
  const { offsets } = hull;
  for (let f = 0; f < offsets.length; f++) if (alongNormal(hull, f, point, 0) > offsets[f]! + TOUCHING_M) return false;
  return true;
}

function holdsRound({ offset, rotation, radiusM, halfLengthM, roundness }: CollisionShape, point: Float64Array) {
  const x = point[0]! - offset[0]!;
  const y = point[1]! - offset[1]!;
  const z = point[2]! - offset[2]!;
  const along = x * rotation[1]! + y * rotation[4]! + z * rotation[7]!;
  const beyond = Math.max(0, Math.abs(along) - halfLengthM);
  if (roundness === 'cylinder' && beyond > TOUCHING_M) return false;
  const across2 = x * x + y * y + z * z - along * along;
  return across2 + (roundness === 'cylinder' ? 0 : beyond * beyond) <= (radiusM + TOUCHING_M) ** 2;
}

/**
 * Whether face f is part of the body's surface at a point: whether some direction within the face leads from there to where
 * nothing lies over it. In an inner corner one does, on an inner wall none.
 */
export function isOpenAt(shape: CollisionShape, seams: Seams, f: number, point: Float64Array): boolean {
  const state = seams.faceState[f] ?? FACE.open;
  if (state !== FACE.partly) return state === FACE.open;
  if (isOpenTowards(shape, seams, f, point, seams.middles, 3 * f)) return true;
  for (const v of seams.cornersOf[f]!) if (isOpenTowards(shape, seams, f, point, shape.hull!.vertices, v)) return true;
  return false;
}

/** Whether nothing lies over face f a little way from `point` to a target within the face; what is not inside of it says nothing. */
function isOpenTowards(
  shape: CollisionShape,
  seams: Seams,
  f: number,
  point: Float64Array,
  targets: Float64Array,
  o: number,
): boolean {
  for (let k = 0; k < 3; k++) BESIDE[k] = targets[o + k]! - point[k]!;
  const length = Math.sqrt(BESIDE[0]! ** 2 + BESIDE[1]! ** 2 + BESIDE[2]! ** 2);
  const step = length > 0 ? Math.min(BESIDE_M / length, 0.5) : 0;
  for (let k = 0; k < 3; k++) BESIDE[k] = point[k]! + step * BESIDE[k]!;
  return isInside(shape, f, BESIDE) && !isCoveredAt(shape, f, seams.coversOf[f]!, BESIDE);
}

/** Whether a point of the plane of face f lies inside of the face and not on its rim. */
function isInside({ hull }: CollisionShape, f: number, point: Float64Array): boolean {
  const { offsets } = hull!;
  for (let g = 0; g < offsets.length; g++) {
    if (g !== f && alongNormal(hull!, g, point, 0) > offsets[g]! - INSIDE_M) return false;
  }
  return true;
}

/** Whether the whole body can push along `n` (outward, unit) at `point` of a piece; both in the principal frame. */
export function isPossible({ neighbors }: Seams, point: Float64Array, n: Float64Array): boolean {
  for (let i = 0; i < neighbors.length; i++) {
    const other = neighbors[i]!;
    if (other.hull && holds(other, point) && standsIn(other, point, n, null)) return false;
  }
  return true;
}

/**
 * Whether a corner of the piece lies in front of the plane through `point` across n; with `level`, only corners that do not
 * lie behind the plane across `level` count.
 */
function standsIn({ hull }: CollisionShape, point: Float64Array, n: Float64Array, level: Float64Array | null): boolean {
  const v = hull!.vertices;
  for (let q = 0; q < v.length; q += 3) {
    const x = v[q]! - point[0]!;
    const y = v[q + 1]! - point[1]!;
    const z = v[q + 2]! - point[2]!;
    const slack = Math.max(STANDING_M, STANDING_SINE * Math.sqrt(x * x + y * y + z * z));
    if (n[0]! * x + n[1]! * y + n[2]! * z <= slack) continue;
    if (level === null || level[0]! * x + level[1]! * y + level[2]! * z >= -slack) return true;
  }
  return false;
}

/**
 * Replaces a normal that the body cannot have at `point` by the nearest of the piece's open faces there, and of the directions
 * between two of them, written to `n`.
 *
 * @param n  outward, unit, principal frame; overwritten
 * @returns  the face; `NO_FACE` for an edge; `NO_CONTACT` where the piece's own surface is not what is met
 */
export function replaceNormal(shape: CollisionShape, seams: Seams, point: Float64Array, n: Float64Array): number {
  const { normals, offsets } = shape.hull!;
  let face = NO_CONTACT;
  let best = SMALLEST_COSINE;
  let count = 0;
  for (let f = 0; f < offsets.length && count < OPEN.length; f++) {
    if (Math.abs(alongNormal(shape.hull!, f, point, 0) - offsets[f]!) > TOUCHING_M) continue;
    const cosine = alongNormal(shape.hull!, f, n, 0);
    if (!(cosine > 0) || !isOpenAt(shape, seams, f, point)) continue;
    OPEN[count++] = f;
    if (cosine <= best) continue;
    best = cosine;
    face = f;
  }
  if (face < 0) return NO_CONTACT;
  for (let k = 0; k < 3; k++) LEVEL[k] = normals[3 * face + k]!;
  for (let i = 0; i < count; i++) {
    for (let j = i + 1; j < count; j++) {
      const cosine = projectBetween(normals, OPEN[i]!, OPEN[j]!, n);
      if (cosine <= best + 1e-9) continue;
      best = cosine;
      face = NO_FACE;
      LEVEL.set(TRIAL);
    }
  }
  if (!isCarriedOn(seams, point, n)) return NO_CONTACT;
  n.set(LEVEL);
  return face;
}

/** Writes to TRIAL the direction between faces f and g that is nearest to n; returns the cosine, 0 where it is not between. */
function projectBetween(normals: Float64Array, f: number, g: number, n: Float64Array): number {
  let [c, nf, ng] = [0, 0, 0];
  for (let k = 0; k < 3; k++) {
    c += normals[3 * f + k]! * normals[3 * g + k]!;
    nf += normals[3 * f + k]! * n[k]!;
    ng += normals[3 * g + k]! * n[k]!;
  }
  const a = (nf - c * ng) / (1 - c * c);
  const b = (ng - c * nf) / (1 - c * c);
  if (!(a > 0 && b > 0)) return 0;
  let square = 0;
  for (let k = 0; k < 3; k++) {
    TRIAL[k] = a * normals[3 * f + k]! + b * normals[3 * g + k]!;
    square += TRIAL[k]! ** 2;
  }
  const length = Math.sqrt(square);
  for (let k = 0; k < 3; k++) TRIAL[k]! /= length;
  return length;
}

/** Whether something that stands in the way of n carries the plane across LEVEL on, or rises from it: not, where it falls away. */
function isCarriedOn({ neighbors }: Seams, point: Float64Array, n: Float64Array): boolean {
  for (let i = 0; i < neighbors.length; i++) {
    const other = neighbors[i]!;
    if (other.hull && holds(other, point) && standsIn(other, point, n, LEVEL)) return true;
  }
  return false;
}

const MIDDLE = new Float64Array(3);
const BESIDE = new Float64Array(3);
const ABOVE = new Float64Array(3);
const TRIAL = new Float64Array(3);
const LEVEL = new Float64Array(3);
const OPEN = new Int32Array(8);
