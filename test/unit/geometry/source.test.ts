import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type GeometrySource, geometrySourceSchema, loadPart } from '../../../src/geometry/index.js';
import { issueOf } from './fixtures.js';

describe('what the schema takes', () => {
  test.each<GeometrySource>([
    { kind: 'file', file: 'a.step' },
    { kind: 'file', file: 'a.stl', lengthUnit: 'mm', component: 2 },
    { kind: 'file', file: 'a.step', solid: { path: ['assembly', 'bolt#2'] } },
    { kind: 'box', sizeM: [0.1, 0.2, 0.3] },
    { kind: 'cylinder', radiusM: 0.1, lengthM: 0.2 },
    { kind: 'sphere', radiusM: 0.1, segmentCount: 32 },
    { kind: 'mesh', verticesM: [0, 0, 0], triangles: [] },
    { kind: 'mesh', verticesM: new Float64Array(3), triangles: new Uint32Array(3) },
  ])('%j', (source) => {
    expect(geometrySourceSchema.parse(source)).toEqual(source);
  });

  test.each([
    { kind: 'box', sizeM: [0.1, 0, 0.3] },
    { kind: 'box', sizeM: [0.1, -0.1, 0.3] },
    { kind: 'box', sizeM: [0.1, Number.NaN, 0.3] },
    { kind: 'cylinder', radiusM: -0.1, lengthM: 0.2 },
    { kind: 'cylinder', radiusM: 0.1, lengthM: Number.NaN },
    { kind: 'cylinder', radiusM: 0.1, lengthM: 0.2, segmentCount: 2 },
    { kind: 'sphere', radiusM: 0.1, segmentCount: 5 },
    { kind: 'file', file: 'a.stl', lengthUnit: 'furlong' },
    { kind: 'file', file: 'a.stl', solid: -1 },
    { kind: 'file', file: 'a.stl', unit: 'mm' },
    { kind: 'mesh', verticesM: ['0'], triangles: [] },
    { kind: 'mesh', verticesM: [0], triangles: [-1] },
    { kind: 'cone', radiusM: 1 },
  ])('refuses %j', (source) => {
    expect(geometrySourceSchema.safeParse(source).success).toBe(false);
  });

  test('it can be written as JSON Schema', () => {
    const schema = z.toJSONSchema(geometrySourceSchema, { unrepresentable: 'any' });
    expect(JSON.stringify(schema)).toContain('"lengthUnit"');
  });
});

describe('meshes given in code', () => {
  const TETRAHEDRON = {
    kind: 'mesh' as const,
    verticesM: [0, 0, 0, 0.006, 0, 0, 0, 0.006, 0, 0, 0, 0.006],
    triangles: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3],
  };

  test('plain arrays and typed arrays are one part', async () => {
    const plain = await loadPart(TETRAHEDRON, { name: 'wedge' });
    const typed = await loadPart(
      {
        kind: 'mesh',
        verticesM: Float64Array.from(TETRAHEDRON.verticesM),
        triangles: Uint32Array.from(TETRAHEDRON.triangles),
      },
      { name: 'wedge' },
    );
    expect(plain).toMatchObject({ name: 'wedge', origin: 'built in code', isWatertight: true, chordM: 0 });
    expect(plain.massProperties.volumeM3).toBeCloseTo(36e-9, 22);
    expect(typed).toEqual(plain);
    expect(plain.hash).not.toBe((await loadPart({ kind: 'sphere', radiusM: 1 })).hash);
  });

  test.each([
    ['an index beyond the vertices', { ...TETRAHEDRON, triangles: [0, 1, 4] }, 'mesh_malformed'],
    ['half a vertex', { ...TETRAHEDRON, verticesM: [0, 0, 0, 1] }, 'mesh_malformed'],
    ['half a triangle', { ...TETRAHEDRON, triangles: [0, 1] }, 'mesh_malformed'],
    [
      'NaN',
      { ...TETRAHEDRON, verticesM: TETRAHEDRON.verticesM.map((x, i) => (i === 4 ? Number.NaN : x)) },
      'not_finite',
    ],
    ['no triangle', { ...TETRAHEDRON, triangles: [] }, 'no_triangles'],
  ])('%s', async (_, source, code) => {
    expect(await issueOf(loadPart(source, { name: 'wedge' }))).toMatchObject({ code, part: 'wedge' });
  });
});
