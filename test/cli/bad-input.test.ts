// Bad input of every kind that issue 2 names: exit code 3, one message per issue, nothing written, no stack trace.
import {
  chmodSync,
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BindingError, runTrial } from '../../src/index.js';
import { pendulumBinding, tubeSource } from '../unit/scene/minimal.js';
import {
  cli,
  expectRefused,
  inOwnFolder,
  type PendulumBinding,
  sceneOf,
  setGeometry,
  writeBinding,
} from './in-process.js';

const REALCAD = resolve(import.meta.dirname, '../fixtures/realcad');

inOwnFolder();

/** Refuses `run pendulum.json` with the given change. */
function refused(change: (binding: PendulumBinding) => void, ...codes: string[]) {
  writeBinding(change);
  return expectRefused(['run', 'pendulum.json', '--out', 'here'], codes);
}

const fileSource = (file: string, more: object = {}) => ({ kind: 'file', file, ...more });

describe('records', () => {
  test('unknown joint body: the nearest one is named', async () => {
    const report = await refused(
      (b) => Object.assign(sceneOf(b).joints![0]!, { bodies: ['post', 'arms'] }),
      'unknown_body',
    );
    expect(report.issues[0]).toMatchObject({ path: ['scene', 'joints', 0, 'bodies', 1], file: 'pendulum.json' });
    expect(report.issues[0]!.fix).toContain("'arm'");
  });

  test('axis of zero length', async () => {
    const report = await refused((b) => Object.assign(sceneOf(b).joints![0]!.frame!, { axis: [0, 0, 0] }), 'invalid');
    expect(report.issues[0]!.path).toEqual(['scene', 'joints', 0, 'frame', 'axis']);
  });

  test('region touching no geometry', () =>
    refused(
      (b) => Object.assign(sceneOf(b).bodies[1]!, { poseInWorld: { positionM: [0.5, 0, 0] } }),
      'region_touches_nothing',
    ));

  test.each<[string, (b: PendulumBinding) => void, string, (string | number)[]]>([
    [
      'gain',
      (b) => Object.assign(b.drives![0]!, { gainNmSPerRad: -1 }),
      'not_positive',
      ['drives', 0, 'gainNmSPerRad'],
    ],
    ['cap', (b) => Object.assign(b.drives![0]!, { capNm: -1 }), 'not_positive', ['drives', 0, 'capNm']],
    [
      'duration',
      (b) => Object.assign(b.trials[0]!.phases[0]!, { durationS: 0 }),
      'not_positive',
      ['trials', 0, 'phases', 0, 'durationS'],
    ],
    ['step', (b) => Object.assign(b, { settings: { stepS: -0.001 } }), 'not_positive', ['settings', 'stepS']],
    [
      'radius',
      (b) => setGeometry(b, { kind: 'cylinder', radiusM: -0.003, lengthM: 0.02 }),
      'not_positive',
      ['scene', 'bodies', 1, 'parts', 0, 'geometry', 'radiusM'],
    ],
    [
      'mass',
      (b) => Object.assign(sceneOf(b).bodies[1]!.parts![0]!, { massKg: -1 }),
      'not_positive',
      ['scene', 'bodies', 1, 'parts', 0, 'massKg'],
    ],
  ])('negative %s', async (_what, change, code, path) => {
    const report = await refused(change, code);
    expect(report.issues[0]!.path).toEqual(path);
  });

  test('a box shape and a box region with an edge that is not longer than 0', async () => {
    const sizeM = [0.01, -0.01, 0.01];
    const shaped = await refused(
      (b) => Object.assign(sceneOf(b), { contact: { shapes: [{ kind: 'box', body: 'arm', sizeM }] } }),
      'invalid',
    );
    expect(shaped.issues[0]!.path).toEqual(['scene', 'contact', 'shapes', 0, 'sizeM']);
    const region = { kind: 'box', sizeM: [0.01, 0, 0.01] };
    const held = await refused((b) => Object.assign(sceneOf(b).joints![0]!, { regions: ['auto', region] }), 'invalid');
    expect(held.issues[0]!.path).toEqual(['scene', 'joints', 0, 'regions', 1, 'sizeM']);
  });

  test('NaN: JSON writes it as null, which is refused with its place', async () => {
    const report = await refused((b) => Object.assign(b.drives![0]!, { capNm: Number.NaN }), 'wrong_type');
    expect(report.issues[0]!.path).toEqual(['drives', 0, 'capNm']);
  });

  test('NaN and ∞ in a record given from code', async () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
      const binding = pendulumBinding();
      Object.assign(binding.drives![0]!, { capNm: value });
      const refusal = runTrial(binding);
      await expect(refusal).rejects.toBeInstanceOf(BindingError);
      await expect(refusal).rejects.toMatchObject({ issues: [{ code: 'not_finite', path: ['drives', 0, 'capNm'] }] });
    }
  });

  test('a number too large for a double', async () => {
    writeBinding();
    writeFileSync('pendulum.json', readFileSync('pendulum.json', 'utf8').replace('"capNm":0.1', '"capNm":1e999'));
    const report = await expectRefused(['run', 'pendulum.json'], ['not_finite']);
    expect(report.issues[0]!.path).toEqual(['drives', 0, 'capNm']);
  });

  test('unknown keys: the nearest known key is in the fix', async () => {
    const report = await refused(
      (b) => {
        Object.assign(b.drives![0]!, { capN: 1 });
        Object.assign(sceneOf(b).bodies[1]!, { isGrund: true });
      },
      ...['unknown_key', 'unknown_key'],
    );
    const fixes = report.issues.map(({ fix }) => fix).join('\n');
    for (const key of ['capNm', 'isGround']) expect(fixes).toContain(`'${key}'`);
  });

  test('unknown keys of a set-point are held against the kind of its drive', async () => {
    const report = await refused(
      (b) => Object.assign(b.trials[0]!.phases[0]!.set![0]!, { speedRadPerSec: 1 }),
      'unknown_key',
    );
    expect(report.issues[0]!.path).toEqual(['trials', 0, 'phases', 0, 'set', 0, 'speedRadPerSec']);
    expect(report.issues[0]!.fix).toContain("'speedRadPerS'");
  });

  test('a bound in another unit than its signal', () =>
    refused((b) => {
      b.trials[0]!.checks = [
        { kind: 'statistic', id: 'x', signal: 'angle', statistic: 'max', op: '>=', bound: 1, unit: 'm' },
      ];
    }, 'unit_mismatch'));

  test('several mistakes are all reported at once', async () => {
    const report = await refused(
      (b) => {
        Object.assign(b.drives![0]!, { capNm: -1, gainNmSPerRad: 'much' });
        Object.assign(b.settings ?? Object.assign(b, { settings: {} }).settings, { engine: 'fast' });
      },
      ...['not_allowed', 'wrong_type', 'not_positive'],
    );
    expect(report.issues.every(({ file }) => file === 'pendulum.json')).toBe(true);
  });
});

