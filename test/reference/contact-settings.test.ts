/** What a scene can say about contact beside shapes: restitution of a pair, inertia floors, bodies that come and go. */
import { expect, test } from 'vitest';
import { KINDS } from '../../src/kinds.js';
import { loadScene } from '../../src/scene/index.js';
import { runTrial } from '../../src/trial/index.js';
import { atEndOf, bindingOf, boxPart, phaseOf, recordBinding, signalOf } from '../../validation/contact/scenes.js';
import { labOf } from '../../validation/lab.js';

const G = 9.81;
const ENGINES = ['direct', 'rapier'] as const;
const floor = { name: 'floor', isGround: true, parts: [boxPart([0.2, 0.2, 0.02], 'steel', [0, 0, -0.01])] };

test.each(ENGINES)('%s: restitution of a pair of materials', async (engine) => {
  const ball = (name: string, x: number) => ({
    name,
    parts: [{ geometry: { kind: 'sphere' as const, radiusM: 0.01 }, material: name, massKg: 0.03 }],
    poseInWorld: { positionM: [x, 0, 0.06] as const },
  });
  const height = (body: string) =>
    ({ kind: 'body-position', name: body, body, pointM: [0, 0, 0], axis: [0, 0, 1] }) as const;
  const own = (name: string) => ({ name, densityKgPerM3: 7850, frictionCoefficient: 0.2 });
  const binding = bindingOf(
    'bouncing',
    {
      materials: [own('dead'), own('lively')],
      frictionPairs: [{ materials: ['lively', 'steel'], frictionCoefficient: 0.3, restitutionCoefficient: 0.6 }],
      bodies: [floor, ball('dead', -0.03), ball('lively', 0.03)],
      contact: {
        fromSource: ['floor'],
        shapes: [
          { kind: 'sphere', body: 'dead', radiusM: 0.01 },
          { kind: 'sphere', body: 'lively', radiusM: 0.01 },
        ],
      },
    },
    {
      signals: [
        { ...height('dead'), pointM: [-0.03, 0, 0.05] },
        { ...height('lively'), pointM: [0.03, 0, 0.05] },
      ],
      phases: [{ id: 'fall', durationS: 0.2 }],
    },
  );
  const recording = await recordBinding(binding, labOf(engine));
  // it touches after √(2h/g) = 0.101 s and is highest 0.061 s later
  const peak = (name: string) => Math.max(...signalOf(recording, name).subarray(110));
  // 50 mm of fall; the bounce may come a sub-step early (0.25 ms of 1 m/s), on 18 mm
  expect(Math.abs(peak('lively') / (0.36 * 0.05) - 1)).toBeLessThan(0.03);
  expect(Math.abs(peak('dead'))).toBeLessThan(1e-4);
});

test.each(ENGINES)('%s: an inertia floor keeps the weight, and the verdict says so', async (engine) => {
  const binding = bindingOf(
    'light',
    {
      bodies: [
        floor,
        {
          name: 'bolt',
          parts: [{ ...boxPart([0.01, 0.01, 0.01], 'steel'), massKg: 1e-3 }],
          poseInWorld: { positionM: [0, 0, 0.005] },
        },
      ],
      contact: {
        fromSource: 'all',
        inertiaFloors: [
          { body: 'bolt', massKg: 0.1, reason: 'it rattles' },
          { body: 'bolt', massKg: 1e-4, reason: 'below its own: nothing to raise' },
        ],
      },
    },
    {
      signals: [{ kind: 'contact-force', name: 'support', groupA: ['floor'], groupB: ['bolt'] }],
      phases: [{ id: 'rest', durationS: 0.2 }],
    },
  );
  const check = {
    kind: 'statistic' as const,
    id: 'support',
    signal: 'support',
    statistic: 'final' as const,
    op: '>=' as const,
    bound: 0.99 * 1e-3 * G,
    unit: 'N' as const,
  };
  const verdict = await runTrial({ ...binding, trials: [{ ...binding.trials[0]!, checks: [check] }] }, { engine });
  const measured = verdict.trials[0]!.checks.find(({ id }) => id === 'support')!.measured!;
  expect(measured / (1e-3 * G)).toBeCloseTo(1, 2);
  expect(verdict.modelModifications).toEqual([
    "'bolt' has the inertia of 0.1 kg instead of 0.001 kg (×100): it rattles",
  ]);
});

test.each(ENGINES)('%s: an environment body goes and comes back elsewhere', async (engine) => {
  const binding = bindingOf(
    'coming-and-going',
    {
      bodies: [
        floor,
        {
          name: 'block',
          isEnvironment: true,
          parts: [boxPart([0.02, 0.02, 0.02], 'steel')],
          poseInWorld: { positionM: [0, 0, 0.01] },
        },
      ],
    },
    {
      signals: [
        { kind: 'contact-force', name: 'support', groupA: ['floor'], groupB: ['block'] },
        { kind: 'contact-gap', name: 'gap', groupA: ['floor'], groupB: ['block'] },
        { kind: 'body-position', name: 'x', body: 'block', pointM: [0, 0, 0], axis: [1, 0, 0] },
      ],
      phases: [
        { id: 'there', durationS: 0.1 },
        { id: 'gone', durationS: 0.05, remove: ['block'] },
        {
          id: 'back',
          durationS: 0.2,
          place: [{ body: 'block', poseInWorld: { positionM: [0.05, 0, 0.015] } }],
        },
      ],
    },
  );
  const recording = await recordBinding(binding, labOf(engine));
  const weight = 7850 * 8e-6 * G;
  expect(atEndOf(recording, 'there', 'support') / weight).toBeCloseTo(1, 2);
  expect(atEndOf(recording, 'gone', 'support')).toBe(0);
  expect(atEndOf(recording, 'gone', 'gap')).toBe(Number.POSITIVE_INFINITY);
  // it is put down 5 mm up, at rest: in the air at first, then on the floor again
  const [first] = phaseOf(recording, 'back');
  expect(signalOf(recording, 'support')[first + 10]).toBe(0);
  expect(atEndOf(recording, 'back', 'support') / weight).toBeCloseTo(1, 2);
  expect(atEndOf(recording, 'back', 'x')).toBeCloseTo(0.05, 4);
  const codes = recording.events.filter(({ subject }) => subject === 'block').map(({ code }) => code);
  expect(codes).toEqual(['body_removed', 'body_placed']);
});

test.each(['place', 'remove'] as const)('a phase may not %s a body of the mechanism', async (what) => {
  const binding = bindingOf(
    'hand',
    { bodies: [floor, { name: 'crank', parts: [boxPart([0.02, 0.02, 0.02], 'steel', [0, 0, 0.02])] }] },
    {
      phases: [
        { id: 'cheat', durationS: 0.1, ...(what === 'place' ? { place: [{ body: 'crank' }] } : { remove: ['crank'] }) },
      ],
    },
  );
  await expect(loadScene(binding, KINDS)).rejects.toMatchObject({ issues: [{ code: 'not_environment' }] });
});
