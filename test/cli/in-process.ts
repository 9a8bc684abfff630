import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { main } from '../../src/cli/main.js';
import type { Output } from '../../src/cli/output.js';
import type { Binding } from '../../src/index.js';
import { pendulumBinding, type pendulumScene } from '../unit/scene/minimal.js';

/** Makes a folder of its own the working directory of every test of the file. */
export function inOwnFolder(): void {
  let folder: string;
  let before: string;
  beforeEach(() => {
    before = process.cwd();
    folder = mkdtempSync(join(tmpdir(), 'mechtrial-cli-'));
    process.chdir(folder);
  });
  afterEach(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true, force: true });
  });
}

export interface Answer {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command line in this process. */
export async function cli(...argv: string[]): Promise<Answer> {
  let out = '';
  let err = '';
  const output: Output = {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    isTerminal: false,
    isColored: false,
  };
  return { code: await main(argv, output), out, err };
}

export type PendulumBinding = ReturnType<typeof pendulumBinding>;

/** Writes the pendulum, changed, as pendulum.json. */
export function writeBinding(change: (binding: PendulumBinding) => void = () => {}): void {
  const binding = pendulumBinding();
  change(binding);
  writeFileSync('pendulum.json', JSON.stringify(binding));
}

export const sceneOf = (binding: Binding) => binding.scene as ReturnType<typeof pendulumScene>;

/** Replaces the geometry of the pendulum's arm. */
export const setGeometry = (binding: Binding, geometry: object): void => {
  Object.assign(sceneOf(binding).bodies[1]!.parts![0]!, { geometry });
};

/** An error report as `--json` prints it. */
export interface ErrorReport {
  readonly schema: string;
  readonly error: string;
  readonly issues: readonly { code: string; path: (string | number)[]; message: string; fix: string; file?: string }[];
}

/**
 * Runs a command line that must be refused: exit code 3, one message per issue on stderr and one entry per issue in the
 * JSON, every one with a way out, no stack trace, no file written or left behind.
 */
export async function expectRefused(argv: readonly string[], codes: readonly string[]): Promise<ErrorReport> {
  const before = readdirSync('.', { recursive: true }).sort();
  const answer = await cli(...argv, '--json');
  expect(answer.err).not.toMatch(/\n\s+at /);
  expect(answer.code).toBe(3);
  const report = JSON.parse(answer.out) as ErrorReport;
  expect(report.schema).toBe('mechtrial/error@1');
  expect(report.issues.map(({ code }) => code)).toEqual(codes);
  expect(answer.err.match(/✗ /g)?.length).toBe(codes.length);
  for (const { fix, message } of report.issues) {
    expect(fix.length).toBeGreaterThan(10);
    expect(message.length).toBeGreaterThan(5);
  }
  expect(readdirSync('.', { recursive: true }).sort()).toEqual(before);
  const plain = await cli(...argv);
  expect(plain).toMatchObject({ code: 3, out: '' });
  expect(plain.err).toBe(answer.err);
  return report;
}
