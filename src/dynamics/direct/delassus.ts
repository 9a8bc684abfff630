/**
 * Unilateral rows with the bilateral ones eliminated (the Delassus operator), split into independent groups.
 *
 *   Z = L⁻¹·J_b·M⁻¹·J_uᵀ          G = J_u·M⁻¹·J_uᵀ − Zᵀ·Z + Γ
 *
 * Rows that share no body, directly or through joints, have no common entry in G: each group (island) is a problem of its
 * own, so that one jam does not disturb another mechanism, and many small contacts cost no n³.
 */
import type { Bilateral } from './bilateral.js';
import type { Bodies } from './bodies.js';
import { type ConeProblem, createConeProblem, sizeConeProblem } from './complementarity.js';
import { dot6, rowProduct } from './row-set.js';
import { forwardSolve } from './skyline.js';
import type { UnilateralSet } from './unilateral.js';

export interface Islands {
  count: number;
  /** Problems, the first `count` in use. */
  readonly problems: ConeProblem[];
  /** Rows of island k: members[start[k] … start[k+1]]. */
  start: Int32Array;
  members: Int32Array;
  /** Whether any bilateral row belongs to the island. */
  isJointed: Uint8Array;
  // ── scratch: union–find over bilateral groups, then bodies ──
  parent: Int32Array;
  islandOfRoot: Int32Array;
  islandOfRow: Int32Array;
}

/** Returns islands without rows. */
export function createIslands(): Islands {
  return {
    count: 0,
    problems: [],
    start: new Int32Array(1),
    members: new Int32Array(0),
    isJointed: new Uint8Array(0),
    parent: new Int32Array(0),
    islandOfRoot: new Int32Array(0),
    islandOfRow: new Int32Array(0),
  };
}

/** Sorts the unilateral rows into islands; rows keep their order within each. */
export function findIslands(islands: Islands, set: UnilateralSet, bi: Bilateral, bodies: Bodies): void {
  const nodeCount = bi.groupCount + bodies.count;
  if (islands.parent.length < nodeCount) {
    islands.parent = new Int32Array(nodeCount);
    islands.islandOfRoot = new Int32Array(nodeCount);
  }
  if (islands.members.length < set.count) {
    islands.members = new Int32Array(2 * set.count);
    islands.islandOfRow = new Int32Array(2 * set.count);
    islands.start = new Int32Array(2 * set.count + 1);
    islands.isJointed = new Uint8Array(2 * set.count);
  }
  const { parent, islandOfRoot, islandOfRow, start } = islands;
  for (let i = 0; i < nodeCount; i++) {
    parent[i] = i;
    islandOfRoot[i] = -1;
  }
  const { rows } = set;
  for (let r = 0; r < set.count; r++) {
    const first = rows.start[r]!;
    for (let k = first + 1; k < rows.start[r + 1]!; k++) {
      unite(parent, nodeOf(bi, rows.body[first]!), nodeOf(bi, rows.body[k]!));
    }
  }
  islands.count = 0;
  for (let r = 0; r < set.count; r++) {
    // a row without movable bodies stands alone at node of ground
    const node = rows.start[r]! < rows.start[r + 1]! ? nodeOf(bi, rows.body[rows.start[r]!]!) : bi.groupCount;
    const root = find(parent, node);
    if (islandOfRoot[root]! < 0) {
      islands.isJointed[islands.count] = 0;
      start[islands.count] = 0;
      islandOfRoot[root] = islands.count++;
    }
    const island = islandOfRoot[root]!;
    islandOfRow[r] = island;
    start[island]!++;
    if (set.zBegin[r]! < set.zEnd[r]!) islands.isJointed[island] = 1;
  }
  fillMembers(islands, set.count);
}

/** Counting sort of the rows by island; `start` holds the counts. */
function fillMembers(islands: Islands, rowCount: number): void {
  const { start, members, islandOfRow, count } = islands;
  let sum = 0;
  for (let k = 0; k < count; k++) {
    const n = start[k]!;
    start[k] = sum;
    sum += n;
  }
  start[count] = sum;
  for (let k = 0; k < count; k++) islands.islandOfRoot[k] = start[k]!;
  for (let r = 0; r < rowCount; r++) members[islands.islandOfRoot[islandOfRow[r]!]!++] = r;
}

function nodeOf(bi: Bilateral, body: number): number {
  const group = bi.groupOfBody[body]!;
  return group >= 0 ? group : bi.groupCount + body;
}

function find(parent: Int32Array, i: number): number {
  let root = i;
  while (parent[root] !== root) root = parent[root]!;
  return root;
}

function unite(parent: Int32Array, i: number, j: number): void {
  const a = find(parent, i);
  const b = find(parent, j);
  if (a < b) parent[b] = a;
  else parent[a] = b;
}

/** Writes J_b·M⁻¹·J_uᵀ of every unilateral row to `set.z`, with its non-zero range. */
export function coupleToBilateral(set: UnilateralSet, bi: Bilateral): void {
  const { rows, z, zBegin, zEnd } = set;
  const { touchStart, touch, groupOfRow, groupEnd, rows: bilateralRows, size } = bi;
  for (let u = 0; u < set.count; u++) {
    const o = u * size;
    let begin = size;
    let end = 0;
    z.fill(0, o, o + size);
    for (let k = rows.start[u]!; k < rows.start[u + 1]!; k++) {
      const b = rows.body[k]!;
      for (let t = touchStart[b]!; t < touchStart[b + 1]!; t++) {
        const r = touch[2 * t]!;
        z[o + r]! += dot6(bilateralRows.J, 6 * touch[2 * t + 1]!, rows.W, 6 * k);
        if (r < begin) begin = r;
        const e = groupEnd[groupOfRow[r]!]!;
        if (e > end) end = e;
      }
    }
    zBegin[u] = begin;
    zEnd[u] = end;
  }
}

/** Z ← L⁻¹·Z with the present factor. */
export function eliminate(set: UnilateralSet, bi: Bilateral): void {
  for (let u = 0; u < set.count; u++) {
    if (set.zBegin[u]! < set.zEnd[u]!) forwardSolve(bi.sky, set.z, u * bi.size, set.zBegin[u]!, set.zEnd[u]!);
  }
}

/** Fills G of island k, without Γ. */
export function fillDelassus(islands: Islands, k: number, set: UnilateralSet, bi: Bilateral): void {
  while (islands.problems.length < islands.count) islands.problems.push(createConeProblem());
  const problem = islands.problems[k]!;
  const first = islands.start[k]!;
  const n = islands.start[k + 1]! - first;
  sizeConeProblem(problem, n);
  const { G } = problem;
  const { members } = islands;
  const { z, zBegin, zEnd, rows } = set;
  for (let i = 0; i < n; i++) {
    const u = members[first + i]!;
    problem.type[i] = set.type[u]!;
    problem.mu[i] = set.mu[u]!;
    problem.lower[i] = set.lower[u]!;
    problem.upper[i] = set.upper[u]!;
    const zu = u * bi.size;
    for (let j = 0; j <= i; j++) {
      const w = members[first + j]!;
      const zw = w * bi.size;
      const begin = Math.max(zBegin[u]!, zBegin[w]!);
      const end = Math.min(zEnd[u]!, zEnd[w]!);
      let value = rowProduct(rows, u, rows, w);
      for (let r = begin; r < end; r++) value -= z[zu + r]! * z[zw + r]!;
      G[i * n + j] = value;
      G[j * n + i] = value;
    }
  }
}
