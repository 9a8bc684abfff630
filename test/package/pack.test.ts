import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const TEN_MINUTES_MS = 600_000;

let folder: string;
let tarball: string;

function run(command: string, args: readonly string[], cwd: string): string {
  const done = spawnSync(command, args, { cwd, encoding: 'utf8', shell: process.platform === 'win32' });
  if (done.status !== 0)
    throw new Error(`${command} ${args.join(' ')} → ${done.status}\n${done.stdout}\n${done.stderr}`);
  return done.stdout;
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mechtrial-pack-'));
  // Without prepack, which would build dist anew under the feet of the tests beside this one; `npm test` has just built it.
  run(npm, ['pack', '--pack-destination', folder, '--silent', '--ignore-scripts'], ROOT);
  tarball = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz'))!);
}, TEN_MINUTES_MS);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the packed package satisfies publint and attw', () => {
  const bin = (name: string) => join(ROOT, 'node_modules', '.bin', name);
  expect(run(bin('publint'), [tarball, '--strict'], ROOT)).toContain('All good');
  // ESM only: a CommonJS `require` of it is not promised.
  run(bin('attw'), [tarball, '--profile', 'esm-only', '--format', 'ascii'], ROOT);
});

test(
  'installed into an empty TypeScript project it type-checks and runs a trial, from code and from the command line',
  () => {
    const project = mkdtempSync(join(tmpdir(), 'mechtrial-user-'));
    try {
      writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'user', private: true, type: 'module' }));
      const typescript = join(ROOT, 'node_modules/typescript');
      run(npm, ['install', '--prefer-offline', '--no-audit', '--no-fund', tarball], project);
      writeFileSync(join(project, 'trial.ts'), USER_CODE);
      const options = {
        strict: true,
        module: 'nodenext',
        target: 'es2022',
        skipLibCheck: false,
        types: [],
        outDir: 'out',
      };
      writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['trial.ts'] }));
      run(process.execPath, [join(typescript, 'bin/tsc'), '-p', project], project);
      expect(run(process.execPath, ['out/trial.js'], project).trim()).toBe('PASS');
      const command = (...args: string[]) =>
        JSON.parse(run(process.execPath, ['node_modules/mechtrial/dist/src/cli/bin.js', ...args, '--json'], project));
      // what ships with it is found, and its CAD loads; the default run leaves the trial of it to test/sims
      expect(command('evaluate', 'four-bar-wiper', '--precheck')).toMatchObject({ status: 'PASS' });
      if (process.env.MECHTRIAL_FULL === '1')
        expect(command('run', 'four-bar-wiper')).toMatchObject({ schema: 'mechtrial/verdict@1', status: 'PASS' });
    } finally {
      rmSync(project, { recursive: true, force: true });
    }
  },
  TEN_MINUTES_MS,
);

const USER_CODE = `import { type Binding, runTrial, type Verdict } from 'mechtrial';
const box = (x: number, y: number, z: number) => [{ geometry: { kind: 'box' as const, sizeM: [x, y, z] as const }, material: 'beech' }];
const binding: Binding = {
  schema: 'mechtrial/binding@1',
  name: 'drawer',
  scene: {
    schema: 'mechtrial/scene@1',
    name: 'drawer',
    bodies: [
      { name: 'rail', isGround: true, parts: box(0.4, 0.05, 0.01) },
      { name: 'drawer', parts: box(0.1, 0.05, 0.04), poseInWorld: { positionM: [0, 0, 0.0251] } },
    ],
    joints: [{ kind: 'prismatic', name: 'slide', bodies: ['rail', 'drawer'], frame: { originM: [0, 0, 0.005], axis: [1, 0, 0] } }],
  },
  trials: [{ id: 'T1', phases: [{ id: 'rest', durationS: 0.1 }] }],
};
const verdict: Verdict = await runTrial(binding);
console.log(verdict.status);
`;
