import { cutIntoFacets, type FacetMesh } from './coplanar-facets.js';
import { findCylinderStrips } from './cylinder-strips.js';
import { planeThrough } from './fit-surface.js';
import { DisjointSets, type MeshTopology } from './mesh-topology.js';
import type { FaceSurface, PartFace, TriangleMesh } from './part.js';

/** A facet this many times larger than its smooth neighbours is a plane that a curved surface runs into. */
const PLANE_TO_NEIGHBOUR_AREA = 8;

/** A mesh whose triangles are sorted by face. */
export interface SegmentedMesh {
  readonly triangles: Uint32Array;
  readonly faces: readonly PartFace[];
}

/**
 * Cuts a mesh without a boundary representation into faces: cylinders first, then planes, then what is left over where it
 * meets smoothly (no surface recognised). Triangles are reordered so that each face is one range.
 *
 * @param topology  of `mesh`
 * @limits          A cylinder is found where its facets are strips parallel to its axis, at least 12 around; irregular
 *                  triangulations of it end up as curved surfaces without a name.
 */
export function segmentFaces(mesh: TriangleMesh, topology: MeshTopology): SegmentedMesh {
  const source = cutIntoFacets(mesh, topology);
  const strips = findCylinderStrips(source);
  const isTaken = new Uint8Array(source.facets.length);
  const patches: { readonly facets: readonly number[]; readonly surface: FaceSurface | null }[] = [...strips];
  for (const strip of strips) for (const f of strip.facets) isTaken[f] = 1;
  for (const facets of leftoverGroups(source, isTaken)) {
    const triangles = facets.flatMap((f) => source.facets[f]!.triangles);
    patches.push({ facets, surface: facets.length === 1 ? planeThrough(mesh, triangles) : null });
  }
  const order: number[] = [];
  const faces = patches.map(({ facets, surface }): PartFace => {
    const triangles = facets.flatMap((f) => source.facets[f]!.triangles).sort((a, b) => a - b);
    const firstTriangle = order.length;
    for (const t of triangles) order.push(t);
    return { firstTriangle, triangleCount: triangles.length, surface };
  });
  const triangles = new Uint32Array(mesh.triangles.length);
  order.forEach((t, i) => {
    triangles.set(mesh.triangles.subarray(3 * t, 3 * t + 3), 3 * i);
  });
  return { triangles, faces };
}

/** Facets outside cylinders: planes alone, smoothly joined curved ones together. */
function leftoverGroups({ facets }: FacetMesh, isTaken: Uint8Array): readonly (readonly number[])[] {
  const isPlane = facets.map((facet) => {
    const smooth = facet.folds.filter((fold) => !isTaken[fold.to]).map((fold) => facets[fold.to]!.areaM2);
    const mean = smooth.reduce((sum, area) => sum + area, 0) / smooth.length;
    return smooth.length === 0 || facet.areaM2 >= PLANE_TO_NEIGHBOUR_AREA * mean;
  });
  const sets = new DisjointSets(facets.length);
  facets.forEach((facet, f) => {
    if (isTaken[f] || isPlane[f]) return;
    for (const { to } of facet.folds) if (!isTaken[to] && !isPlane[to]) sets.unite(f, to);
  });
  const groups = new Map<number, number[]>();
  for (let f = 0; f < facets.length; f++) {
    if (isTaken[f]) continue;
    const root = sets.rootOf(f);
    const group = groups.get(root);
    if (group === undefined) groups.set(root, [f]);
    else group.push(f);
  }
  return [...groups.values()];
}
