import createModule, { type Manifold, type ManifoldToplevel } from 'manifold-3d';
import type { TriangleMesh } from '../geometry/index.js';

/**
 * Manifold works in millimetres here, so that its absolute thresholds sit where they were measured; both solids of a
 * Boolean keep their own frames near the origin, and the relative pose is applied in double precision.
 */
export const MM_PER_M = 1000;

let loading: Promise<ManifoldToplevel> | undefined;

/**
 * The WASM module, started once per thread. Apart from the one in geometry/, whose room would bring the CAD importers into
 * every worker.
 */
export function loadManifold(): Promise<ManifoldToplevel> {
  loading ??= createModule().then((module) => {
    module.setup();
    return module;
  });
  return loading;
}

/**
 * Returns a mesh as a Manifold [mm], or null when Manifold does not accept it as a solid. The caller calls `delete()`.
 *
 * The JavaScript `Mesh` carries positions in single precision only, and the tolerance that belongs to it; the exact
 * positions are put in afterwards through `warpBatch`, which works on doubles, and the tolerance is lowered again. Without that, a solid of 200 mm has
 * a tolerance of 1.2e-5 mm.
 */
export function toManifold({ Manifold, Mesh }: ManifoldToplevel, mesh: TriangleMesh): Manifold | null {
  const exact = mesh.verticesM.map((x) => x * MM_PER_M);
  const rough = createSolid(() => new Manifold(meshOf(Mesh, exact, mesh.triangles)));
  if (!rough) return null;
  const exactOf = new Map<string, number>();
  for (let v = exact.length / 3 - 1; v >= 0; v--) exactOf.set(singleKey(exact, v), v);
  const warped = rough.warpBatch((positions, count) => {
    for (let v = 0; v < count; v++) {
      const source = exactOf.get(singleKey(positions, v));
      if (source !== undefined) positions.set(exact.subarray(3 * source, 3 * source + 3), 3 * v);
    }
  });
  const solid = warped.setTolerance(0);
  rough.delete();
  warped.delete();
  return solid;
}

function meshOf(Mesh: ManifoldToplevel['Mesh'], positionsMm: Float64Array, triangles: Uint32Array) {
  return new Mesh({
    numProp: 3,
    vertProperties: Float32Array.from(positionsMm),
    triVerts: Uint32Array.from(triangles),
  });
}

/** Positions rounded to single precision, as a key; + 0 turns −0 into 0. */
function singleKey(p: Float64Array, v: number): string {
  return `${Math.fround(p[3 * v]!) + 0},${Math.fround(p[3 * v + 1]!) + 0},${Math.fround(p[3 * v + 2]!) + 0}`;
}

/** Runs a constructor that throws where the mesh is not a solid, and gives null then. */
function createSolid(create: () => Manifold): Manifold | null {
  try {
    const solid = create();
    if (solid.status() === 'NoError') return solid;
    solid.delete();
    return null;
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'string') return null;
    throw error;
  }
}

/** Returns the surface of a Manifold [mm] as a mesh [m] in double precision. */
export function fromManifold(solid: Manifold): TriangleMesh {
  const { triVerts } = solid.getMesh();
  let positionsM = new Float64Array(0);
  // warpBatch is the only door to positions in double precision; it hands them out in the order of getMesh
  const copy = solid.warpBatch((positions, count) => {
    positionsM = positions.slice(0, 3 * count).map((x) => x / MM_PER_M);
  });
  copy.status();
  copy.delete();
  return { verticesM: positionsM, triangles: Uint32Array.from(triVerts) };
}
