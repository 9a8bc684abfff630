import { parentPort } from 'node:worker_threads';
import type { Manifold } from 'manifold-3d';
import type { AuditSolid, OverlapSolid } from './backend.js';
import { classifyBatch } from './classify.js';
import { loadManifold, toManifold } from './manifold.js';
import { intersect, UNKNOWN_OVERLAP } from './overlap-solid.js';
import { judgeBatch } from './passage.js';
import { type PreparedSolid, prepareSolid } from './posed-solid.js';
import type { WorkerAnswer, WorkerRequest } from './wasm-messages.js';

// A worker of the WASM backend: geometry in TypeScript, Booleans in manifold-3d, which starts with the first Boolean.

let solids: readonly AuditSolid[] = [];
const prepared = new Map<number, PreparedSolid>();
const manifolds = new Map<number, Manifold | null>();

function preparedSolid(index: number): PreparedSolid {
  let solid = prepared.get(index);
  if (!solid) {
    solid = prepareSolid(solids[index]!);
    prepared.set(index, solid);
  }
  return solid;
}

function replaceSolids(list: readonly AuditSolid[]): void {
  solids = list;
  prepared.clear();
  for (const manifold of manifolds.values()) manifold?.delete();
  manifolds.clear();
}

async function overlapAll(pairs: Uint32Array, poses: Float64Array): Promise<readonly OverlapSolid[]> {
  const module = await loadManifold();
  const solidOf = (index: number): Manifold | null => {
    let solid = manifolds.get(index);
    if (solid === undefined) {
      solid = toManifold(module, solids[index]!.mesh);
      manifolds.set(index, solid);
    }
    return solid;
  };
  const overlaps: OverlapSolid[] = [];
  for (let i = 0; 2 * i < pairs.length; i++) {
    const first = solidOf(pairs[2 * i]!);
    const second = solidOf(pairs[2 * i + 1]!);
    overlaps.push(first && second ? intersect(first, second, poses, 7 * i) : UNKNOWN_OVERLAP);
  }
  return overlaps;
}

async function answer(request: WorkerRequest): Promise<WorkerAnswer | null> {
  switch (request.kind) {
    case 'load':
      replaceSolids(request.solids);
      return null;
    case 'classify':
      return { kind: 'classify', answers: classifyBatch(preparedSolid, request.batch) };
    case 'judge':
      return { kind: 'judge', passage: judgeBatch(preparedSolid, request.batch) };
    case 'overlap':
      return { kind: 'overlap', overlaps: await overlapAll(request.pairs, request.poses) };
  }
}

let queue: Promise<void> = Promise.resolve();

parentPort!.on('message', (request: WorkerRequest) => {
  queue = queue.then(async () => {
    try {
      const reply = await answer(request);
      if (reply) parentPort!.postMessage(reply);
    } catch (error) {
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
      parentPort!.postMessage({ kind: 'failed', message } satisfies WorkerAnswer);
    }
  });
});
