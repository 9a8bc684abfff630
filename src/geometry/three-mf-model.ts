import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';
import type { GeometryError } from '../core/errors.js';
import { geometryError } from './geometry-issue.js';

/** 4×3 matrix in row-major order that row vectors are multiplied with from the left. */
export type Transform = readonly number[];

/** A placed reference to an object. */
export interface ThreeMfPlacement {
  readonly objectId: string;
  /** Model part that holds the object, where it is not the same one. */
  readonly path: string | undefined;
  readonly transform: Transform;
}

/** An object of a 3MF model: a mesh, or components. */
export interface ThreeMfObject {
  readonly name: string;
  readonly type: string;
  /** Coordinates in the model's unit. */
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
  readonly components: readonly ThreeMfPlacement[];
}

export interface ThreeMfModel {
  readonly unit: string;
  readonly objects: ReadonlyMap<string, ThreeMfObject>;
  readonly items: readonly ThreeMfPlacement[];
}

/** Extensions that do not change the shape of a mesh, by namespace. */
const HARMLESS_EXTENSIONS = [/\/production\//, /\/material\//, /\/securecontent\//, /\/trianglesets\//];

const attributes = z.record(z.string(), z.unknown());
const placement = z.object({ objectid: z.string(), path: z.string().optional(), transform: z.string().optional() });
const list = <T extends z.ZodType>(item: T) => z.array(item).default([]);
const modelSchema = z.object({
  model: z.object({
    unit: z.string().default('millimeter'),
    requiredextensions: z.string().default(''),
    resources: z
      .object({
        object: list(
          z.object({
            id: z.string(),
            name: z.string().default(''),
            type: z.string().default('model'),
            mesh: z
              .object({
                vertices: z.object({ vertex: list(attributes) }),
                triangles: z.object({ triangle: list(attributes) }),
              })
              .optional(),
            components: z.object({ component: list(placement) }).optional(),
          }),
        ),
      })
      .default({ object: [] }),
    build: z.object({ item: list(placement) }).default({ item: [] }),
  }),
});

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  ignoreDeclaration: true,
  isArray: (name) => ['object', 'vertex', 'triangle', 'component', 'item'].includes(name),
});

/**
 * Parses one model part of a 3MF package.
 *
 * @param text  its XML
 * @param part  its path in the package, for messages
 * @throws      GeometryError `threemf_malformed`, `threemf_unsupported`, `not_finite`
 */
export function readThreeMfModel(text: string, file: string, part: string): ThreeMfModel {
  if (/<!(DOCTYPE|ENTITY)/i.test(text))
    throw malformed(file, part, 'has a document type declaration, which 3MF forbids');
  const model = parseModel(text, file, part);
  refuseExtensions(model.requiredextensions, text, file);
  const objects = model.resources.object.map((object): [string, ThreeMfObject] => {
    const where = `${part}, object ${object.id}`;
    const positions = readVertices(object.mesh?.vertices.vertex ?? [], file, where);
    return [
      object.id,
      {
        name: object.name,
        type: object.type,
        positions,
        indices: readTriangles(object.mesh?.triangles.triangle ?? [], positions.length / 3, file, where),
        components: (object.components?.component ?? []).map((c) => toPlacement(c, file, where)),
      },
    ];
  });
  return {
    unit: model.unit,
    objects: new Map(objects),
    items: model.build.item.map((item) => toPlacement(item, file, `${part}, build`)),
  };
}

function parseModel(text: string, file: string, part: string) {
  let tree: unknown;
  try {
    tree = parser.parse(emptyElementsAsObjects(text), true);
  } catch (error) {
    throw malformed(file, part, `is not well-formed XML: ${error instanceof Error ? error.message : 'damaged'}`);
  }
  const parsed = modelSchema.safeParse(tree);
  if (parsed.success) return parsed.data.model;
  const { path, message } = parsed.error.issues[0]!;
  throw malformed(file, part, `does not have the structure of a 3MF model: ${path.join('.')}: ${message}`);
}

/** The parser turns an element without content into ''; a space inside keeps none either, so containers are dropped. */
const emptyElementsAsObjects = (text: string): string =>
  text.replace(/<((?:\w+:)?(?:resources|build|components))\s*(?:\/>|>\s*<\/\1\s*>)/g, '');

function readVertices(vertices: readonly Record<string, unknown>[], file: string, where: string): Float64Array {
  const positions = new Float64Array(3 * vertices.length);
  vertices.forEach((vertex, i) => {
    ['x', 'y', 'z'].forEach((axis, k) => {
      const x = toNumber(vertex[axis]);
      if (!Number.isFinite(x)) throw notFinite(file, `${where}: vertex ${i} has ${axis} = ${String(vertex[axis])}`);
      positions[3 * i + k] = x;
    });
  });
  return positions;
}

function readTriangles(
  triangles: readonly Record<string, unknown>[],
  vertexCount: number,
  file: string,
  where: string,
): Uint32Array {
  const indices = new Uint32Array(3 * triangles.length);
  triangles.forEach((triangle, i) => {
    ['v1', 'v2', 'v3'].forEach((name, k) => {
      const v = toNumber(triangle[name]);
      if (!Number.isInteger(v) || v < 0 || v >= vertexCount) {
        throw malformed(
          file,
          where,
          `triangle ${i} has ${name} = ${String(triangle[name])} of ${vertexCount} vertices`,
        );
      }
      indices[3 * i + k] = v;
    });
  });
  return indices;
}

const toNumber = (value: unknown): number =>
  typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;

function toPlacement(raw: z.infer<typeof placement>, file: string, where: string): ThreeMfPlacement {
  const transform = (raw.transform ?? '1 0 0 0 1 0 0 0 1 0 0 0').trim().split(/\s+/).map(Number);
  if (transform.length !== 12) throw malformed(file, where, `transform “${raw.transform}” has not 12 numbers`);
  if (!transform.every(Number.isFinite)) throw notFinite(file, `${where}: transform “${raw.transform}”`);
  return { objectId: raw.objectid, path: raw.path, transform };
}

function refuseExtensions(required: string, text: string, file: string): void {
  for (const prefix of required.split(/\s+/).filter((word) => word !== '')) {
    const namespace =
      new RegExp(`xmlns:${prefix.replace(/\W/g, '\\$&')}\\s*=\\s*["']([^"']*)`).exec(text)?.[1] ?? prefix;
    if (HARMLESS_EXTENSIONS.some((known) => known.test(namespace))) continue;
    throw geometryError({
      code: 'threemf_unsupported',
      file,
      message: `requires the 3MF extension ${namespace}, which changes the shape and is not supported`,
      fix: 'Export plain meshes (3MF core), or STEP.',
    });
  }
}

function malformed(file: string, part: string, message: string): GeometryError {
  return geometryError({
    code: 'threemf_malformed',
    file,
    message: `${part} ${message}`,
    fix: 'Export it again; the file is damaged or written by a faulty exporter.',
  });
}

function notFinite(file: string, message: string): GeometryError {
  return geometryError({
    code: 'not_finite',
    file,
    message,
    fix: 'Repair the mesh in the program it came from and export it again.',
  });
}
