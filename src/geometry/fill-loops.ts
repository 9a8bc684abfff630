import type { Vec3 } from '../core/vector.js';
import { massProperties } from './mass-properties.js';
import { meshTopology, nextHalfEdge } from './mesh-topology.js';
import type { FilledLoop } from './native-types.js';
import type { Part, TriangleMesh } from './part.js';
import { triangulatePolygon } from './triangulate-polygon.js';

/** Loops larger than this part of the solid's box diagonal are missing faces, not defects. */
const LARGEST_EXTENT = 0.1;
const LARGEST_EDGE_COUNT = 256;
/** How far a loop may be from its plane [m]: the chord deflection of the audit, a fifth of its depth tolerance. */
const LARGEST_FLATNESS_M = 1e-5;

/** A part whose surface was closed, and how. */
export interface ClosedPart {
  readonly part: Part;
  readonly filledLoops: readonly FilledLoop[];
}

/**
 * Closes an open part by filling its small planar boundary loops, or returns null where that does not make it a solid of
 * positive volume. Faces and chord stay those of the source; mass properties are those of the closed mesh.
 *
 * A loop is filled when it has at most 256 edges, extends over at most a tenth of the part's box diagonal, and is flat within
 * 0.01 mm; cracks without area are closed whatever their length.
 */
export function closePart(part: Part): ClosedPart | null {
  const { verticesM, triangles } = part.mesh;
  const { min, max } = part.boundsM;
  const diagonalM = Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
  const loops = boundaryLoops(triangles);
  const added: number[] = [];
  const filledLoops: FilledLoop[] = [];
  const positions = Array.from(verticesM);
  for (const loop of loops) {
    const found = describeLoop(verticesM, loop, diagonalM);
    if (found === null) return null;
    filledLoops.push(found);
    added.push(...triangulatePolygon(positions, loop));
  }
  const mesh: TriangleMesh = { verticesM, triangles: Uint32Array.of(...triangles, ...added) };
  const properties = massProperties(mesh);
  if (meshTopology(mesh.triangles).openEdgeCount > 0 || !(properties.volumeM3 > 0)) return null;
  return { part: { ...part, mesh, isWatertight: true, openEdgeCount: 0, massProperties: properties }, filledLoops };
}

/** Loops of vertices along the open half-edges, against their sense: the sense of what fills them. */
function boundaryLoops(triangles: Uint32Array): readonly (readonly number[])[] {
  const { twins } = meshTopology(triangles);
  const next = new Map<number, number[]>();
  for (let h = 0; h < triangles.length; h++) {
    if (twins[h]! >= 0) continue;
    const to = triangles[nextHalfEdge(h)]!;
    next.set(to, [...(next.get(to) ?? []), triangles[h]!]);
  }
  const loops: number[][] = [];
  for (const start of next.keys()) walk(start, next, loops);
  return loops.filter(({ length }) => length >= 3);
}

/** Follows open edges from a vertex until they end; a vertex that is met again closes a loop of its own. */
function walk(start: number, next: Map<number, number[]>, loops: number[][]): void {
  const path: number[] = [];
  for (let at: number | undefined = start; at !== undefined; at = next.get(at)?.pop()) {
    const met = path.indexOf(at);
    if (met >= 0) loops.push(path.splice(met));
    path.push(at);
  }
}

/** What is known of a loop that may be filled; null where it may not. */
function describeLoop(v: Float64Array, loop: readonly number[], diagonalM: number): FilledLoop | null {
  if (loop.length > LARGEST_EDGE_COUNT) return null;
  const points = loop.map((i): Vec3 => [v[3 * i]!, v[3 * i + 1]!, v[3 * i + 2]!]);
  const mean = (k: 0 | 1 | 2): number => points.reduce((sum, p) => sum + p[k], 0) / points.length;
  const centerM: Vec3 = [mean(0), mean(1), mean(2)];
  let perimeterM = 0;
  let extentM = 0;
  const normal = [0, 0, 0];
  points.forEach((p, i) => {
    const q = points[(i + 1) % points.length]!;
    perimeterM += distance(p, q);
    for (const other of points) extentM = Math.max(extentM, distance(p, other));
    const [a, b] = [p.map((x, k) => x - centerM[k]!), q.map((x, k) => x - centerM[k]!)];
    for (let k = 0; k < 3; k++) normal[k]! += a[(k + 1) % 3]! * b[(k + 2) % 3]! - a[(k + 2) % 3]! * b[(k + 1) % 3]!;
  });
  const doubledAreaM2 = Math.hypot(...normal);
  const isCrack = doubledAreaM2 <= (1e-6 + 1e-5 * extentM) * extentM;
  const height = (p: Vec3): number =>
    Math.abs(normal.reduce((sum, n, k) => sum + n * (p[k]! - centerM[k]!), 0)) / doubledAreaM2;
  const flatnessM = isCrack ? 0 : Math.max(...points.map(height));
  const mayFill = isCrack || (extentM <= LARGEST_EXTENT * diagonalM && flatnessM <= LARGEST_FLATNESS_M);
  return mayFill ? { edgeCount: loop.length, perimeterM, flatnessM, centerM } : null;
}

const distance = (p: Vec3, q: Vec3): number => Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
