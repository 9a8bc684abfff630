// Every way in which an evaluation can end without an answer.
import { describe, expect, test } from 'vitest';
import { type Candidate, evaluate, precheck, type TemplateCheck, type TemplateInput } from '../../../src/index.js';
import { bindDrawer, DRAWER, drawer } from './rig.js';

const [trial] = DRAWER.trials;
const withTrial = (more: object, template: TemplateInput = DRAWER): TemplateInput => ({
  ...template,
  trials: [{ ...trial!, ...more }],
});
const statusOf = async (template: TemplateInput, options = {}) =>
  (await evaluate(template, drawer(), bindDrawer(), options)).status;

describe('INCONCLUSIVE', () => {
  test('an observation that is not bound', async () => {
    const observations = [
      ...DRAWER.observations!,
      { name: 'drawer.tilt', text: 'tilt', unit: 'rad' as const, isOptional: true },
    ];
    const tilt: TemplateCheck = {
      id: 'R2/upright',
      requirement: 'R2',
      kind: 'statistic',
      signal: 'drawer.tilt',
      statistic: 'max',
      op: '<=',
      bound: 1,
      unit: 'rad',
    };
    const template = withTrial({ checks: [...trial!.checks!, tilt] }, { ...DRAWER, observations });
    const verdict = await evaluate(template, drawer(), bindDrawer());
    expect(verdict.status).toBe('INCONCLUSIVE');
    expect(verdict.requirements.map(({ id, status }) => [id, status])).toEqual([
      ['R1', 'PASS'],
      ['R2', 'INCONCLUSIVE'],
    ]);
  });

  test('a phase that is not reached', async () => {
    const never = { observation: 'drawer.travel', op: '>=' as const, value: 1, unit: 'm' as const };
    const phases = trial!.phases.map((phase) => (phase.id === 'open' ? { ...phase, until: never } : phase));
    const verdict = await evaluate(withTrial({ phases }), drawer(), bindDrawer());
    expect(verdict.status).toBe('INCONCLUSIVE');
    expect(verdict.trials[0]!.phases.at(-1)).toMatchObject({ id: 'stay', fromS: null });
  });

  test('the wall limit', async () => {
    const verdict = await evaluate({ ...DRAWER, settings: { wallLimitS: 1e-6 } }, drawer(), bindDrawer());
    expect(verdict.trials[0]!.execution).toBe('stopped-wall-limit');
    expect(verdict.status).toBe('INCONCLUSIVE');
  });

  test('an input that did not move although its drive was never at its cap', async () => {
    // 50 mm at 0.1 m/s needs 0.6 s with its ramps: in 0.3 s half of it is covered
    const phases = trial!.phases.map((phase) => (phase.id === 'open' ? { ...phase, durationS: 0.3 } : phase));
    const checks = trial!.checks!.slice(1).map((check) => ({ ...check, requirement: 'R1' })) as TemplateCheck[];
    const template = withTrial({ phases, checks }, { ...DRAWER, requirements: DRAWER.requirements.slice(0, 1) });
    const verdict = await evaluate(template, drawer(), bindDrawer());
    expect(verdict.trials[0]!.checks.find(({ id }) => id === 'drive/hand-follows[open]')!.status).toBe('INCONCLUSIVE');
    expect(verdict.status).not.toBe('PASS');
  });

  test('a load that was never applied', async () => {
    const load: TemplateCheck = {
      id: 'R2/load',
      requirement: 'R2',
      kind: 'statistic',
      signal: 'drive.hand.effort',
      statistic: 'mean',
      op: '>=',
      bound: 4,
      unit: 'N',
      isEvidence: true,
    };
    expect(await statusOf(withTrial({ checks: [...trial!.checks!, load] }))).toBe('INCONCLUSIVE');
  });

  test('a part that cannot be audited', async () => {
    const open = {
      kind: 'mesh' as const,
      verticesM: [0, 0, 0, 0.01, 0, 0, 0, 0.01, 0, 0, 0, 0.01],
      triangles: [0, 2, 1, 0, 1, 3, 0, 3, 2],
    };
    const { scene } = drawer() as { scene: Exclude<Candidate['scene'], string> };
    const bodies = [
      ...scene.bodies,
      {
        name: 'knob',
        isGround: true,
        parts: [{ geometry: open, material: 'beech' }],
        poseInWorld: { positionM: [0, 0.1, 0] as const },
      },
    ];
    const verdict = await evaluate(DRAWER, { scene: { ...scene, bodies } }, bindDrawer());
    expect(verdict.trials[0]!.audit!.notAudited.length).toBeGreaterThan(0);
    expect(verdict.status).toBe('INCONCLUSIVE');
  });

  test('numerics that cannot be trusted: what fails after them is no FAIL', async () => {
    // 1 GN on 0.14 kg: 7000 km/s after one step of 1 ms; the slide cannot be closed within the gate's 1 µm at such a way per step
    const push = (effort: number) => [{ operation: 'hand', effort, rampS: 0 }];
    const template = withTrial(
      {
        phases: [
          { id: 'settle', durationS: 0.1, pace: 'hold', set: push(0) },
          { id: 'open', durationS: 0.02, set: push(1e9) },
          { id: 'stay', durationS: 0.02, pace: 'hold', set: [{ operation: 'hand', isOff: true }] },
        ],
      },
      { ...DRAWER, operations: [{ ...DRAWER.operations![0]!, drive: 'effort', cap: 1e9 }] },
    );
    const verdict = await evaluate(template, drawer(), bindDrawer());
    const { quality, checks } = verdict.trials[0]!;
    expect(quality.status).toBe('bad');
    expect(checks.find(({ id }) => id === 'joints')!.status).toBe('INCONCLUSIVE');
    expect(checks.filter(({ status }) => status === 'FAIL')).toEqual([]);
    expect(verdict.status).toBe('INCONCLUSIVE');
  });

  test('an answer that changes at half the step', async () => {
    // at 0.1 m/s a step is 0.1 mm: reached three tenths of a step after a whole one, half the step sees it earlier
    const levels = [0.01107, 0.011075, 0.01108];
    const reach = (level: number, bound: number): TemplateCheck => ({
      id: `R2/reaches-${level * 1e4}`,
      requirement: 'R2',
      kind: 'first-time',
      signal: 'drawer.travel',
      when: { op: '>=', value: level, unit: 'm' },
      op: '<=',
      bound,
      unit: 's',
    });
    const measure = async (stepS: number) => {
      const template = withTrial(
        { checks: [...trial!.checks!, ...levels.map((level) => reach(level, 9))] },
        { ...DRAWER, settings: { stepS } },
      );
      const { trials } = await evaluate(template, drawer(), bindDrawer());
      return levels.map((level) => trials[0]!.checks.find(({ id }) => id === `R2/reaches-${level * 1e4}`)!.measured!);
    };
    const [coarse, fine] = [await measure(1e-3), await measure(5e-4)];
    const i = levels.findIndex((_, k) => Math.abs(coarse[k]! - fine[k]!) > 1e-4);
    expect(i).toBeGreaterThanOrEqual(0);
    const template = withTrial({ checks: [...trial!.checks!, reach(levels[i]!, (coarse[i]! + fine[i]!) / 2)] });
    const verdict = await evaluate(template, drawer(), bindDrawer(), { verify: true });
    expect(verdict.status).toBe('INCONCLUSIVE');
    expect(verdict.trials[0]!.quality.halvedStep!.changedChecks).toHaveLength(1);
  });
});

