import { fitSurface } from './fit-surface.js';
import { geometryError } from './geometry-issue.js';
import { boundsOf, massProperties } from './mass-properties.js';
import { meshTopology, reverseTriangles } from './mesh-topology.js';
import type { Part, PartFace, TriangleMesh } from './part.js';
import { segmentFaces } from './segment-faces.js';
import { shellGroups } from './shells.js';
import type { SourceSolid } from './source-file.js';
import { weldVertices } from './weld.js';

/** A part larger or smaller than this [m] suggests a wrong length unit. */
const PLAUSIBLE_SIZE_M = { largest: 10, smallest: 1e-4 };

/** What a part is before it has a name and an origin. */
export type PartGeometry = Omit<Part, 'name' | 'origin' | 'hash'>;

/**
 * Welds, orients, measures and recognises the faces of a solid.
 *
 * A closed mesh with negative volume is turned inside out and a warning says so; an open one is left alone, since its volume
 * has no sign.
 *
 * @param solid      raw triangles [m]
 * @param component  one connected piece of it (shells inside an outer shell are its cavities), or all of it
 * @param where      file and solid, for messages
 * @throws           GeometryError `not_finite`, `no_triangles`, `component_not_found`
 */
export function buildGeometry(
  solid: SourceSolid,
  component: number | undefined,
  where: { readonly file?: string; readonly part: string },
): PartGeometry {
  if (!solid.positionsM.every(Number.isFinite)) throw notFiniteError(where);
  const welded = weldVertices(solid.positionsM, solid.indices, solid.weldToleranceM);
  const { mesh, sourceTriangles } =
    component === undefined
      ? { mesh: welded, sourceTriangles: welded.sourceTriangles }
      : onePiece(welded, component, where);
  if (mesh.triangles.length === 0) throw noTrianglesError(where);
  const warnings: string[] = [];
  const topology = meshTopology(mesh.triangles);
  const isWatertight = topology.openEdgeCount === 0;
  let triangles = mesh.triangles;
  let properties = massProperties(mesh);
  if (isWatertight && properties.volumeM3 < 0) {
    triangles = reverseTriangles(triangles);
    properties = massProperties({ verticesM: mesh.verticesM, triangles });
    warnings.push(`inside out: the faces of ${where.part} pointed inwards and were turned round`);
  }
  const oriented: TriangleMesh = { verticesM: mesh.verticesM, triangles };
  const boundsM = boundsOf(oriented.verticesM);
  warnings.push(...sizeWarnings(boundsM, where.part));
  const segmented = solid.faces === null ? segmentFaces(oriented, meshTopology(triangles)) : undefined;
  return {
    mesh: segmented === undefined ? oriented : { verticesM: oriented.verticesM, triangles: segmented.triangles },
    faces: segmented?.faces ?? sourceFaces(oriented, solid, sourceTriangles),
    isWatertight,
    openEdgeCount: topology.openEdgeCount,
    massProperties: properties,
    boundsM,
    chordM: solid.chordM,
    warnings,
  };
}

/** Faces of the source solid as triangle ranges of the welded mesh; faces whose triangles all collapsed are left out. */
function sourceFaces(mesh: TriangleMesh, solid: SourceSolid, sourceTriangles: Uint32Array): readonly PartFace[] {
  const faces: PartFace[] = [];
  let t = 0;
  for (const { firstTriangle, triangleCount } of solid.faces ?? []) {
    while (t < sourceTriangles.length && sourceTriangles[t]! < firstTriangle) t++;
    const first = t;
    while (t < sourceTriangles.length && sourceTriangles[t]! < firstTriangle + triangleCount) t++;
    if (t > first) {
      const patch = Uint32Array.from({ length: t - first }, (_, i) => first + i);
      faces.push({ firstTriangle: first, triangleCount: t - first, surface: fitSurface(mesh, patch) });
    }
  }
  return faces;
}

function onePiece(
  welded: TriangleMesh & { readonly sourceTriangles: Uint32Array },
  component: number,
  where: { readonly file?: string; readonly part: string },
): { mesh: TriangleMesh; sourceTriangles: Uint32Array } {
  const groups = shellGroups(welded);
  const group = groups[component];
  if (group === undefined) {
    throw geometryError({
      code: 'component_not_found',
      ...where,
      message: `has no component ${component}; it falls into ${groups.length} connected pieces`,
      fix: `Components run from 0 to ${groups.length - 1}, in file order.`,
    });
  }
  const indices = Uint32Array.from(group.flatMap((t) => [...welded.triangles.subarray(3 * t, 3 * t + 3)]));
  const mesh = weldVertices(welded.verticesM, indices, 0);
  return { mesh, sourceTriangles: Uint32Array.from(group, (t) => welded.sourceTriangles[t]!) };
}

function sizeWarnings({ min, max }: Part['boundsM'], part: string): readonly string[] {
  const size = Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
  const told = `${part} measures ${Number(size.toPrecision(3))} m`;
  if (size > PLAUSIBLE_SIZE_M.largest) return [`length unit suspicious: ${told}, more than 10 m`];
  if (size < PLAUSIBLE_SIZE_M.smallest) return [`length unit suspicious: ${told}, less than 0.1 mm`];
  return [];
}

function notFiniteError(where: { readonly file?: string; readonly part: string }) {
  return geometryError({
    code: 'not_finite',
    ...where,
    message: 'has a vertex coordinate that is no finite number',
    fix: 'Repair the mesh in the program it came from and export it again.',
  });
}

function noTrianglesError(where: { readonly file?: string; readonly part: string }) {
  return geometryError({
    code: 'no_triangles',
    ...where,
    message: 'has no triangle of any size',
    fix: 'Check the length unit and export the part again.',
  });
}
