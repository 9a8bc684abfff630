import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { InternalError, invariant } from '../core/errors.js';
import {
  type AuditBackend,
  type AuditSolid,
  type OverlapSolid,
  type PairPoseAnswers,
  type PairPoseBatch,
  SCREW_WIDTH,
} from './backend.js';
import { newAnswers } from './classify.js';
import type { WorkerAnswer, WorkerRequest } from './wasm-messages.js';

/** Pair-poses sent to a worker at once: enough to hide the message, few enough to cancel and to share out evenly. */
const CLASSIFY_CHUNK = 64;
const OVERLAP_CHUNK = 2;

/** How the WASM backend runs. */
export interface WasmBackendOptions {
  /** Worker threads ≥ 1; the cores of the machine, at most 4, unless given. Answers do not depend on it. */
  readonly threadCount?: number;
}

/**
 * Returns the auditing engine that needs nothing but Node: classification in TypeScript, overlap solids by manifold-3d,
 * both in worker threads. Workers start with the first question; `close()` frees their solids and leaves them to the next backend.
 */
export function createWasmBackend(options: WasmBackendOptions = {}): AuditBackend {
  const threadCount = options.threadCount ?? Math.min(4, availableParallelism());
  const workers: AuditWorker[] = [];
  let solids: readonly AuditSolid[] | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const run = (chunks: readonly WorkerRequest[], abort: AbortSignal | undefined): Promise<WorkerAnswer[]> => {
    const answers = last.then(() => {
      invariant(solids, 'load comes before questions');
      while (workers.length < Math.min(threadCount, chunks.length)) workers.push(hireWorker(solids));
      return askAll(workers, chunks, abort);
    });
    last = answers.catch(() => undefined);
    return answers;
  };
  return {
    name: 'wasm',
    volumeBackend: 'manifold-wasm',
    load: async (list) => {
      invariant(!solids, 'load is called once');
      solids = list.map(shareSolid);
    },
    classify: async (batch, abort) => {
      const chunks = splitBatch(batch);
      const answers = await run(
        chunks.map((chunk) => ({ kind: 'classify', batch: chunk })),
        abort,
      );
      return joinAnswers(answers, batch.pairs.length / 2);
    },
    judge: async ({ pairs, poses, screws }, abort) => {
      const requests: WorkerRequest[] = [];
      for (let at = 0; 2 * at < pairs.length; at += CLASSIFY_CHUNK) {
        const slice = slicePairs(pairs, poses, at, CLASSIFY_CHUNK);
        const some = screws.slice(SCREW_WIDTH * at, SCREW_WIDTH * (at + CLASSIFY_CHUNK));
        requests.push({ kind: 'judge', batch: { ...slice, screws: some } });
      }
      const passage = new Uint8Array(pairs.length / 2);
      (await run(requests, abort)).forEach((reply, chunk) => {
        invariant(reply.kind === 'judge', 'a worker answers what it was asked');
        passage.set(reply.passage, chunk * CLASSIFY_CHUNK);
      });
      return passage;
    },
    overlap: async (pairs, poses, abort) => {
      const requests: WorkerRequest[] = [];
      for (let at = 0; 2 * at < pairs.length; at += OVERLAP_CHUNK) {
        const slice = slicePairs(pairs, poses, at, OVERLAP_CHUNK);
        requests.push({ kind: 'overlap', ...slice });
      }
      return (await run(requests, abort)).flatMap((reply): readonly OverlapSolid[] => {
        invariant(reply.kind === 'overlap', 'a worker answers what it was asked');
        return reply.overlaps;
      });
    },
    close: async () => {
      await last;
      await Promise.all(workers.splice(0).map(dismissWorker));
      solids = undefined;
    },
  };
}

/** Copies a mesh into memory that all workers read. */
function shareSolid({ mesh, isWatertight }: AuditSolid): AuditSolid {
  const verticesM = new Float64Array(new SharedArrayBuffer(mesh.verticesM.byteLength));
  verticesM.set(mesh.verticesM);
  const triangles = new Uint32Array(new SharedArrayBuffer(mesh.triangles.byteLength));
  triangles.set(mesh.triangles);
  return { mesh: { verticesM, triangles }, isWatertight };
}

function slicePairs(pairs: Uint32Array, poses: Float64Array, at: number, count: number) {
  return { pairs: pairs.slice(2 * at, 2 * (at + count)), poses: poses.slice(7 * at, 7 * (at + count)) };
}