describe('geometry', () => {
  test('STL without a unit', async () => {
    writeFileSync('part.stl', binaryStl(1));
    await refused((b) => setGeometry(b, fileSource('part.stl')), 'unit_missing');
  });

  test('STEP with external references only: the files it refers to are named', async () => {
    copyFileSync(resolve(REALCAD, 'caxif_s1-c5-214_external_refs.stp'), 'assembly.stp');
    const report = await refused((b) => setGeometry(b, fileSource('assembly.stp')), 'external_references_only');
    expect(`${report.issues[0]!.message} ${report.issues[0]!.fix}`).toMatch(/\.(stp|step)/i);
  });

  test('open mesh, in the record and in an STL', async () => {
    const tube = tubeSource(0.00305, 0.006, 0.01);
    tube.triangles.splice(0, 3);
    const report = await refused((b) => setGeometry(b, tube), 'open_mesh');
    expect(report.issues[0]!.message).toContain('3 open edges');
    writeFileSync('open.stl', binaryStl(1));
    await refused((b) => setGeometry(b, fileSource('open.stl', { lengthUnit: 'mm' })), 'open_mesh');
  });

  test('truncated STEP', async () => {
    const whole = readFileSync(resolve(REALCAD, 'lowcostrobot_gripper_moving_part.step'));
    writeFileSync('cut.step', whole.subarray(0, Math.floor(whole.length / 2)));
    await refused((b) => setGeometry(b, fileSource('cut.step')), 'step_truncated');
  });

  test('truncated STL, binary and ASCII', async () => {
    writeFileSync('cut.stl', binaryStl(12).subarray(0, 300));
    await refused((b) => setGeometry(b, fileSource('cut.stl', { lengthUnit: 'mm' })), 'stl_truncated');
    writeFileSync('ascii.stl', 'solid cut\n facet normal 0 0 1\n  outer loop\n   vertex 0 0 0\n   vertex 1 0 0\n');
    const report = await refused((b) => setGeometry(b, fileSource('ascii.stl', { lengthUnit: 'mm' })), 'stl_truncated');
    expect(report.issues[0]!.file).toBe('ascii.stl');
  });

  test('a 50 MB text file named .step', async () => {
    const fd = openSync('text.step', 'w');
    const piece = Buffer.from('this is no STEP file\n'.repeat(50_000));
    for (let written = 0; written < 50e6; written += piece.length) writeSync(fd, piece);
    closeSync(fd);
    await refused((b) => setGeometry(b, fileSource('text.step')), 'step_no_header');
  });

  test('a missing file, a path through a file, a directory, an empty file', async () => {
    await refused((b) => setGeometry(b, fileSource('nowhere.step')), 'file_missing');
    writeFileSync('plain', 'x');
    await refused((b) => setGeometry(b, fileSource('plain/part.step')), 'file_missing');
    mkdirSync('folder.step');
    await refused((b) => setGeometry(b, fileSource('folder.step')), 'file_is_directory');
    writeFileSync('empty.step', '');
    await refused((b) => setGeometry(b, fileSource('empty.step')), 'file_empty');
  });

  test('two bad files in one scene are two issues', async () => {
    await refused(
      (b) => {
        setGeometry(b, fileSource('nowhere.step'));
        Object.assign(sceneOf(b).bodies[0]!.parts![0]!, { geometry: fileSource('neither.stl', { lengthUnit: 'mm' }) });
      },
      ...['file_missing', 'file_missing'],
    );
  });
});

