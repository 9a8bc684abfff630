// What leaving a model's operating range does to the verdict: by the whole way from a binding, on both engines.
import { describe, expect, test } from 'vitest';
import { type Binding, runTrial } from '../../../src/trial/index.js';

const disk = (name: string, x: number, more: object = {}) => ({
  name,
  poseInWorld: { positionM: [x, 0, 0] },
  massProperties: { massKg: 0.2, inertiaKgM2: [1e-4, 1e-4, 1e-4, 0, 0, 0] },
  ...more,
});
const about = (body: string, x: number) => ({ body, frame: { originM: [x, 0, 0], axis: [0, 0, 1] } });

const gears = {
  kind: 'gear-pair',
  name: 'mesh',
  wheels: [
    { on: about('pinion', 0), toothCount: 20 },
    { on: about('wheel', 0.08), toothCount: 60 },
  ],
  moduleM: 0.002,
};
const spring = {
  kind: 'linear-spring',
  name: 'coil',
  ends: [
    { body: 'pinion', pointM: [0, 0, 0] },
    { body: 'wheel', pointM: [0.08, 0, 0] },
  ],
  stiffnessNPerM: 20,
  freeLengthM: 0.08,
  longestM: 0.083,
};

/** Two disks in space that part at `speed`, a model between them. */
const parting = (model: object, speedMPerS: number, settings: object = {}): Binding =>
  ({
    schema: 'mechtrial/binding@1',
    name: 'disks',
    scene: {
      schema: 'mechtrial/scene@1',
      name: 'disks',
      gravityMPerS2: [0, 0, 0],
      bodies: [
        disk('pinion', 0, { angularVelocityRadPerS: [0, 0, 6] }),
        disk('wheel', 0.08, { linearVelocityMPerS: [speedMPerS, 0, 0] }),
      ],
      models: [model],
    },
    signals: [{ kind: 'model-acting', name: 'acts', model: 'name' in model ? model.name : '' }],
    trials: [{ id: 'T1', phases: [{ id: 'turn', durationS: 0.1 }] }],
    settings,
  }) as unknown as Binding;

describe.each(['direct', 'rapier'] as const)('%s', (engine) => {
  test('within its range a model leaves the verdict alone', async () => {
    const { trials } = await runTrial(parting(spring, 0.01), { engine });
    expect(trials[0]!.checks.find(({ id }) => id === 'ranges-held')).toMatchObject({ status: 'PASS', measured: 0 });
  });

  test('a spring beyond its length goes on by a law that no longer holds: INCONCLUSIVE', async () => {
    const verdict = await runTrial(parting(spring, 0.1), { engine });
    expect(verdict.status).toBe('INCONCLUSIVE');
    const check = verdict.trials[0]!.checks.find(({ id }) => id === 'ranges-held')!;
    expect(check).toMatchObject({ status: 'INCONCLUSIVE', measured: 1 });
    expect(check.note).toContain('overstretched');
    // 3 mm at 0.1 m/s, seen at the next step
    expect(check.atS).toBeGreaterThan(0.029);
    expect(check.atS).toBeLessThan(0.033);
  });

  test('wheels that part stop transmitting, as they declare: told, and no reason for doubt', async () => {
    const { trials } = await runTrial(parting(gears, 0.1), { engine });
    expect(trials[0]!.checks.find(({ id }) => id === 'ranges-held')).toMatchObject({ status: 'PASS' });
    expect(trials[0]!.events.map(({ code, subject }) => `${code} ${subject}`)).toEqual([
      'range_left mesh',
      'model_stopped mesh',
    ]);
  });
});

test('a step above 1 ms is verified at half of it without being asked', async () => {
  const { trials, status } = await runTrial(parting(spring, 0.01, { stepS: 0.005 }));
  expect(trials[0]!.quality.halvedStep).toMatchObject({ changedChecks: [] });
  expect(trials[0]!.quality.status).toBe('ok');
  expect(status).not.toBe('FAIL');
});

test('a step of 1 ms is not', async () => {
  const { trials } = await runTrial(parting(spring, 0.01, { stepS: 0.001 }));
  expect(trials[0]!.quality.halvedStep).toBeNull();
});
