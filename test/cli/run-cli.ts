import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const BIN = resolve(ROOT, 'src/cli/bin.ts');

export interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

/** Starts the command as its own process, from source. */
export function startCli(args: readonly string[], cwd: string): { child: ChildProcess; finished: Promise<Finished> } {
  const tsx = resolve(ROOT, 'node_modules/tsx/dist/loader.mjs');
  const child = spawn(process.execPath, ['--import', tsx, BIN, ...args], {
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
  return { child, finished };
}

/** Runs the command to its end. */
export const runCli = (args: readonly string[], cwd: string): Promise<Finished> => startCli(args, cwd).finished;
