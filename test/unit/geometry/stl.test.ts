import { describe, expect, test } from 'vitest';
import {
  boxMesh,
  cylinderMesh,
  findCylinders,
  findPlanes,
  loadFileParts,
  loadPart,
} from '../../../src/geometry/index.js';
import { asciiStl, binaryStl, issueOf, scaled, scratchDirectory, writeInto } from './fixtures.js';

const directory = scratchDirectory();
const load = (file: string, lengthUnit?: 'm' | 'cm' | 'mm' | 'um' | 'in' | 'ft') =>
  loadPart({ kind: 'file', file, lengthUnit }, { baseDirectory: directory });

/** A box of 10 × 20 × 30 file units. */
const BOX = boxMesh([10, 20, 30]);

describe('units', () => {
  test('no unit is an error, never a guess', async () => {
    const issue = await issueOf(load(writeInto(directory, 'box.stl', binaryStl(BOX))));
    expect(issue).toMatchObject({ code: 'unit_missing', file: 'box.stl' });
    expect(issue.fix).toContain('m, cm, mm, um, in, ft');
  });

  test.each([
    ['m', 1],
    ['cm', 1e-2],
    ['mm', 1e-3],
    ['um', 1e-6],
    ['in', 0.0254],
    ['ft', 0.3048],
  ] as const)('%s', async (unit, meters) => {
    const part = await load(writeInto(directory, 'box.stl', binaryStl(BOX)), unit);
    [5, 10, 15].forEach((half, k) => {
      expect(part.boundsM.max[k]! / (half * meters)).toBeCloseTo(1, 14);
    });
    expect(part.massProperties.volumeM3 / (6000 * meters ** 3)).toBeCloseTo(1, 12);
  });

  test('a size that suggests a wrong unit warns', async () => {
    const file = writeInto(directory, 'box.stl', binaryStl(BOX));
    expect((await load(file, 'm')).warnings.join()).toMatch(/length unit suspicious: .*30 m, more than 10 m/);
    const small = writeInto(directory, 'small.stl', binaryStl(scaled(BOX, 1e-3)));
    expect((await load(small, 'mm')).warnings.join()).toMatch(/length unit suspicious: .*0.00003 m, less than 0.1 mm/);
    expect((await load(file, 'mm')).warnings).toEqual([]);
  });
});

describe('binary', () => {
  test('a header that begins with “solid” does not make it ASCII', async () => {
    const part = await load(writeInto(directory, 'lying.stl', binaryStl(BOX, 'solid made by an exporter')), 'mm');
    expect(part).toMatchObject({ isWatertight: true, openEdgeCount: 0 });
  });

  test.each([83, 84, 134, 83 + 50 * 12])('cut off after %i bytes', async (length) => {
    const file = writeInto(directory, 'cut.stl', binaryStl(BOX).subarray(0, length));
    expect(await issueOf(load(file, 'mm'))).toMatchObject({ code: 'stl_truncated', file });
  });

  test('more bytes than announced', async () => {
    const file = writeInto(directory, 'long.stl', Uint8Array.from([...binaryStl(BOX), 0, 0, 0]));
    expect(await issueOf(load(file, 'mm'))).toMatchObject({ code: 'stl_size_mismatch', file });
  });

  test('no triangles', async () => {
    const file = writeInto(directory, 'none.stl', new Uint8Array(84));
    expect(await issueOf(load(file, 'mm'))).toMatchObject({ code: 'no_solids', file });
  });

  test('NaN and infinity', async () => {
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY]) {
      const bytes = binaryStl(BOX);
      new DataView(bytes.buffer).setFloat32(84 + 50 * 3 + 12 + 4, bad, true);
      const file = writeInto(directory, 'nan.stl', bytes);
      const issue = await issueOf(load(file, 'mm'));
      expect(issue).toMatchObject({ code: 'not_finite', file });
      expect(issue.message).toContain('triangle 3');
    }
  });
});

