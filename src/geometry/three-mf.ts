import { geometryError } from './geometry-issue.js';
import { convertToMeters, type LengthUnit } from './length-unit.js';
import { reverseTriangles } from './mesh-topology.js';
import { distinctNames, type ReadContext, type SourceFile, type SourceSolid } from './source-file.js';
import { readThreeMfModel, type ThreeMfModel, type ThreeMfObject, type Transform } from './three-mf-model.js';
import { openThreeMfPackage } from './three-mf-package.js';

const UNITS: Readonly<Record<string, LengthUnit>> = {
  micron: 'um',
  millimeter: 'mm',
  centimeter: 'cm',
  inch: 'in',
  foot: 'ft',
  meter: 'm',
};

/** Objects nested deeper than this are taken for a cycle. */
const DEEPEST_NESTING = 32;

/** Placed solids beyond this number are taken for a bomb: components can multiply without bound. */
const MOST_SOLIDS = 10_000;

/** Object types that are not the part itself. */
const LEFT_OUT_TYPES = new Set(['support', 'other']);

/**
 * Solids of a 3MF file: one per mesh and build item, each placed by the transforms of its item and components.
 *
 * @throws GeometryError `unit_not_allowed`, `threemf_bad_zip`, `threemf_too_large`, `threemf_no_model`, `threemf_malformed`,
 *         `threemf_unit_unknown`, `threemf_unsupported`, `threemf_external_path`, `threemf_bad_reference`, `not_finite`, `no_solids`
 * @source 3MF Core Specification 1.3 and Production Extension 1.1 (paths within the package)
 */
export function readThreeMf(bytes: Uint8Array, hash: string, context: ReadContext): SourceFile {
  const { file } = context;
  if (context.lengthUnit !== undefined) {
    throw geometryError({
      code: 'unit_not_allowed',
      file,
      message: `has a length unit of its own, so lengthUnit '${context.lengthUnit}' would contradict or repeat it`,
      fix: 'Remove lengthUnit; if the file’s unit is wrong, export it again with the right one.',
    });
  }
  const archive = openThreeMfPackage(bytes, file);
  const models = new Map<string, ThreeMfModel>();
  const modelAt = (path: string): ThreeMfModel => {
    const model = models.get(path) ?? readThreeMfModel(archive.text(path), file, path);
    models.set(path, model);
    return model;
  };
  const root = modelAt(archive.rootModelPath);
  const unit = UNITS[root.unit];
  if (unit === undefined) throw unknownUnit(file, root.unit);
  const warnings: string[] = [];
  const placed = placeItems(root, archive.rootModelPath, modelAt, file, warnings);
  const solids = placed.map((solid) => toSolid(solid, unit));
  if (solids.length === 0) throw noSolids(file);
  return { format: '3mf', hash, lengthUnit: unit, solids: withDistinctPaths(solids), warnings };
}

interface PlacedMesh {
  readonly path: readonly string[];
  readonly object: ThreeMfObject;
  readonly transform: Transform;
}

type ModelAt = (path: string) => ThreeMfModel;

function placeItems(root: ThreeMfModel, rootPath: string, modelAt: ModelAt, file: string, warnings: string[]) {
  const out: PlacedMesh[] = [];
  const visit = (modelPath: string, id: string, transform: Transform, path: readonly string[]): void => {
    if (path.length > DEEPEST_NESTING || out.length >= MOST_SOLIDS) throw runaway(file);
    const model = modelAt(modelPath);
    if (model.unit !== root.unit) throw mixedUnits(file, modelPath, model.unit, root.unit);
    const object = model.objects.get(id);
    if (object === undefined) throw badReference(file, id, modelPath);
    const here = [...path, object.name || `object ${id}`];
    if (LEFT_OUT_TYPES.has(object.type)) {
      warnings.push(`${file}: ${here.join(' / ')} is of type ${object.type} and was left out`);
      return;
    }
    if (object.indices.length > 0) out.push({ path: here, object, transform });
    for (const component of object.components) {
      visit(component.path ?? modelPath, component.objectId, compose(transform, component.transform), here);
    }
  };
  for (const item of root.items) visit(item.path ?? rootPath, item.objectId, item.transform, []);
  return out;
}

function toSolid({ path, object, transform }: PlacedMesh, unit: LengthUnit): SourceSolid {
  const positions = new Float64Array(object.positions.length);
  for (let i = 0; i < positions.length; i += 3) applyTransform(transform, object.positions, positions, i);
  const isMirrored = determinant(transform) < 0;
  return {
    name: path.at(-1)!,
    path,
    positionsM: convertToMeters(positions, unit),
    indices: isMirrored ? reverseTriangles(object.indices) : object.indices,
    faces: null,
    weldToleranceM: 0,
    chordM: 0,
  };
}

/** Solids of equal paths are told apart in the last name. */
function withDistinctPaths(solids: readonly SourceSolid[]): readonly SourceSolid[] {
  const names = distinctNames(solids.map(({ path }) => path.join('\u0000')));
  return solids.map((solid, i) => {
    const suffix = names[i]!.slice(solid.path.join('\u0000').length);
    return { ...solid, path: [...solid.path.slice(0, -1), `${solid.path.at(-1)}${suffix}`] };
  });
}

/** p' = p·M for the row vector [x y z 1] and a 4×3 matrix, as 3MF writes it. */
function applyTransform(M: Transform, from: Float64Array, to: Float64Array, i: number): void {
  const [x, y, z] = [from[i]!, from[i + 1]!, from[i + 2]!];
  for (let k = 0; k < 3; k++) to[i + k] = x * M[k]! + y * M[3 + k]! + z * M[6 + k]! + M[9 + k]!;
}

/** First `inner`, then `outer`. */
function compose(outer: Transform, inner: Transform): Transform {
  const rows = new Float64Array(12);
  for (let row = 0; row < 4; row++) {
    for (let k = 0; k < 3; k++) {
      let sum = row === 3 ? outer[9 + k]! : 0;
      for (let j = 0; j < 3; j++) sum += inner[3 * row + j]! * outer[3 * j + k]!;
      rows[3 * row + k] = sum;
    }
  }
  return [...rows];
}

function determinant(M: Transform): number {
  const [a, b, c, d, e, f, g, h, i] = M as readonly number[] as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
}

function unknownUnit(file: string, unit: string) {
  return geometryError({
    code: 'threemf_unit_unknown',
    file,
    message: `has the unknown length unit “${unit}”`,
    fix: `Export it again; 3MF knows ${Object.keys(UNITS).join(', ')}.`,
  });
}

function mixedUnits(file: string, modelPath: string, unit: string, rootUnit: string) {
  return geometryError({
    code: 'threemf_unsupported',
    file,
    message: `mixes length units: ${modelPath} is in ${unit}, the root model in ${rootUnit}`,
    fix: 'Export it again with one unit throughout.',
  });
}

function badReference(file: string, id: string, modelPath: string) {
  return geometryError({
    code: 'threemf_bad_reference',
    file,
    message: `refers to object ${id}, which ${modelPath} does not define`,
    fix: 'Export it again; the file is damaged.',
  });
}

function runaway(file: string) {
  return geometryError({
    code: 'threemf_too_large',
    file,
    message: `nests its components more than ${DEEPEST_NESTING} deep or places more than ${MOST_SOLIDS} solids`,
    fix: 'Export the parts of the mechanism only.',
  });
}

function noSolids(file: string) {
  return geometryError({
    code: 'no_solids',
    file,
    message: 'has no build item with a mesh',
    fix: 'Place the parts on the build plate, or export the objects themselves, and try again.',
  });
}
