// The addon taken out of an installed package between two runs: the verdict stays, and says who audited.
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { nativeStatus } from '../../src/geometry/index.js';
import { pendulumBinding } from '../unit/scene/minimal.js';
import { startFile } from './run-cli.js';

const ROOT = resolve(import.meta.dirname, '../..');
const { path: addon } = nativeStatus();

/** The pendulum with a peg of which 1 mm stands in the wall of its arm: something for the audit to find and measure. */
function peggedPendulum() {
  const binding = pendulumBinding();
  const scene = binding.scene as { bodies: object[] };
  const peg = {
    name: 'peg',
    isEnvironment: true,
    poseInWorld: { positionM: [0.0075, 0, 0] },
    parts: [{ geometry: { kind: 'cylinder', radiusM: 0.0025, lengthM: 0.006 }, material: 'steel' }],
  };
  return { ...binding, scene: { ...scene, bodies: [...scene.bodies, peg] } };
}

/** Every number and word of a record by its place. */
function leaves(record: unknown, place = ''): Map<string, unknown> {
  if (record === null || typeof record !== 'object') return new Map([[place, record]]);
  return new Map(Object.entries(record).flatMap(([key, value]) => [...leaves(value, `${place}/${key}`)]));
}

test.skipIf(addon === null)('removing the built addon changes only the lines that name it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mechtrial-addon-'));
  try {
    const copied = join(folder, relative(ROOT, addon!));
    for (const item of ['src', 'package.json', 'tsconfig.json'])
      cpSync(join(ROOT, item), join(folder, item), { recursive: true });
    mkdirSync(dirname(copied), { recursive: true });
    cpSync(addon!, copied);
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
    writeFileSync(join(folder, 'pendulum.json'), JSON.stringify(peggedPendulum()));
    const verdict = async () => {
      const args = ['run', 'pendulum.json', '--json'];
      const { code, out, err } = await startFile(join(folder, 'src/cli/bin.ts'), args, folder).finished;
      expect(code, err).toBe(1);
      return leaves(JSON.parse(out));
    };
    const before = await verdict();
    renameSync(copied, `${copied}.gone`);
    const after = await verdict();
    expect([...after.keys()]).toEqual([...before.keys()]);
    const changed = [...before].filter(([place, value]) => {
      const now = after.get(place);
      // 1e-9 of a length: both backends sum in other orders
      if (typeof value === 'number' && typeof now === 'number') return Math.abs(now - value) > 1e-9 * Math.abs(value);
      return now !== value;
    });
    const own = (place: string) => /\/(wallS|recordingFile)$/.test(place); // of every run, backend or not
    expect(changed.filter(([place]) => !own(place))).toEqual([['/trials/0/audit/backend', 'native']]);
    expect(after.get('/trials/0/audit/backend')).toBe('wasm');
    expect(after.get('/trials/0/audit/violations/0/depthM')).toBeGreaterThan(5e-4);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
