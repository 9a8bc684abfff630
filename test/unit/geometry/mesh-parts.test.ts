import { describe, expect, test } from 'vitest';
import { add, cross, dot, normalize, perpendicular, scale, type Vec3 } from '../../../src/core/vector.js';
import { arcOf, coveredAngle } from '../../../src/geometry/arc-union.js';
import { boxMesh } from '../../../src/geometry/index.js';
import { meshTopology, triangleComponents } from '../../../src/geometry/mesh-topology.js';
import { refineCylinder } from '../../../src/geometry/refine-cylinder.js';
import { symmetricEigen } from '../../../src/geometry/symmetric-eigen.js';
import { weldVertices } from '../../../src/geometry/weld.js';

/** The mesh with three vertices of its own for every triangle. */
function unmerged({ verticesM, triangles }: { verticesM: Float64Array; triangles: Uint32Array }) {
  const positions = Float64Array.from([...triangles].flatMap((v) => [...verticesM.subarray(3 * v, 3 * v + 3)]));
  return { positions, indices: Uint32Array.from(triangles, (_, i) => i) };
}

describe('welding', () => {
  const { positions, indices } = unmerged(boxMesh([1, 2, 3]));

  test('equal positions become one vertex, −0 and 0 too', () => {
    const minusZero = positions.map((x) => (x === -0.5 ? -0 : x === 0.5 ? 1 : x));
    const plusZero = minusZero.map((x, i) => (i % 2 === 0 ? x + 0 : x));
    const welded = weldVertices(plusZero, indices, 0);
    expect(welded.verticesM).toHaveLength(24);
    expect(meshTopology(welded.triangles).openEdgeCount).toBe(0);
  });

  test('positions a rounding apart are merged on open edges only, and only within the tolerance', () => {
    const shaken = positions.map((x, i) => x + (i % 7) * 1e-13);
    expect(meshTopology(weldVertices(shaken, indices, 0).triangles).openEdgeCount).toBeGreaterThan(0);
    const welded = weldVertices(shaken, indices, 1e-11);
    expect(meshTopology(welded.triangles).openEdgeCount).toBe(0);
    expect(welded.verticesM).toHaveLength(24);
    expect(welded.mergedNearbyCount).toBeGreaterThan(0);
    expect(meshTopology(weldVertices(shaken, indices, 1e-14).triangles).openEdgeCount).toBeGreaterThan(0);
  });

  test('a closed mesh keeps vertices that lie close', () => {
    const small = boxMesh([1, 1, 1e-9]);
    const welded = weldVertices(small.verticesM, small.triangles, 1e-6);
    expect(welded.verticesM).toHaveLength(24);
  });

  test('collapsed triangles and unused vertices go, and the source of the rest is known', () => {
    const welded = weldVertices(
      Float64Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 9, 9, 9]),
      Uint32Array.from([0, 3, 1, 0, 1, 2]),
      0,
    );
    expect([...welded.sourceTriangles]).toEqual([1]);
    expect([...welded.vertexOfSource]).toEqual([0, 1, 2, 0, -1]);
  });
});

describe('topology', () => {
  test('two cubes that share an edge are closed, with that edge shared by four triangles', () => {
    const box = boxMesh([2, 2, 2]);
    const shifted = box.verticesM.map((x, i) => (i % 3 === 2 ? x : x + 2));
    const positions = Float64Array.from([...box.verticesM, ...shifted]);
    const indices = Uint32Array.from([...box.triangles, ...box.triangles.map((v) => v + 8)]);
    const { triangles } = weldVertices(positions, indices, 0);
    const topology = meshTopology(triangles);
    expect(topology).toMatchObject({ openEdgeCount: 0, sharedEdgeCount: 1 });
    expect(triangleComponents(topology).count).toBe(1);
  });

  test('twins point at each other, from opposite ends', () => {
    const { triangles } = boxMesh([1, 1, 1]);
    const { twins } = meshTopology(triangles);
    twins.forEach((twin, h) => {
      expect(twins[twin]).toBe(h);
      expect(triangles[twin]).toBe(triangles[h % 3 === 2 ? h - 2 : h + 1]);
    });
  });
});

describe('arcs', () => {
  const arc = (startDeg: number, sweepDeg: number) => ({
    startRad: (startDeg * Math.PI) / 180,
    sweepRad: (sweepDeg * Math.PI) / 180,
  });

  test.each([
    [[arc(0, 90), arc(45, 90)], 135],
    [[arc(350, 20), arc(-10, 20)], 20],
    [[arc(0, 180), arc(180, 180)], 360],
    [[arc(10, 100), arc(200, 100)], 200],
    [[arc(0, 300), arc(10, 20)], 300],
    [[], 0],
  ])('%j cover %d°', (arcs, degrees) => {
    expect((coveredAngle(arcs) * 180) / Math.PI).toBeCloseTo(degrees, 9);
  });

  test('three angles span their shortest arc, across ±π too', () => {
    const { startRad, sweepRad } = arcOf([3.1, -3.1, 3.0]);
    expect(startRad).toBeCloseTo(3.0, 12);
    expect(sweepRad).toBeCloseTo(2 * Math.PI - 6.1, 12);
  });
});

test('eigenvectors of a symmetric matrix', () => {
  const matrix = [4, 1, -2, 1, 2, 0, -2, 0, 3];
  const { values, vectors } = symmetricEigen(matrix);
  expect([...values]).toEqual([...values].sort((a, b) => a - b));
  vectors.forEach((v, k) => {
    for (let i = 0; i < 3; i++) {
      const product = matrix[3 * i]! * v[0] + matrix[3 * i + 1]! * v[1] + matrix[3 * i + 2]! * v[2];
      expect(product).toBeCloseTo(values[k]! * v[i]!, 13);
    }
  });
  expect(dot(cross(vectors[0], vectors[1]), vectors[2]) ** 2).toBeCloseTo(1, 13);
});

test('a cylinder is found from points and a start direction 15° off', () => {
  const axis = normalize([1, 2, 3]);
  const u = perpendicular(axis);
  const v = cross(axis, u);
  const points = Array.from({ length: 40 }, (_, i): Vec3 => {
    const angle = 0.03 * i;
    const radial = add(scale(u, 0.004 * Math.cos(angle)), scale(v, 0.004 * Math.sin(angle)));
    return add([0.1, 0.2, 0.3], add(radial, scale(axis, 0.01 * ((i * 7) % 5))));
  });
  const found = refineCylinder(points, normalize(add(axis, scale(u, Math.tan(0.26)))))!;
  // 70° of a circle at 0.37 m from the origin: rounding 1e-16·0.37 m over the sagitta's share of the radius
  expect(Math.abs(found.radiusM - 0.004)).toBeLessThan(1e-13);
  expect(Math.abs(dot(found.axis.direction, axis))).toBeCloseTo(1, 12);
});
