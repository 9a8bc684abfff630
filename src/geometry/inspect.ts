import {
  type FoundCylinder,
  type FoundPlane,
  findCylinders,
  findPlanes,
  tessellationVolumeError,
} from './find-surfaces.js';
import type { LengthUnit } from './length-unit.js';
import { DEFAULT_CHORD_M, type FileOptions, loadFileParts, readSourceFile } from './load-part.js';
import type { Part } from './part.js';
import { shellGroups } from './shells.js';

/** One solid of a file, measured. */
export interface SolidReport {
  /** Number by which `solid` picks it. */
  readonly index: number;
  readonly name: string;
  /** Path by which `solid: { path }` picks it. */
  readonly path: readonly string[];
  readonly boundsM: Part['boundsM'];
  readonly sizeM: readonly [number, number, number];
  readonly volumeM3: number;
  /** Largest error of the volume that tessellation can cause. */
  readonly volumeErrorM3: number;
  readonly areaM2: number;
  readonly centerOfMassM: readonly [number, number, number];
  /** Mass at the density that was asked for, else null. */
  readonly massKg: number | null;
  readonly isWatertight: boolean;
  readonly openEdgeCount: number;
  /** Connected pieces by which `component` picks; cavities count with their outer shell. */
  readonly componentCount: number;
  readonly triangleCount: number;
  readonly faceCount: number;
  /** Largest first. */
  readonly cylinders: readonly FoundCylinder[];
  /** Largest first. */
  readonly planes: readonly FoundPlane[];
  readonly warnings: readonly string[];
}

/** What a CAD file holds. */
export interface FileReport {
  readonly schema: 'mechtrial/file-report@1';
  readonly file: string;
  readonly format: 'step' | 'stl' | '3mf' | 'obj';
  /** Length unit of the file's numbers. */
  readonly lengthUnit: string;
  /** Of the file's bytes. */
  readonly hash: string;
  /** Chord deflection of the tessellation [m]; 0 where the file holds triangles. */
  readonly chordM: number;
  readonly densityKgPerM3: number | null;
  readonly solids: readonly SolidReport[];
  readonly warnings: readonly string[];
}

export interface InspectOptions extends FileOptions {
  /** Required for STL and OBJ. */
  readonly lengthUnit?: LengthUnit;
  /** Density for the masses [kg/m³] > 0. */
  readonly densityKgPerM3?: number;
}

/** One solid of a file, by name. */
export interface SolidListing {
  readonly index: number;
  readonly name: string;
  readonly path: readonly string[];
}

/**
 * Names, paths and indices of the solids of a file.
 *
 * @throws GeometryError, as `loadPart`
 */
export async function listSolids(
  file: string,
  options: Omit<InspectOptions, 'densityKgPerM3'> = {},
): Promise<readonly SolidListing[]> {
  const { content } = await readSourceFile(file, options.lengthUnit, options);
  return content.solids.map(({ name, path }, index) => ({ index, name, path }));
}

/**
 * Everything about a CAD file that one needs to know before building a scene from it.
 *
 * @throws GeometryError, as `loadPart`
 */
export async function inspectFile(file: string, options: InspectOptions = {}): Promise<FileReport> {
  const { lengthUnit, densityKgPerM3 = null } = options;
  const { content } = await readSourceFile(file, lengthUnit, options);
  const parts = await loadFileParts({ file, ...(lengthUnit === undefined ? {} : { lengthUnit }) }, options);
  return {
    schema: 'mechtrial/file-report@1',
    file,
    format: content.format,
    lengthUnit: content.lengthUnit,
    hash: content.hash,
    chordM: content.format === 'step' ? (options.chordM ?? DEFAULT_CHORD_M) : 0,
    densityKgPerM3,
    solids: parts.map((part, index) => reportSolid(part, index, content.solids[index]!.path, densityKgPerM3)),
    warnings: content.warnings,
  };
}

function reportSolid(part: Part, index: number, path: readonly string[], density: number | null): SolidReport {
  const { min, max } = part.boundsM;
  const { volumeM3, areaM2, centerOfMassM } = part.massProperties;
  return {
    index,
    name: part.name,
    path,
    boundsM: part.boundsM,
    sizeM: [max[0] - min[0], max[1] - min[1], max[2] - min[2]],
    volumeM3,
    volumeErrorM3: tessellationVolumeError(part),
    areaM2,
    centerOfMassM,
    massKg: density === null ? null : density * volumeM3,
    isWatertight: part.isWatertight,
    openEdgeCount: part.openEdgeCount,
    componentCount: shellGroups(part.mesh).length,
    triangleCount: part.mesh.triangles.length / 3,
    faceCount: part.faces.length,
    cylinders: findCylinders(part),
    planes: findPlanes(part),
    warnings: part.warnings,
  };
}