describe('permission', () => {
  test('a CAD file, a binding and an output folder that the user may not touch', async () => {
    writeFileSync('secret.step', 'x', { mode: 0o000 });
    mkdirSync('locked', { mode: 0o555 });
    writeBinding((b) => setGeometry(b, fileSource('secret.step')));
    await asOrdinaryUser(() => expectRefused(['run', 'pendulum.json'], ['file_not_permitted']));
    writeBinding();
    await asOrdinaryUser(() => expectRefused(['run', 'pendulum.json', '--out', 'locked/run'], ['out_unwritable']));
    chmodSync('pendulum.json', 0o000);
    const report = await asOrdinaryUser(() => expectRefused(['run', 'pendulum.json'], ['unreadable']));
    expect(report.issues[0]!.message).toContain('permission');
  });
});

describe('the command line', () => {
  test('broken JSON, a missing binding, a directory, an unknown name', async () => {
    writeFileSync('broken.json', '{"schema": ');
    await expectRefused(['run', 'broken.json'], ['not_json']);
    await expectRefused(['run', 'nowhere.json'], ['unreadable']);
    mkdirSync('folder.json');
    await expectRefused(['run', 'folder.json'], ['unreadable']);
    const report = await expectRefused(['run', 'four-bar-wipe'], ['unknown_binding']);
    expect(report.issues[0]!.fix).toContain('four-bar-wiper');
  });

  test('an output folder that is a file, or lies below one', async () => {
    writeBinding();
    writeFileSync('plain', 'x');
    await expectRefused(['run', 'pendulum.json', '--out', 'plain'], ['out_unwritable']);
    await expectRefused(['run', 'pendulum.json', '--out', 'plain/run'], ['out_unwritable']);
    expect(readFileSync('plain', 'utf8')).toBe('x');
  });

  test('an unknown option, a missing argument, an unknown command: --json still prints JSON', async () => {
    writeBinding();
    const report = await expectUsage(['run', 'pendulum.json', '--ingine', 'rapier'], 'unknown_option');
    expect(report).toContain('--engine');
    await expectUsage(['run'], 'missing_argument');
    await expectUsage(['runn'], 'unknown_command');
  });

  test('an unknown engine is refused before anything runs', () => {
    writeBinding();
    return expectRefused(['run', 'pendulum.json', '--engine', 'fast', '--out', 'here'], ['not_allowed']);
  });

  test('a folder that is no run cannot be judged again', async () => {
    mkdirSync('folder');
    await expectRefused(['rejudge', 'folder'], ['not_a_run']);
    await expectRefused(['rejudge', 'nowhere'], ['not_a_run']);
    writeFileSync('folder/run.json', '{"schema": "something/else@1"}');
    await expectRefused(['rejudge', 'folder'], ['not_a_run']);
  });
});

/** Runs a command line that the parser of options refuses; returns its message. */
async function expectUsage(argv: readonly string[], code: string): Promise<string> {
  const answer = await cli(...argv, '--json');
  expect(answer.code).toBe(3);
  expect(JSON.parse(answer.out)).toMatchObject({
    schema: 'mechtrial/error@1',
    error: 'UsageError',
    issues: [{ code }],
  });
  return answer.err;
}

/** Binary STL of `count` facets, none of which closes a solid. */
function binaryStl(count: number): Buffer {
  const bytes = Buffer.alloc(84 + 50 * count);
  bytes.writeUInt32LE(count, 80);
  for (let k = 0; k < count; k++) {
    const at = 84 + 50 * k + 12;
    for (const [i, x] of [0, 0, k, 10, 0, k, 0, 10, k].entries()) bytes.writeFloatLE(x, at + 4 * i);
  }
  return bytes;
}

/** Runs as a user without rights: root may read and write everything. */
async function asOrdinaryUser<T>(action: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return action();
  chmodSync('.', 0o755);
  process.seteuid?.(65534);
  try {
    return await action();
  } finally {
    process.seteuid?.(0);
  }
}