test('a jam at full cap is FAIL, not INCONCLUSIVE', async () => {
  const operations = DRAWER.operations!.map((operation) => ({ ...operation, cap: 0.2 }));
  const verdict = await evaluate({ ...DRAWER, operations }, drawer(), bindDrawer());
  expect(verdict.trials[0]!.checks.find(({ id }) => id === 'drive/hand-follows[open]')).toMatchObject({
    status: 'FAIL',
  });
  expect(verdict.status).toBe('FAIL');
});

describe('prechecks', () => {
  test('say what is bound, what acts on what, and what it will cost', async () => {
    const found = await precheck(DRAWER, drawer(), bindDrawer());
    expect(found.status).toBe('PASS');
    expect(found.prechecks.map(({ id }) => id)).toEqual(['bound', 'reaches/hand', 'retained', 'assembles', 'cost']);
  });

  test('find a drive between fixed bodies, and a limit that will not do', async () => {
    const fixed = { on: { body: 'rail', frame: { originM: [0, 0, 0], axis: [1, 0, 0] } } } as const;
    const bound = await precheck(DRAWER, drawer(), bindDrawer({ operations: { hand: fixed } }));
    expect(bound.prechecks.find(({ id }) => id === 'reaches/hand')).toMatchObject({ status: 'FAIL' });
    const slow = await precheck({ ...DRAWER, settings: { wallLimitS: 1e-9 } }, drawer(), bindDrawer());
    expect(slow).toMatchObject({ status: 'INCONCLUSIVE' });
  });
});
