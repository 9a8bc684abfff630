import { z } from 'zod';
import { quantity, quantity3 } from '../core/quantity.js';
import { LENGTH_UNITS } from './length-unit.js';

const isNumberList = (value: unknown): value is Float64Array | readonly number[] =>
  value instanceof Float64Array || (Array.isArray(value) && value.every((x) => typeof x === 'number'));

const isIndexList = (value: unknown): value is Uint32Array | readonly number[] =>
  value instanceof Uint32Array || (Array.isArray(value) && value.every((x) => Number.isInteger(x) && x >= 0));

/** Which solid of a file: its name, its index in the file, or the end of its path in the file's tree. */
export const solidPickSchema = z.union([
  z.string().min(1),
  z.number().int().nonnegative(),
  z.strictObject({ path: z.array(z.string()).min(1).describe('Names from the root, or the last of them') }),
]);

/** One solid of a STEP, STL, 3MF or OBJ file. */
export const fileSourceSchema = z.strictObject({
  kind: z.literal('file'),
  file: z.string().min(1).describe('Path, relative to the file that holds this record'),
  lengthUnit: z.enum(LENGTH_UNITS).optional().describe('Required for STL and OBJ, refused for STEP and 3MF'),
  solid: solidPickSchema
    .optional()
    .describe('Its name, its index, or the end of its path in the tree; required where the file holds several solids'),
  component: z
    .number()
    .int()
    .nonnegative()
    .optional()
    .describe('One connected piece of the solid, counted in file order; without it all pieces are one solid'),
});

/** A closed triangle mesh given in the record itself. */
export const meshSourceSchema = z.strictObject({
  kind: z.literal('mesh'),
  verticesM: z
    .custom<Float64Array | readonly number[]>(isNumberList, { error: 'must be a list of numbers, three per vertex' })
    .meta({ type: 'array', items: { type: 'number' }, unit: 'm' })
    .describe('Vertices, three numbers each'),
  triangles: z
    .custom<Uint32Array | readonly number[]>(isIndexList, {
      error: 'must be a list of vertex indices, three per triangle',
    })
    .meta({ type: 'array', items: { type: 'integer', minimum: 0 } })
    .describe('Vertex indices, three per triangle, counter-clockwise from outside'),
});

/** A box centred on the origin. */
export const boxSourceSchema = z.strictObject({
  kind: z.literal('box'),
  sizeM: quantity3('m')
    .refine((size) => size.every((x) => x > 0), { error: 'every edge must be longer than 0 m' })
    .describe('Edges along x, y and z'),
});

/** A cylinder about z, centred on the origin. */
export const cylinderSourceSchema = z.strictObject({
  kind: z.literal('cylinder'),
  radiusM: quantity('m').positive().describe('Radius'),
  lengthM: quantity('m').positive().describe('Length along z'),
  segmentCount: z.number().int().min(3).max(4096).optional().describe('Facets of the round side; default 64'),
});

/** A sphere centred on the origin. */
export const sphereSourceSchema = z.strictObject({
  kind: z.literal('sphere'),
  radiusM: quantity('m').positive().describe('Radius'),
  segmentCount: z
    .number()
    .int()
    .min(4)
    .max(1024)
    .multipleOf(2)
    .optional()
    .describe('Facets around the equator; default 64'),
});

/** Where a part's geometry comes from. */
export const geometrySourceSchema = z.discriminatedUnion('kind', [
  fileSourceSchema,
  meshSourceSchema,
  boxSourceSchema,
  cylinderSourceSchema,
  sphereSourceSchema,
]);

export type SolidPick = z.infer<typeof solidPickSchema>;
export type FileSource = z.infer<typeof fileSourceSchema>;
export type MeshSource = z.infer<typeof meshSourceSchema>;
export type BoxSource = z.infer<typeof boxSourceSchema>;
export type CylinderSource = z.infer<typeof cylinderSourceSchema>;
export type SphereSource = z.infer<typeof sphereSourceSchema>;
export type GeometrySource = z.infer<typeof geometrySourceSchema>;
