import { geometryError } from './geometry-issue.js';
import { convertToMeters, LENGTH_UNITS, type LengthUnit } from './length-unit.js';
import { distinctNames, type ReadContext, type SourceFile, type SourceSolid } from './source-file.js';

const BINARY_HEADER_BYTES = 84;
const BINARY_FACET_BYTES = 50;

/**
 * Solids of an STL file. Binary: one solid, recognised by its size 84 + 50n, whatever its header says (many exporters write
 * `solid` there). ASCII: one solid per `solid … endsolid`. Stored normals are ignored; the order of the corners counts.
 *
 * @throws GeometryError `unit_missing`, `stl_truncated`, `stl_size_mismatch`, `stl_malformed`, `not_finite`, `no_solids`
 */
export function readStl(bytes: Uint8Array, hash: string, context: ReadContext): SourceFile {
  const unit = requireUnit(context, 'STL');
  const solids = isBinaryStl(bytes) ? [readBinary(bytes, context.file)] : readAscii(bytes, context.file);
  const kept = solids.filter((solid) => solid.corners.length > 0);
  if (kept.length === 0) {
    throw geometryError({
      code: 'no_solids',
      file: context.file,
      message: 'holds no triangle',
      fix: 'Export the part again; the file has the right format but is empty.',
    });
  }
  const paths = distinctNames(kept.map((solid, i) => solid.name || `solid ${i}`));
  return {
    format: 'stl',
    hash,
    lengthUnit: unit,
    solids: kept.map((solid, i) => toSolid(solid, paths[i]!, unit)),
    warnings: [],
  };
}

/**
 * The unit that the user declared for a format without one.
 *
 * @throws GeometryError `unit_missing`
 */
export function requireUnit({ lengthUnit, file }: ReadContext, format: string): LengthUnit {
  if (lengthUnit !== undefined) return lengthUnit;
  throw geometryError({
    code: 'unit_missing',
    file,
    message: `${format} has no length unit and none was declared`,
    fix: `Add lengthUnit, or --unit on the command line: one of ${LENGTH_UNITS.join(', ')}. CAD programs mostly export mm; robot description files mostly m.`,
  });
}

interface Facets {
  readonly name: string;
  /** Corner positions in file units, nine numbers per triangle. */
  readonly corners: Float64Array;
}

function toSolid({ name, corners }: Facets, pathName: string, unit: LengthUnit): SourceSolid {
  return {
    name,
    path: [pathName],
    positionsM: convertToMeters(corners, unit),
    indices: Uint32Array.from({ length: corners.length / 3 }, (_, i) => i),
    faces: null,
    weldToleranceM: 0,
    chordM: 0,
  };
}

function isBinaryStl(bytes: Uint8Array): boolean {
  if (bytes.length >= BINARY_HEADER_BYTES && bytes.length === binarySize(bytes)) return true;
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 2048)).replace(/^\u00ef\u00bb\u00bf/, '');
  return !/^\s*solid\b[^\0]*$/i.test(start);
}

function facetCount(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(80, true);
}

function binarySize(bytes: Uint8Array): number {
  return BINARY_HEADER_BYTES + BINARY_FACET_BYTES * facetCount(bytes);
}

function readBinary(bytes: Uint8Array, file: string): Facets {
  if (bytes.length < BINARY_HEADER_BYTES) throw truncated(file, `${bytes.length} bytes, a binary STL has at least 84`);
  const count = facetCount(bytes);
  const expected = binarySize(bytes);
  if (bytes.length < expected) {
    const complete = Math.floor((bytes.length - BINARY_HEADER_BYTES) / BINARY_FACET_BYTES);
    throw truncated(file, `announces ${count} triangles, ${complete} are there (${bytes.length} of ${expected} bytes)`);
  }
  if (bytes.length > expected) {
    throw geometryError({
      code: 'stl_size_mismatch',
      file,
      message: `announces ${count} triangles, which is ${expected} bytes, but has ${bytes.length}`,
      fix: 'Export it again; either the triangle count or the end of the file is wrong.',
    });
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const corners = new Float64Array(9 * count);
  for (let t = 0; t < count; t++) {
    const at = BINARY_HEADER_BYTES + BINARY_FACET_BYTES * t + 12;
    for (let k = 0; k < 9; k++) {
      const x = view.getFloat32(at + 4 * k, true);
      if (!Number.isFinite(x)) throw notFinite(file, `triangle ${t} has a corner coordinate ${x}`);
      corners[9 * t + k] = x;
    }
  }
  return { name: '', corners };
}

function readAscii(bytes: Uint8Array, file: string): readonly Facets[] {
  const lines = new TextDecoder().decode(bytes).split(/\r\n|\r|\n/);
  const solids: Facets[] = [];
  let name: string | undefined;
  let corners: number[] = [];
  for (let i = 0; i < lines.length; i++) {
    const words = lines[i]!.trim().split(/\s+/);
    const keyword = words[0]!.toLowerCase();
    if (keyword === 'solid') {
      if (name !== undefined) throw truncated(file, `line ${i + 1} begins a solid inside a solid`);
      name = words.slice(1).join(' ');
      corners = [];
    } else if (keyword === 'vertex') {
      corners.push(...readVertex(words, file, i + 1));
    } else if (keyword === 'endfacet' && corners.length % 9 !== 0) {
      throw malformed(file, `line ${i + 1} ends a facet that has not three vertices`);
    } else if (keyword === 'endsolid') {
      if (corners.length % 9 !== 0) throw truncated(file, `line ${i + 1} ends the solid inside a facet`);
      solids.push({ name: name ?? '', corners: Float64Array.from(corners) });
      name = undefined;
    } else if (!/^(facet|outer|endloop|endfacet|)$/.test(keyword)) {
      throw malformed(file, `line ${i + 1} begins with “${words[0]!.slice(0, 30)}”`);
    }
  }
  if (name !== undefined)
    throw truncated(file, `solid “${name}” has no endsolid after ${Math.floor(corners.length / 9)} triangles`);
  return solids;
}

function readVertex(words: readonly string[], file: string, line: number): readonly number[] {
  const numbers = words.slice(1, 4).map((word) => (/^[+-]?(nan|inf)/i.test(word) ? Number.NaN : Number(word)));
  if (words.length < 4) throw truncated(file, `line ${line} has ${words.length - 1} of three coordinates`);
  if (!numbers.every(Number.isFinite)) throw notFinite(file, `line ${line} has a coordinate that is no finite number`);
  return numbers;
}

function truncated(file: string, message: string) {
  return geometryError({
    code: 'stl_truncated',
    file,
    message: `is cut off: ${message}`,
    fix: 'Export or copy it again; the download or the export was interrupted.',
  });
}

function malformed(file: string, message: string) {
  return geometryError({
    code: 'stl_malformed',
    file,
    message: `is not a valid ASCII STL: ${message}`,
    fix: 'Export it again, preferably as binary STL or STEP.',
  });
}

function notFinite(file: string, message: string) {
  return geometryError({
    code: 'not_finite',
    file,
    message,
    fix: 'Repair the mesh in the program it came from (zero-size features often cause this) and export it again.',
  });
}
