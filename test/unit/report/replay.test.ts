import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boxMesh, cylinderMesh } from '../../../src/geometry/index.js';
import { displayMesh } from '../../../src/report/index.js';
import { ColumnPacker, unpackColumn } from '../../../src/report/replay/packed.js';
import { thinSignals } from '../../../src/report/replay/thin-signals.js';

describe('packed columns', () => {
  test('come back bit for bit', () => {
    fc.assert(
      fc.property(
        fc.array(fc.int32Array(), { maxLength: 4 }),
        fc.array(fc.uint16Array(), { maxLength: 4 }),
        fc.array(fc.float32Array(), { maxLength: 4 }),
        (ints, words, floats) => {
          const packer = new ColumnPacker();
          const packed = [...ints, ...words].map((column) => packer.add(column, true));
          const plain = floats.map((column) => packer.add(column));
          const block = packer.bytes();
          for (const [i, column] of [...ints, ...words].entries())
            expect(unpackColumn(block, packed[i]!)).toEqual(column);
          for (const [i, column] of floats.entries()) expect(unpackColumn(block, plain[i]!)).toEqual(column);
        },
      ),
      { seed: 7 },
    );
  });

  test('differences of a smooth column deflate better than the column', () => {
    const smooth = Int32Array.from({ length: 2000 }, (_, k) => Math.round(1e6 * Math.sin(k / 300)));
    const sizeOf = (isDelta: boolean) => {
      const packer = new ColumnPacker();
      packer.add(smooth, isDelta);
      return deflateSync(packer.bytes()).length;
    };
    expect(sizeOf(true)).toBeLessThan(sizeOf(false));
  });
});

describe('display mesh', () => {
  test('a box has six flat faces and twelve edges', () => {
    const { positionsM, normals, triangles, edges } = displayMesh(boxMesh([1, 2, 3]));
    expect(positionsM).toHaveLength(3 * 24); // four corners per face
    expect(triangles).toHaveLength(3 * 12);
    expect(edges).toHaveLength(2 * 12);
    for (let v = 0; v < 24; v++) {
      const n = normals.subarray(3 * v, 3 * v + 3);
      expect([...n].map(Math.abs).sort()).toEqual([0, 0, 1]);
      // a vertex lies on the plane of its face: half an edge along the normal
      const axis = n.findIndex((x) => x !== 0);
      expect(positionsM[3 * v + axis]! * n[axis]!).toBeCloseTo([0.5, 1, 1.5][axis]!, 12);
    }
  });

  test('the wall of a cylinder is smooth, its rims are edges', () => {
    const segmentCount = 48;
    const { positionsM, normals, edges } = displayMesh(cylinderMesh(0.01, 0.03, segmentCount));
    expect(edges).toHaveLength(2 * 2 * segmentCount);
    const wall: number[] = [];
    for (let v = 0; v < normals.length / 3; v++) {
      if (Math.abs(normals[3 * v + 2]!) > 0.5) continue;
      const radius = Math.hypot(positionsM[3 * v]!, positionsM[3 * v + 1]!);
      wall.push((normals[3 * v]! * positionsM[3 * v]! + normals[3 * v + 1]! * positionsM[3 * v + 1]!) / radius);
    }
    expect(wall).toHaveLength(2 * segmentCount);
    // corner angles of the two triangulated quads at a vertex differ: the normal leans by less than half a segment
    for (const cosine of wall) expect(cosine).toBeGreaterThan(Math.cos(Math.PI / segmentCount));
  });
});

describe('thinned signals', () => {
  const signals = (values: Float64Array) => ({
    stepS: 1e-3,
    stepCount: values.length,
    channels: [{ name: 'x', unit: 'm' as const, values }],
  });

  test('keep every sample where they are few', () => {
    const { timesS, columns } = thinSignals(signals(Float64Array.of(1, 2, 3)));
    expect([...columns[0]!]).toEqual([1, 2, 3]);
    expect([...timesS]).toEqual([0, 1, 2].map((k) => Math.fround(k * 1e-3)));
  });

  test('lose no peak, and put it within one span of its time', () => {
    const values = new Float64Array(12345);
    values[7001] = 9;
    values[3002] = -4;
    const { timesS, columns } = thinSignals(signals(values), 100);
    const column = columns[0]!;
    expect(column).toHaveLength(100);
    const spanS = (12345 / 50) * 1e-3;
    for (const [value, at] of [
      [9, 7.001],
      [-4, 3.002],
    ] as const) {
      const i = column.indexOf(value);
      expect(i).toBeGreaterThanOrEqual(0);
      expect(Math.abs(timesS[i]! - at)).toBeLessThan(spanS);
    }
    expect(timesS[99]).toBeCloseTo(12.344, 5); // f32
    expect([...timesS].every((t, i) => i === 0 || t > timesS[i - 1]!)).toBe(true);
  });
});
