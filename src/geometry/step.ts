import { setFlagsFromString } from 'node:v8';
import type { OcctImporter, OcctMesh, OcctNode, OcctResult } from 'occt-import-js';
import occtImportJs from 'occt-import-js';
import type { FileEnds } from './file-bytes.js';
import { geometryError } from './geometry-issue.js';
import { convertToMeters } from './length-unit.js';
import { boundsOf } from './mass-properties.js';
import { distinctNames, type ReadContext, type SourceFile, type SourceSolid } from './source-file.js';
import { externalFiles, stepLengthUnits } from './step-text.js';

/**
 * Refuses what is not a whole STEP file (ISO 10303-21 clear text) by its first and last bytes.
 *
 * @throws GeometryError `step_no_header`, `step_truncated`
 */
export function acceptStepEnds({ head, tail, byteCount }: FileEnds, file: string): void {
  const start = new TextDecoder('latin1').decode(head).replace(/^\u00ef\u00bb\u00bf/, '');
  if (!/^\s*(\/\*[\s\S]*?\*\/\s*)*ISO-10303-21\s*;/.test(start)) {
    throw geometryError({
      code: 'step_no_header',
      file,
      message: `is not a STEP file: it does not begin with ISO-10303-21; (${byteCount} bytes)`,
      fix: start.startsWith('PK')
        ? 'It is a ZIP archive (STPZ?): unpack it and name the file inside.'
        : 'Export it from the CAD program as STEP AP203, AP214 or AP242.',
    });
  }
  if (!/END-ISO-10303-21\s*;/.test(new TextDecoder('latin1').decode(tail))) {
    throw geometryError({
      code: 'step_truncated',
      file,
      message: `is cut off: it does not end with END-ISO-10303-21; (${byteCount} bytes)`,
      fix: 'Export or copy it again; the download or the export was interrupted.',
    });
  }
}

/**
 * Solids of a STEP file, tessellated. Instances of an assembly come placed, one solid each; lengths are converted from the
 * file's own units.
 *
 * @throws GeometryError `unit_not_allowed`, `step_import_failed`, `external_references_only`, `no_solids`
 */
export async function readStep(bytes: Uint8Array, hash: string, context: ReadContext): Promise<SourceFile> {
  const { file } = context;
  if (context.lengthUnit !== undefined) {
    throw geometryError({
      code: 'unit_not_allowed',
      file,
      message: `has a length unit of its own, so lengthUnit '${context.lengthUnit}' would contradict or repeat it`,
      fix: 'Remove lengthUnit; if the file’s unit is wrong, export it again with the right one.',
    });
  }
  const result = await importStep(bytes, context);
  const text = new TextDecoder('latin1').decode(bytes);
  const external = externalFiles(text);
  const solids = collectSolids(result, context.chordM);
  if (solids.length === 0) throw noSolidsError(file, external);
  const warnings =
    external.length > 0 ? [`${file}: parts kept in other files were left out: ${external.join(', ')}`] : [];
  return { format: 'step', hash, lengthUnit: stepLengthUnits(text).join(', ') || 'mm', solids, warnings };
}

let importer: Promise<OcctImporter> | undefined;

/**
 * Makes the importer, compiled by V8's baseline compiler for good.
 *
 * Contributor notes: left to itself V8 also runs the optimizing compiler over the 7 MB module while the first files are read.
 * The four parts of the wiper then cost a process 3.7 s of CPU instead of 1.1 s; the other way a file of 1.2 MB costs 2.9 s
 * instead of 2.4 s (Node 20). Dynamic tiering counts when a module is compiled, so it is switched back on for the modules that
 * follow. Eager tier-up stays off: it would act on this module at every function's first call (4.9 s), and where dynamic
 * tiering is on it does nothing.
 */
async function makeImporter(): Promise<OcctImporter> {
  setFlagsFromString('--no-wasm-tier-up');
  setFlagsFromString('--no-wasm-dynamic-tiering');
  try {
    return await occtImportJs({ print: () => {}, printErr: () => {} });
  } finally {
    setFlagsFromString('--wasm-dynamic-tiering');
  }
}

async function importStep(bytes: Uint8Array, { file, chordM, angleRad }: ReadContext): Promise<OcctResult> {
  importer ??= makeImporter();
  const occt = await importer;
  let result: OcctResult | undefined;
  try {
    result = occt.ReadStepFile(withoutByteOrderMark(bytes), {
      linearUnit: 'millimeter',
      linearDeflectionType: 'absolute_value',
      linearDeflection: chordM * 1000,
      angularDeflection: angleRad,
    });
  } catch {
    importer = undefined; // a WebAssembly trap leaves the instance in an unknown state
  }
  if (result?.success !== true) {
    throw geometryError({
      code: 'step_import_failed',
      file,
      message: 'the STEP importer (OpenCascade) could not read it',
      fix: 'Export it again, preferably as AP214 or AP242 with solids only; opening it in a CAD program shows what is broken.',
    });
  }
  return result;
}

/** The importer takes a byte order mark for a syntax error. */
function withoutByteOrderMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

function noSolidsError(file: string, external: readonly string[]) {
  if (external.length > 0) {
    return geometryError({
      code: 'external_references_only',
      file,
      message: `holds no geometry, only references to other files: ${external.join(', ')}`,
      fix: 'Export the assembly into one STEP file that contains the referenced parts, or name the part files one by one.',
    });
  }
  return geometryError({
    code: 'no_solids',
    file,
    message: 'holds no solid',
    fix: 'Export solids: curves, points, axes and empty assemblies have no volume.',
  });
}

function collectSolids(result: OcctResult, chordM: number): readonly SourceSolid[] {
  const solids: SourceSolid[] = [];
  if (result.root !== undefined) visit(result.root, [], result.meshes ?? [], chordM, solids);
  return solids;
}

function visit(
  node: OcctNode,
  path: readonly string[],
  meshes: readonly OcctMesh[],
  chordM: number,
  out: SourceSolid[],
) {
  const own = node.meshes.map((index) => meshes[index]!).filter((mesh) => mesh.index.array.length > 0);
  const isLeafSolid = own.length === 1 && node.children.length === 0 && node.name !== '';
  const names = distinctNames([...own.map((mesh) => mesh.name || 'solid'), ...node.children.map((c) => c.name)]);
  own.forEach((mesh, i) => {
    const solidPath = isLeafSolid ? path : [...path, names[i]!];
    out.push(toSolid(mesh, mesh.name || node.name, solidPath, chordM));
  });
  node.children.forEach((child, i) => {
    const name = names[own.length + i]!;
    visit(child, name === '' ? path : [...path, name], meshes, chordM, out);
  });
}

function toSolid(mesh: OcctMesh, name: string, path: readonly string[], chordM: number): SourceSolid {
  const positionsM = convertToMeters(Float64Array.from(mesh.attributes.position.array), 'mm');
  const { min, max } = boundsOf(positionsM);
  const diagonalM = Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
  return {
    name,
    path,
    positionsM,
    indices: Uint32Array.from(mesh.index.array),
    faces: (mesh.brep_faces ?? []).map(({ first, last }) => ({
      firstTriangle: first,
      triangleCount: last - first + 1,
    })),
    weldToleranceM: 1e-10 * diagonalM,
    chordM,
  };
}
