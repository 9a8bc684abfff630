import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

const POLL_MS = 300;

/**
 * Runs once, then again whenever one of a binding's files changes, until aborted. A change during a run is seen after it.
 *
 * @param file   binding file
 * @param run    runs it once; what it throws ends the watch
 * @param onWait called before each wait with the number of files watched
 */
export async function watchBinding(
  file: string,
  run: () => Promise<void>,
  onWait: (fileCount: number) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const before = await stampsOf(file);
    await run();
    onWait(before.size);
    while (!signal.aborted && isSame(before, await stampsOf(file))) await pause(POLL_MS, signal);
    await untilStill(file, signal);
  }
}

/** Waits out a file that is still being written: until nothing changes for one poll. */
async function untilStill(file: string, signal: AbortSignal): Promise<void> {
  let last = await stampsOf(file);
  while (!signal.aborted) {
    await pause(POLL_MS, signal);
    const now = await stampsOf(file);
    if (isSame(last, now)) return;
    last = now;
  }
}

/** Every file that a binding reads, with what tells that it changed; a missing file has a stamp too. */
async function stampsOf(file: string): Promise<Map<string, string>> {
  const stamps = new Map<string, string>();
  for (const path of await filesOf(resolve(file))) {
    const found = await stat(path).catch(() => null);
    stamps.set(path, found === null ? 'missing' : `${found.mtimeMs} ${found.size} ${found.ino}`);
  }
  return stamps;
}

const isSame = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean =>
  a.size === b.size && [...a].every(([path, stamp]) => b.get(path) === stamp);

/** The binding, its scene where that is a file, and the geometry files of both. */
async function filesOf(file: string): Promise<Set<string>> {
  const files = new Set([file]);
  const binding = await readRecord(file);
  collectGeometry(binding, dirname(file), files);
  const scene = (binding as { readonly scene?: unknown } | null)?.scene;
  if (typeof scene !== 'string') return files;
  const sceneFile = resolve(dirname(file), scene);
  files.add(sceneFile);
  collectGeometry(await readRecord(sceneFile), dirname(sceneFile), files);
  return files;
}

/** A record as JSON, or null where it cannot be read just now: the run says why. */
async function readRecord(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as unknown;
  } catch {
    return null;
  }
}

function collectGeometry(record: unknown, folder: string, files: Set<string>): void {
  const pending = [record];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value !== 'object' || value === null) continue;
    const { kind, file } = value as { readonly kind?: unknown; readonly file?: unknown };
    if (kind === 'file' && typeof file === 'string') files.add(resolve(folder, file));
    pending.push(...Object.values(value));
  }
}

function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resume) => {
    const timer = setTimeout(done, durationMs);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resume();
    }
    signal.addEventListener('abort', done, { once: true });
  });
}
