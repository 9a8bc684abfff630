import { expect, test } from 'vitest';
import { buildSolidTree, type SolidTree } from '../../../src/audit/solid-tree.js';
import { sphereMesh, type TriangleMesh } from '../../../src/geometry/index.js';

function depthOf(tree: SolidTree, node = 0): number {
  if (tree.counts[node]! > 0) return 1;
  return 1 + Math.max(depthOf(tree, node + 1), depthOf(tree, tree.links[node]!));
}

/** Holds every node against the triangles under it; returns how many triangles that is. */
function checkNode(tree: SolidTree, node: number): number {
  const count = tree.counts[node]!;
  if (count === 0) return checkNode(tree, node + 1) + checkNode(tree, tree.links[node]!);
  const box = [...tree.boxes.subarray(6 * node, 6 * node + 6)];
  for (let i = 3 * tree.links[node]!; i < 3 * (tree.links[node]! + count); i++) {
    for (let k = 0; k < 3; k++) {
      const x = tree.verticesM[3 * tree.triangles[i]! + k]!;
      expect(x).toBeGreaterThanOrEqual(box[k]!);
      expect(x).toBeLessThanOrEqual(box[3 + k]!);
    }
  }
  return count;
}

test('holds every triangle once, in boxes that contain it', () => {
  const mesh = sphereMesh(0.01, 32);
  const tree = buildSolidTree(mesh);
  expect(checkNode(tree, 0)).toBe(mesh.triangles.length / 3);
  const keys = (triangles: Uint32Array) =>
    Array.from({ length: triangles.length / 3 }, (_, t) => triangles.slice(3 * t, 3 * t + 3).join()).sort();
  expect(keys(tree.triangles)).toEqual(keys(mesh.triangles));
});

test('keeps its depth within the stacks of its walks, however triangles are spread', () => {
  // each triangle half the size of the one before: every cut takes off one
  const count = 900;
  const mesh: TriangleMesh = {
    verticesM: Float64Array.from(
      { length: 9 * count },
      (_, i) => 2 ** -Math.floor(i / 9) * [1, 0, 0, 0.9, 1, 0, 0.9, 0, 1][i % 9]!,
    ),
    triangles: Uint32Array.from({ length: 3 * count }, (_, i) => i),
  };
  const tree = buildSolidTree(mesh);
  expect(checkNode(tree, 0)).toBe(count);
  expect(depthOf(tree)).toBeLessThan(64 + Math.log2(count) + 1);
});

test('is a single leaf for a single triangle, and takes triangles that all lie in one place', () => {
  const one = { verticesM: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), triangles: Uint32Array.of(0, 1, 2) };
  expect([...buildSolidTree(one).counts]).toEqual([1]);
  const many = { ...one, triangles: Uint32Array.from({ length: 300 }, (_, i) => i % 3) };
  expect(checkNode(buildSolidTree(many), 0)).toBe(100);
});
