import { geometryError } from './geometry-issue.js';
import { convertToMeters, type LengthUnit } from './length-unit.js';
import { distinctNames, type ReadContext, type SourceFile, type SourceSolid } from './source-file.js';
import { requireUnit } from './stl.js';
import { triangulatePolygon } from './triangulate-polygon.js';

interface ObjSolid {
  readonly name: string;
  /** Vertex indices into the file's one list, three per triangle. */
  readonly indices: number[];
}

/**
 * Solids of a Wavefront OBJ file: one per `o` with faces, or one in all. Groups (`g`), materials, normals and texture
 * coordinates are ignored; polygons are cut into triangles; negative indices count back from the last vertex.
 *
 * @throws GeometryError `unit_missing`, `obj_malformed`, `obj_bad_index`, `not_finite`, `no_solids`
 * @source Wavefront Advanced Visualizer manual, appendix B1
 */
export function readObj(bytes: Uint8Array, hash: string, context: ReadContext): SourceFile {
  const { file } = context;
  const unit = requireUnit(context, 'OBJ');
  const positions: number[] = [];
  const solids: ObjSolid[] = [];
  const skipped = new Set<string>();
  let current: ObjSolid = { name: '', indices: [] };
  for (const { words, line } of statements(bytes)) {
    switch (words[0]) {
      case 'v':
        positions.push(...readVertex(words, file, line));
        break;
      case 'f':
        current.indices.push(...readFace(words, positions, file, line));
        break;
      case 'o':
        solids.push(current);
        current = { name: words.slice(1).join(' '), indices: [] };
        break;
      case 'curv':
      case 'curv2':
      case 'surf':
        skipped.add(words[0]);
        break;
    }
  }
  const kept = [...solids, current].filter(({ indices }) => indices.length > 0);
  if (kept.length === 0) throw noFaces(file);
  const paths = distinctNames(kept.map(({ name }, i) => name || `solid ${i}`));
  return {
    format: 'obj',
    hash,
    lengthUnit: unit,
    solids: kept.map((solid, i) => toSolid(solid, paths[i]!, positions, unit)),
    warnings: skipped.size > 0 ? [`${file}: free-form geometry was left out: ${[...skipped].join(', ')}`] : [],
  };
}

/** Statements with their line numbers, comments and blank lines left out, lines ending in a backslash joined. */
function* statements(bytes: Uint8Array): Generator<{ words: readonly string[]; line: number }> {
  const lines = new TextDecoder().decode(bytes).split(/\r\n|\r|\n/);
  let pending = '';
  for (let i = 0; i < lines.length; i++) {
    const text = pending + lines[i]!;
    if (text.endsWith('\\')) {
      pending = `${text.slice(0, -1)} `;
      continue;
    }
    pending = '';
    const words = text.replace(/#.*/, '').trim().split(/\s+/);
    if (words[0] !== '') yield { words, line: i + 1 };
  }
}

function readVertex(words: readonly string[], file: string, line: number): readonly number[] {
  const numbers = words.slice(1, 4).map(Number);
  if (words.length < 4)
    throw malformed(file, `line ${line}: a vertex needs three coordinates, got ${words.length - 1}`);
  if (numbers.every(Number.isFinite)) return numbers;
  throw geometryError({
    code: 'not_finite',
    file,
    message: `line ${line}: “${words.slice(1, 4).join(' ').slice(0, 60)}” is not three finite numbers`,
    fix: 'Repair the mesh in the program it came from and export it again.',
  });
}

function readFace(words: readonly string[], positions: readonly number[], file: string, line: number) {
  const count = positions.length / 3;
  const corners = words.slice(1).map((word) => {
    const reference = Number(word.split('/')[0]);
    const index = reference < 0 ? count + reference : reference - 1;
    if (Number.isInteger(reference) && reference !== 0 && index >= 0 && index < count) return index;
    throw geometryError({
      code: 'obj_bad_index',
      file,
      message: `line ${line}: “${word.slice(0, 30)}” names no vertex; ${count} are defined so far`,
      fix: 'Export it again; OBJ vertex indices start at 1, or count back from −1.',
    });
  });
  if (corners.length < 3) throw malformed(file, `line ${line}: a face needs three corners, got ${corners.length}`);
  return triangulatePolygon(positions, corners);
}

function toSolid(
  { name, indices }: ObjSolid,
  pathName: string,
  positions: readonly number[],
  unit: LengthUnit,
): SourceSolid {
  return {
    name,
    path: [pathName],
    positionsM: convertToMeters(Float64Array.from(positions), unit),
    indices: Uint32Array.from(indices),
    faces: null,
    weldToleranceM: 0,
    chordM: 0,
  };
}

function malformed(file: string, message: string) {
  return geometryError({
    code: 'obj_malformed',
    file,
    message,
    fix: 'Export it again; the file is damaged or cut off.',
  });
}

function noFaces(file: string) {
  return geometryError({
    code: 'no_solids',
    file,
    message: 'holds no face (no line that begins with f)',
    fix: 'Export the part as a polygon mesh; points, lines and free-form surfaces have no volume here.',
  });
}