describe('ASCII', () => {
  test.each([
    ['LF', '\n', ''],
    ['CRLF', '\r\n', ''],
    ['CRLF with a byte order mark', '\r\n', '\ufeff'],
  ])('%s', async (_, newline, mark) => {
    const part = await load(writeInto(directory, 'ascii.stl', mark + asciiStl(BOX, 'my box', newline)), 'mm');
    expect(part).toMatchObject({ name: 'my box', isWatertight: true });
    expect(part.massProperties.volumeM3).toBeCloseTo(6e-6, 18);
  });

  test('several solids are picked like those of any file', async () => {
    const text = asciiStl(BOX, 'box') + asciiStl(cylinderMesh(2, 8, 32), 'pin');
    const file = writeInto(directory, 'two.stl', text);
    expect(await issueOf(load(file, 'mm'))).toMatchObject({ code: 'solid_not_picked' });
    const pin = await loadPart({ kind: 'file', file, lengthUnit: 'mm', solid: 'pin' }, { baseDirectory: directory });
    expect(findCylinders(pin)).toMatchObject([{ isHole: false, sweepRad: 2 * Math.PI }]);
    expect(await loadFileParts({ file, lengthUnit: 'mm' }, { baseDirectory: directory })).toHaveLength(2);
  });

  test.each([0.3, 0.6, 0.98])('cut off at %d of its length', async (fraction) => {
    const text = asciiStl(BOX, 'box');
    const file = writeInto(directory, 'cut.stl', text.slice(0, Math.floor(text.length * fraction)));
    const issue = await issueOf(load(file, 'mm'));
    expect(['stl_truncated', 'stl_malformed']).toContain(issue.code);
  });

  test('NaN', async () => {
    const file = writeInto(directory, 'nan.stl', asciiStl(BOX, 'box').replaceAll('-5 ', 'nan '));
    const issue = await issueOf(load(file, 'mm'));
    expect(issue).toMatchObject({ code: 'not_finite', file });
    expect(issue.message).toMatch(/line \d+/);
  });

  test('prose in between', async () => {
    const file = writeInto(directory, 'prose.stl', asciiStl(BOX, 'box').replace('outer loop', 'hello'));
    expect(await issueOf(load(file, 'mm'))).toMatchObject({ code: 'stl_malformed', file });
  });
});

describe('orientation, holes in the surface, pieces', () => {
  test('an inside-out mesh is turned round and says so', async () => {
    const flipped = { verticesM: BOX.verticesM, triangles: Uint32Array.from(BOX.triangles).reverse() };
    const part = await load(writeInto(directory, 'flipped.stl', binaryStl(flipped)), 'mm');
    expect(part.warnings.join()).toContain('inside out');
    expect(part.massProperties.volumeM3).toBeCloseTo(6e-6, 18);
    for (const plane of findPlanes(part)) {
      const outward = plane.normal.reduce((sum, n, k) => sum + n * plane.pointM[k]!, 0);
      expect(outward).toBeGreaterThan(0);
    }
  });

  test('an open mesh is a property, not an error', async () => {
    const open = { verticesM: BOX.verticesM, triangles: BOX.triangles.subarray(3) };
    const part = await load(writeInto(directory, 'open.stl', binaryStl(open)), 'mm');
    expect(part).toMatchObject({ isWatertight: false, openEdgeCount: 3 });
  });

  test('one turned triangle opens its three edges', async () => {
    const triangles = Uint32Array.from(BOX.triangles);
    triangles.set([triangles[1]!, triangles[0]!], 0);
    const part = await load(writeInto(directory, 'turned.stl', binaryStl({ ...BOX, triangles })), 'mm');
    expect(part).toMatchObject({ isWatertight: false, openEdgeCount: 3 });
  });

  test('pieces of one solid are picked by component; a void goes with its shell', async () => {
    const small = scaled(boxMesh([2, 2, 2]), 1);
    const beside = { verticesM: small.verticesM.map((x, i) => (i % 3 === 0 ? x + 20 : x)), triangles: small.triangles };
    const inside = { verticesM: small.verticesM, triangles: Uint32Array.from(small.triangles).reverse() };
    const file = writeInto(directory, 'pieces.stl', binaryStl(joined([BOX, inside, beside])));
    const piece = (component?: number) =>
      loadPart({ kind: 'file', file, lengthUnit: 'mm', component }, { baseDirectory: directory });
    expect((await piece()).massProperties.volumeM3).toBeCloseTo(6e-6, 15);
    expect((await piece(0)).massProperties.volumeM3).toBeCloseTo(6e-6 - 8e-9, 15);
    expect((await piece(1)).massProperties.volumeM3).toBeCloseTo(8e-9, 15);
    expect((await piece(1)).boundsM.min[0]).toBeCloseTo(0.019, 9);
    const issue = await issueOf(piece(2));
    expect(issue).toMatchObject({ code: 'component_not_found', file });
    expect(issue.message).toContain('2 connected pieces');
  });

  test('a mesh of points only', async () => {
    const collapsed = { verticesM: BOX.verticesM.map(() => 1), triangles: BOX.triangles };
    const file = writeInto(directory, 'points.stl', binaryStl(collapsed));
    expect(await issueOf(load(file, 'mm'))).toMatchObject({ code: 'no_triangles', file });
  });
});

function joined(meshes: readonly { verticesM: Float64Array; triangles: Uint32Array }[]) {
  const vertices: number[] = [];
  const triangles: number[] = [];
  for (const mesh of meshes) {
    const offset = vertices.length / 3;
    triangles.push(...mesh.triangles.map((v) => v + offset));
    vertices.push(...mesh.verticesM);
  }
  return { verticesM: Float64Array.from(vertices), triangles: Uint32Array.from(triangles) };
}
