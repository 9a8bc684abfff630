import { cross, dot, norm, scale, subtract, type Vec3 } from '../core/vector.js';
import { measureCylinder, planeThrough } from './fit-surface.js';
import type { CylinderSurface, Part, PartFace, PlaneSurface } from './part.js';

/** Lengths closer than this [m], or than 1e-6 of the part, are equal when patches are joined. */
const SAME_LENGTH_M = 1e-8;

/** Directions closer than this [rad] are equal when patches are joined. */
const SAME_DIRECTION_RAD = 1e-5;

/** A cylinder of a part and the faces that it is made of. */
export interface FoundCylinder extends CylinderSurface {
  /** Indices into `part.faces`. */
  readonly faces: readonly number[];
}

/** A plane of a part and the faces that it is made of. */
export interface FoundPlane extends PlaneSurface {
  readonly faces: readonly number[];
}

/**
 * Cylinders of a part, largest first (radius × length × sweep). Patches of equal axis, radius and side whose axial extents
 * touch are one: the two halves that CAD kernels cut a hole into. Coaxial holes apart from each other stay apart.
 */
export function findCylinders(part: Part): readonly FoundCylinder[] {
  const known = cylindersOfFaces.get(part.faces) ?? joinCylinders(part);
  cylindersOfFaces.set(part.faces, known);
  return known;
}

/** A scene asks for the cylinders of a part once per joint; the answer depends on its faces alone. */
const cylindersOfFaces = new WeakMap<Part['faces'], readonly FoundCylinder[]>();

function joinCylinders(part: Part): readonly FoundCylinder[] {
  const tolerance = sameLength(part);
  const groups: { surface: CylinderSurface; faces: number[] }[] = [];
  part.faces.forEach(({ surface }, face) => {
    if (surface?.kind !== 'cylinder') return;
    const joined = groups.filter((group) => isSameCylinder(group.surface, surface, tolerance));
    const faces = [...joined.flatMap((group) => group.faces), face].sort((a, b) => a - b);
    for (const group of joined) groups.splice(groups.indexOf(group), 1);
    const lead = part.faces[faces[0]!]!.surface as CylinderSurface;
    const axis = { pointM: lead.pointM, direction: lead.axis };
    groups.push({ surface: measureCylinder(part.mesh, trianglesOf(part, faces), axis, lead.radiusM), faces });
  });
  return groups
    .map(({ surface, faces }) => ({ ...surface, faces }))
    .sort((a, b) => cylinderArea(b) - cylinderArea(a) || a.faces[0]! - b.faces[0]!);
}

/** Planes of a part, largest area first. Faces of equal plane and side are one, touching or not. */
export function findPlanes(part: Part): readonly FoundPlane[] {
  const tolerance = sameLength(part);
  const groups: { lead: PlaneSurface; faces: number[] }[] = [];
  part.faces.forEach(({ surface }, face) => {
    if (surface?.kind !== 'plane') return;
    const group = groups.find(({ lead }) => isSamePlane(lead, surface, tolerance));
    if (group === undefined) groups.push({ lead: surface, faces: [face] });
    else group.faces.push(face);
  });
  return groups
    .map(({ lead, faces }) => ({ ...(planeThrough(part.mesh, trianglesOf(part, faces)) ?? lead), faces }))
    .sort((a, b) => b.areaM2 - a.areaM2 || a.faces[0]! - b.faces[0]!);
}

/**
 * Largest error of the volume that tessellation can cause [m³]: the area of all faces that are not plane times the chord
 * deflection. 0 for a part whose triangles are the source.
 */
export function tessellationVolumeError(part: Part): number {
  if (part.chordM === 0) return 0;
  const curved = part.faces.flatMap((face, i) => (face.surface?.kind === 'plane' ? [] : [i]));
  return curved.reduce((sum, i) => sum + areaOf(part, part.faces[i]!), 0) * part.chordM;
}

function areaOf({ mesh }: Part, { firstTriangle, triangleCount }: PartFace): number {
  const { verticesM: p, triangles } = mesh;
  const at = (h: number): Vec3 => [p[3 * triangles[h]!]!, p[3 * triangles[h]! + 1]!, p[3 * triangles[h]! + 2]!];
  let area = 0;
  for (let h = 3 * firstTriangle; h < 3 * (firstTriangle + triangleCount); h += 3) {
    area += norm(cross(subtract(at(h + 1), at(h)), subtract(at(h + 2), at(h)))) / 2;
  }
  return area;
}

function trianglesOf(part: Part, faces: readonly number[]): readonly number[] {
  return faces.flatMap((face) => {
    const { firstTriangle, triangleCount } = part.faces[face]!;
    return Array.from({ length: triangleCount }, (_, i) => firstTriangle + i);
  });
}

function sameLength({ boundsM, mesh, chordM }: Part): number {
  const isTriangleSource = chordM === 0 && mesh.triangles.length > 0;
  const diagonal = norm(subtract(boundsM.max, boundsM.min));
  return isTriangleSource ? Math.max(SAME_LENGTH_M, 1e-5 * diagonal) : Math.max(SAME_LENGTH_M, 1e-6 * diagonal);
}

const cylinderArea = (c: CylinderSurface): number => c.radiusM * c.lengthM * c.sweepRad;

function isSameCylinder(a: CylinderSurface, b: CylinderSurface, tolerance: number): boolean {
  if (a.isHole !== b.isHole || Math.abs(a.radiusM - b.radiusM) > tolerance) return false;
  const reach = Math.max(a.lengthM, b.lengthM, a.radiusM);
  if (norm(cross(a.axis, b.axis)) * reach > Math.max(tolerance, SAME_DIRECTION_RAD * reach)) return false;
  const between = subtract(b.pointM, a.pointM);
  const along = dot(between, a.axis);
  const across = norm(subtract(between, scale(a.axis, along)));
  return (
    across <= tolerance + SAME_DIRECTION_RAD * Math.abs(along) &&
    Math.abs(along) <= (a.lengthM + b.lengthM) / 2 + tolerance
  );
}

function isSamePlane(a: PlaneSurface, b: PlaneSurface, tolerance: number): boolean {
  const between = subtract(b.pointM, a.pointM);
  return (
    dot(a.normal, b.normal) > 0 &&
    norm(cross(a.normal, b.normal)) <= SAME_DIRECTION_RAD &&
    Math.abs(dot(between, a.normal)) <= tolerance + SAME_DIRECTION_RAD * norm(between)
  );
}
