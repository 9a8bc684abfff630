import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const BIN = resolve(ROOT, 'src/cli/bin.ts');
const TSX = resolve(ROOT, 'node_modules/tsx/dist/loader.mjs');

export interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly finished: Promise<Finished>;
  /** What the process has printed up to now. */
  readonly printed: () => string;
}

/** Starts a TypeScript file of this repository as its own process. */
export const startFile = (file: string, args: readonly string[], cwd: string): Running =>
  start(process.execPath, ['--import', TSX, resolve(ROOT, file), ...args], cwd);

/** Starts the command as its own process, from source. */
export const startCli = (args: readonly string[], cwd: string): Running => startFile(BIN, args, cwd);

/** Runs the command to its end. */
export const runCli = (args: readonly string[], cwd: string): Promise<Finished> => startCli(args, cwd).finished;

/** Runs the command to its end where no file may become larger than `kilobytes`: writing fails as on a full disk. */
export const runCliOnFullDisk = (kilobytes: number, args: readonly string[], cwd: string): Promise<Finished> =>
  start('bash', ['-c', `ulimit -f ${kilobytes}; exec "$0" "$@"`, process.execPath, '--import', TSX, BIN, ...args], cwd)
    .finished;

function start(program: string, args: readonly string[], cwd: string): Running {
  const child = spawn(program, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
  });
  let out = '';
  let err = '';
  child.stdout?.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    err += chunk;
  });
  const finished = new Promise<Finished>((done) => {
    child.on('close', (code, signal) => done({ code, signal, out, err }));
  });
  return { child, finished, printed: () => out };
}