function splitBatch(batch: PairPoseBatch): PairPoseBatch[] {
  const chunks: PairPoseBatch[] = [];
  for (let at = 0; 2 * at < batch.pairs.length; at += CLASSIFY_CHUNK) {
    chunks.push({ ...batch, ...slicePairs(batch.pairs, batch.poses, at, CLASSIFY_CHUNK) });
  }
  return chunks;
}

function joinAnswers(replies: readonly WorkerAnswer[], count: number): PairPoseAnswers {
  const all = newAnswers(count);
  replies.forEach((reply, chunk) => {
    invariant(reply.kind === 'classify', 'a worker answers what it was asked');
    const at = chunk * CLASSIFY_CHUNK;
    const { answers } = reply;
    all.state.set(answers.state, at);
    all.depthM.set(answers.depthM, at);
    all.depthPointM.set(answers.depthPointM, 3 * at);
    all.clearanceM.set(answers.clearanceM, at);
    all.closestOnFirstM.set(answers.closestOnFirstM, 3 * at);
    all.closestOnSecondM.set(answers.closestOnSecondM, 3 * at);
  });
  return all;
}

/** Hands chunks to whichever worker is free; answers come back in the order of the chunks. */
async function askAll(
  workers: readonly AuditWorker[],
  chunks: readonly WorkerRequest[],
  abort: AbortSignal | undefined,
): Promise<WorkerAnswer[]> {
  const answers = new Array<WorkerAnswer>(chunks.length);
  let next = 0;
  const drain = async (worker: AuditWorker): Promise<void> => {
    while (next < chunks.length) {
      abort?.throwIfAborted();
      const mine = next++;
      answers[mine] = await worker.ask(chunks[mine]!);
    }
  };
  // every worker is idle again before an error goes out, so that the backend stays usable after a cancellation
  const ends = await Promise.allSettled(workers.map(drain));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return answers;
}

/**
 * Workers without work, kept for the next backend of this process: starting one costs up to a second with its WASM module,
 * and every trial needs some. They hold no solids and do not keep the process alive.
 */
const idleWorkers: AuditWorker[] = [];
const IDLE_LIMIT = 4;

function hireWorker(solids: readonly AuditSolid[]): AuditWorker {
  const worker = idleWorkers.pop() ?? new AuditWorker();
  worker.load(solids);
  return worker;
}

async function dismissWorker(worker: AuditWorker): Promise<void> {
  if (worker.hasFailed || idleWorkers.length >= IDLE_LIMIT) return worker.end();
  worker.load([]);
  idleWorkers.push(worker);
}

/** One worker thread; it answers one question at a time. */
class AuditWorker {
  hasFailed = false;
  private readonly worker = startWorker();
  private settle: { resolve: (answer: WorkerAnswer) => void; reject: (error: Error) => void } | undefined;

  constructor() {
    this.worker.unref();
    this.worker.on('message', (answer: WorkerAnswer) => {
      if (answer.kind === 'failed') this.fail(`failed: ${answer.message}`);
      else this.settle?.resolve(answer);
    });
    this.worker.on('error', (error) => this.fail(`failed: ${error instanceof Error ? error.stack : String(error)}`));
    this.worker.on('exit', (code) => this.fail(`ended with code ${code}`));
  }

  private fail(how: string): void {
    this.hasFailed = true;
    const index = idleWorkers.indexOf(this);
    if (index >= 0) idleWorkers.splice(index, 1);
    this.settle?.reject(new InternalError(`audit worker ${how}`));
  }

  /** Replaces the worker's solids; an empty list frees what it holds. */
  load(solids: readonly AuditSolid[]): void {
    this.worker.postMessage({ kind: 'load', solids } satisfies WorkerRequest);
  }

  async ask(request: WorkerRequest): Promise<WorkerAnswer> {
    invariant(!this.settle, 'a worker answers one question at a time');
    this.worker.ref();
    try {
      return await new Promise<WorkerAnswer>((resolve, reject) => {
        this.settle = { resolve, reject };
        this.worker.postMessage(request);
      });
    } finally {
      this.settle = undefined;
      this.worker.unref();
    }
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }
}

/**
 * Starts the worker's module. From the built package that is a JavaScript file; from TypeScript sources (tests, benchmarks)
 * Node cannot load it, and the worker translates it through tsx, which is there whenever the sources are.
 */
function startWorker(): Worker {
  const isSource = import.meta.url.endsWith('.ts');
  return new Worker(new URL(isSource ? './wasm-worker-source.mjs' : './wasm-worker.js', import.meta.url), {
    execArgv: [],
  });
}
