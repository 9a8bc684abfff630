import { extname, resolve } from 'node:path';
import { sha256 } from '../core/hash.js';
import type { Vec3 } from '../core/vector.js';
import { buildGeometry, type PartGeometry } from './build-part.js';
import { type FileEnds, readCadFile } from './file-bytes.js';
import { geometryError } from './geometry-issue.js';
import type { LengthUnit } from './length-unit.js';
import { readObj } from './obj.js';
import type { Part, TriangleMesh } from './part.js';
import { pickSolid } from './pick-solid.js';
import { boxMesh, cylinderMesh, sphereMesh } from './primitives.js';
import type { FileSource, GeometrySource } from './source.js';
import type { ReadContext, SourceFile, SourceSolid } from './source-file.js';
import { acceptStepEnds, readStep } from './step.js';
import { readStl } from './stl.js';
import { readThreeMf } from './three-mf.js';

/** Chord deflection of STEP surfaces for mass and dynamics [m]; audits ask for finer. */
export const DEFAULT_CHORD_M = 2e-5;

/** Angular deflection of STEP surfaces [rad]: keeps small holes round where the chord alone would not. */
export const DEFAULT_ANGLE_RAD = 0.2;

/** How finely exact surfaces are tessellated, and where relative paths start. */
export interface FileOptions {
  /** Directory that relative file names start from; the working directory by default. */
  readonly baseDirectory?: string;
  /** Chord deflection of STEP surfaces [m] > 0; `DEFAULT_CHORD_M` unless given. */
  readonly chordM?: number;
  /** Angular deflection of STEP surfaces [rad] > 0; `DEFAULT_ANGLE_RAD` unless given. */
  readonly angleRad?: number;
}

export interface LoadPartOptions extends FileOptions {
  /** Name of the part; the solid's own name unless given. */
  readonly name?: string;
}

/**
 * The part that a geometry source describes: welded, oriented, measured, its planes and cylinders recognised. An open mesh is
 * a property of the part, not an error. Parsed files are kept per content and tessellation, so that many solids of one file
 * cost one import.
 *
 * @param source   as validated by `geometrySourceSchema`
 * @param options  name, base directory, tessellation
 * @throws         GeometryError, each with file, part and a way out
 */
export async function loadPart(source: GeometrySource, options: LoadPartOptions = {}): Promise<Part> {
  if (source.kind === 'file') return loadFilePart(source, options);
  const name = options.name ?? source.kind;
  const mesh = codeMesh(source, name);
  const solid = codeSolid(mesh, name);
  return freezePart({
    ...buildGeometry(solid, undefined, { part: name }),
    name,
    origin: 'built in code',
    hash: meshHash(mesh),
  });
}

/**
 * Every solid of a file as a part, in file order; names that occur twice get `#2`, `#3`, ….
 *
 * @throws GeometryError, as `loadPart`
 */
export async function loadFileParts(
  source: Omit<FileSource, 'solid' | 'component' | 'kind'>,
  options: FileOptions = {},
): Promise<readonly Part[]> {
  const { content } = await readSourceFile(source.file, source.lengthUnit, options);
  return content.solids.map((solid, index) => {
    const name = distinctSolidName(content, index);
    return filePart(content, index, undefined, name, `${source.file} → ${solid.path.join(' / ')}`, source.file);
  });
}

async function loadFilePart(source: FileSource, options: LoadPartOptions): Promise<Part> {
  const { content } = await readSourceFile(source.file, source.lengthUnit, options);
  const index = pickSolid(content, source.solid, source.file);
  const solid = content.solids[index]!;
  const piece = source.component === undefined ? '' : `, component ${source.component}`;
  const name = options.name ?? distinctSolidName(content, index);
  return filePart(
    content,
    index,
    source.component,
    name,
    `${source.file} → ${solid.path.join(' / ')}${piece}`,
    source.file,
  );
}

function filePart(
  content: SourceFile,
  index: number,
  component: number | undefined,
  name: string,
  origin: string,
  file: string,
): Part {
  const solid = content.solids[index]!;
  const geometry = cachedGeometry(solid, component, { file, part: name });
  const hash = sha256(JSON.stringify([content.hash, content.lengthUnit, index, component ?? null]));
  return freezePart({
    ...geometry,
    name,
    origin,
    hash,
    warnings: [...content.warnings, ...geometry.warnings],
  });
}

const geometryOfSolid = new WeakMap<SourceSolid, Map<number | undefined, PartGeometry>>();

function cachedGeometry(solid: SourceSolid, component: number | undefined, where: { file: string; part: string }) {
  const known = geometryOfSolid.get(solid) ?? new Map<number | undefined, PartGeometry>();
  geometryOfSolid.set(solid, known);
  const geometry = known.get(component) ?? buildGeometry(solid, component, where);
  known.set(component, geometry);
  return geometry;
}

