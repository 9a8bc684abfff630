import { IDENTITY_POSE, type Pose, rotate, type Vec3 } from '../core/vector.js';
import type { TriangleMesh } from '../geometry/index.js';
import type { BoundedRegion } from '../scene/index.js';
import type { AuditPart } from './audit-input.js';
import type { AuditSolid } from './backend.js';
import { trimSolid } from './exclusion.js';
import type { PartPair } from './pair-plan.js';

/** Solids of a backend: parts in their bodies' frames, once as they are and once per set of exclusion regions. */
export interface SolidList {
  readonly solids: readonly AuditSolid[];
  /** Solid indices of each pair, in the order of the pairs; null where the regions leave nothing of a part. */
  readonly indices: readonly (readonly [number, number] | null)[];
  /** Pairs whose regions could not be taken off, since the part is no solid. */
  readonly untrimmed: readonly PartPair[];
}

/**
 * Returns the solids that a list of pairs needs.
 *
 * @param partOf  the parts of a body to take, by body index
 */
export async function listSolids(
  pairs: readonly PartPair[],
  partOf: (body: number, part: number) => AuditPart,
): Promise<SolidList> {
  const solids: AuditSolid[] = [];
  const known = new Map<string, Promise<number | 'empty' | 'open'>>();
  const place = (body: number, part: number, regions: readonly BoundedRegion[]) => {
    const key = `${body}/${part}/${JSON.stringify(regions)}`;
    let index = known.get(key);
    if (!index) {
      index = placeSolid(partOf(body, part), regions, solids);
      known.set(key, index);
    }
    return index;
  };
  const indices: (readonly [number, number] | null)[] = [];
  const untrimmed: PartPair[] = [];
  for (const pair of pairs) {
    let first = await place(pair.a, pair.partA, pair.regionsA);
    let second = await place(pair.b, pair.partB, pair.regionsB);
    if (first === 'open' || second === 'open') untrimmed.push(pair);
    if (first === 'open') first = await place(pair.a, pair.partA, []);
    if (second === 'open') second = await place(pair.b, pair.partB, []);
    indices.push(typeof first === 'number' && typeof second === 'number' ? [first, second] : null);
  }
  return { solids, indices, untrimmed };
}

async function placeSolid(
  { part, poseInBody }: AuditPart,
  regions: readonly BoundedRegion[],
  solids: AuditSolid[],
): Promise<number | 'empty' | 'open'> {
  let mesh = poseMesh(part.mesh, poseInBody);
  if (regions.length > 0) {
    const trimmed = part.isWatertight ? await trimSolid(mesh, regions) : null;
    if (!trimmed) return 'open';
    if (trimmed.triangles.length === 0) return 'empty';
    mesh = trimmed;
  }
  solids.push({ mesh, isWatertight: part.isWatertight });
  return solids.length - 1;
}

/** The mesh in the frame that `pose` is given in; the mesh itself where that is the identity. */
function poseMesh(mesh: TriangleMesh, pose: Pose): TriangleMesh {
  const { positionM: t, rotation: q } = pose;
  const isIdentity = [...t, ...q].every((x, k) => x === [...IDENTITY_POSE.positionM, ...IDENTITY_POSE.rotation][k]);
  if (isIdentity) return mesh;
  const x = rotate(q, [1, 0, 0]);
  const y = rotate(q, [0, 1, 0]);
  const z = rotate(q, [0, 0, 1]);
  const v = mesh.verticesM;
  const posed = new Float64Array(v.length);
  for (let i = 0; i < v.length; i += 3) {
    for (const k of [0, 1, 2] as const) posed[i + k] = x[k] * v[i]! + y[k] * v[i + 1]! + z[k] * v[i + 2]! + t[k];
  }
  return { verticesM: posed, triangles: mesh.triangles };
}

/** A point as three numbers of a typed array. */
export const vec3At = (values: Float64Array, at: number): Vec3 => [values[at]!, values[at + 1]!, values[at + 2]!];