function distinctSolidName(content: SourceFile, index: number): string {
  const { name, path } = content.solids[index]!;
  return name || path.at(-1) || `solid ${index}`;
}

/** A file, read or from memory, with its absolute path. */
export interface ReadFile {
  readonly path: string;
  readonly content: SourceFile;
}

const KEPT_FILES = 16;
const fileCache = new Map<string, Promise<SourceFile>>();

/**
 * The solids of a CAD file, by its extension.
 *
 * @throws GeometryError `format_unknown`, or from the access or the format reader
 */
export async function readSourceFile(
  file: string,
  lengthUnit: LengthUnit | undefined,
  options: FileOptions,
): Promise<ReadFile> {
  const path = resolve(options.baseDirectory ?? '.', file);
  const format = formatOf(file);
  const bytes = await readCadFile(path, file, (ends) => format.accept?.(ends, file));
  const hash = sha256(bytes);
  const chordM = options.chordM ?? DEFAULT_CHORD_M;
  const angleRad = options.angleRad ?? DEFAULT_ANGLE_RAD;
  const key = [format.name, hash, lengthUnit, file, ...(format.isExact ? [chordM, angleRad] : [])].join('|');
  let content = fileCache.get(key);
  if (content === undefined) {
    content = Promise.resolve(format.read(bytes, hash, { file, lengthUnit, chordM, angleRad }));
    content.catch(() => fileCache.delete(key));
  }
  fileCache.delete(key);
  fileCache.set(key, content);
  const oldest = fileCache.keys().next().value;
  if (fileCache.size > KEPT_FILES && oldest !== undefined) fileCache.delete(oldest);
  return { path, content: await content };
}

interface FileFormat {
  readonly name: string;
  readonly extensions: readonly string[];
  /** True where surfaces are exact and the tessellation is ours. */
  readonly isExact: boolean;
  readonly accept?: (ends: FileEnds, file: string) => void;
  readonly read: (bytes: Uint8Array, hash: string, context: ReadContext) => SourceFile | Promise<SourceFile>;
}

const FORMATS: readonly FileFormat[] = [
  { name: 'STEP', extensions: ['.step', '.stp', '.p21'], isExact: true, accept: acceptStepEnds, read: readStep },
  { name: 'STL', extensions: ['.stl'], isExact: false, read: readStl },
  { name: '3MF', extensions: ['.3mf'], isExact: false, read: readThreeMf },
  { name: 'OBJ', extensions: ['.obj'], isExact: false, read: readObj },
];

function formatOf(file: string): FileFormat {
  const extension = extname(file).toLowerCase();
  const format = FORMATS.find(({ extensions }) => extensions.includes(extension));
  if (format !== undefined) return format;
  throw geometryError({
    code: 'format_unknown',
    file,
    message: extension === '' ? 'has no extension, so its format is unknown' : `format ${extension} is not supported`,
    fix: `Export it as STEP (best), or as ${FORMATS.flatMap(({ extensions }) => extensions).join(', ')}.`,
  });
}

function codeMesh(source: Exclude<GeometrySource, FileSource>, part: string): TriangleMesh {
  switch (source.kind) {
    case 'box':
      return boxMesh(source.sizeM as Vec3);
    case 'cylinder':
      return cylinderMesh(source.radiusM, source.lengthM, source.segmentCount);
    case 'sphere':
      return sphereMesh(source.radiusM, source.segmentCount);
    case 'mesh':
      return checkedMesh(Float64Array.from(source.verticesM), Uint32Array.from(source.triangles), part);
  }
}

function checkedMesh(verticesM: Float64Array, triangles: Uint32Array, part: string): TriangleMesh {
  const vertexCount = verticesM.length / 3;
  const bad = triangles.findIndex((v) => v >= vertexCount);
  if (verticesM.length % 3 === 0 && triangles.length % 3 === 0 && bad < 0) return { verticesM, triangles };
  throw geometryError({
    code: 'mesh_malformed',
    part,
    message:
      bad >= 0
        ? `triangles[${bad}] is ${triangles[bad]}, but there are ${vertexCount} vertices`
        : `has ${verticesM.length} coordinates and ${triangles.length} indices; both must be multiples of 3`,
    fix: 'Give three coordinates per vertex and three vertex indices, from 0, per triangle.',
  });
}

function codeSolid({ verticesM, triangles }: TriangleMesh, name: string): SourceSolid {
  return { name, path: [name], positionsM: verticesM, indices: triangles, faces: null, weldToleranceM: 0, chordM: 0 };
}

const meshHash = ({ verticesM, triangles }: TriangleMesh): string => sha256(verticesM, triangles);

const freezePart = (part: Part): Part => Object.freeze(part);
