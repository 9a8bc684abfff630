// Templates and bindings on a drawer: what passes, what fails, and what is refused with which reason.
import { beforeAll, describe, expect, test } from 'vitest';
import { evaluate, loadTemplate, type TemplateInput, type Verdict } from '../../../src/index.js';
import { bindDrawer, DRAWER, drawer, refusalCodes } from './rig.js';

const refused = (
  binding: Parameters<typeof evaluate>[2],
  candidate: Parameters<typeof evaluate>[1] = drawer(),
  template: TemplateInput = DRAWER,
) => refusalCodes(evaluate(template, candidate, binding));

describe('a sound drawer', () => {
  let verdict: Verdict;
  beforeAll(async () => {
    verdict = await evaluate(DRAWER, drawer(), bindDrawer());
  });

  test('passes, with the common checks beside its own', () => {
    expect(verdict.status).toBe('PASS');
    const ids = verdict.trials[0]!.checks.map(({ id }) => id);
    for (const id of ['R1/opens', 'settle/travel', 'joints', 'inside', 'energy', 'models', 'drive/hand-cap']) {
      expect(ids).toContain(id);
    }
    expect(ids).toContain('drive/hand-follows[open]');
    expect(ids).toContain('observed/drawer.travel');
  });

  test('names its template and holds every hash', () => {
    expect(verdict.template).toEqual({ name: 'drawer', hash: loadTemplate(DRAWER).hash });
    const { hashes } = verdict.provenance;
    expect(hashes.template).toBe(verdict.template!.hash);
    expect(hashes.candidate).toBe(verdict.candidate.hash);
    expect(new Set([hashes.candidate, hashes.binding, hashes.scene, hashes.test]).size).toBe(4);
  });

  test('lists parameters as the task has them', () => {
    expect(verdict.parameters).toEqual([
      { name: 'strokeM', value: 0.05, source: 'task', basis: 'stroke', original: null, reason: null },
      { name: 'speedMPerS', value: 0.1, source: 'task', basis: 'speed', original: null, reason: null },
    ]);
  });
});

describe('adjustments', () => {
  const adjusted = { name: 'speedMPerS', value: 0.05, source: 'constructor', basis: 'gentler' } as const;

  test('a permitted one keeps the original and the reason in the verdict, and changes the trial', async () => {
    const verdict = await evaluate(DRAWER, drawer(), bindDrawer({ parameters: [{ ...adjusted, reason: 'jerks' }] }));
    expect(verdict.parameters).toContainEqual({ ...adjusted, original: 0.1, reason: 'jerks' });
    // 0.1 settle + 2·0.05/0.05 + 0.3
    expect(verdict.trials[0]!.simulatedS).toBeCloseTo(2.4, 9);
  });

  test('the common factors go into the verdict only when they are used', async () => {
    const factor = {
      name: 'duration.T1.stay',
      value: 2,
      source: 'constructor',
      basis: 'longer look',
      reason: 'why not',
    } as const;
    const verdict = await evaluate(DRAWER, drawer(), bindDrawer({ parameters: [factor] }));
    expect(verdict.trials[0]!.simulatedS).toBeCloseTo(0.1 + 1 + 0.6, 9);
    expect(verdict.parameters).toContainEqual({ ...factor, original: 1 });
  });

  test.each([
    ['without a reason', adjusted, 'reason_missing'],
    ['beyond the range', { ...adjusted, value: 0.3, reason: 'faster' }, 'parameter_out_of_range'],
    ['with another original', { ...adjusted, original: 0.2, reason: 'gentler' }, 'original_differs'],
    ['of what is fixed', { ...adjusted, name: 'strokeM', value: 0.04, reason: 'shorter' }, 'parameter_fixed'],
    [
      'of a hold, shorter',
      { ...adjusted, name: 'duration.T1.stay', value: 0.5, reason: 'quick' },
      'parameter_out_of_range',
    ],
    ['of nothing', { ...adjusted, name: 'speedMPers', reason: 'typo' }, 'unknown_parameter'],
  ])('one %s is refused', async (_what, parameter, code) => {
    expect(await refused(bindDrawer({ parameters: [parameter] }))).toEqual([code]);
  });
});

describe('bindings that are refused', () => {
  test.each([
    ['brings bodies', { bodies: [] }, 'alters_candidate'],
    ['brings a scene', { scene: {} }, 'alters_candidate'],
    ['brings checks', { checks: [] }, 'alters_template'],
    ['brings trials', { trials: [] }, 'alters_template'],
    ['brings settings', { settings: { jointSeparationM: 1 } }, 'alters_template'],
    ['leaves an operation out', { operations: {} }, 'operation_not_bound'],
    ['leaves an observation out', { observations: {} }, 'observation_not_bound'],
    ['is for another template', { template: 'door' }, 'other_template'],
    ['is for another edition', { templateHash: 'sha256:0' }, 'other_template_edition'],
    ['was made for another candidate', { candidateHash: 'sha256:0' }, 'other_candidate'],
    [
      'reads the drive for the body',
      { observations: { 'drawer.travel': { kind: 'drive-work', drive: 'hand' } } },
      'observation_kind',
    ],
  ])('one that %s', async (_what, more, code) => {
    expect(await refused(bindDrawer(more as never))).toEqual([code]);
  });

  test('one in another unit than the observation', async () => {
    const observations = { 'drawer.travel': { kind: 'joint-speed', joint: 'slide' } };
    expect(await refused(bindDrawer({ observations }))).toContain('unit_mismatch');
  });
});

describe('candidates that the common rules refuse', () => {
  const changed = (more: object) => ({ scene: { ...(drawer().scene as object), ...more } }) as never;

  test.each([
    [
      'friction of its own',
      { frictionPairs: [{ materials: ['beech', 'beech'], frictionCoefficient: 0.1 }] },
      'friction_fixed',
    ],
    ['a lighter beech', { materials: [{ name: 'beech', densityKgPerM3: 100 }] }, 'material_fixed'],
    [
      'a model that no family lists',
      { models: [{ kind: 'linear-detent', name: 'd', on: { joint: 'slide' }, peakForceN: 1, pitchM: 0.01 }] },
      'model_not_allowed',
    ],
  ])('%s', async (_what, more, code) => {
    expect(await refused(bindDrawer(), changed(more))).toContain(code);
  });
});

describe('templates that do not load', () => {
  const change = (more: Partial<TemplateInput>): TemplateInput => ({ ...DRAWER, ...more });
  const loading = (template: TemplateInput) => refusalCodes(Promise.resolve().then(() => loadTemplate(template)));

  test('an uncovered requirement', async () => {
    const requirements = [...DRAWER.requirements, { id: 'R3', text: 'Closes.' }];
    expect(await loading(change({ requirements }))).toEqual(['uncovered_requirement']);
  });

  test('a formula over nothing, an adjustable parameter without a range, a set-point without its speed', async () => {
    const [trial] = DRAWER.trials;
    const broken = change({
      parameters: [{ name: 'strokeM', text: 'stroke', unit: 'm', kind: 'adjustable', value: 0.05 }],
      trials: [
        {
          ...trial!,
          phases: [{ id: 'settle', durationS: '=two', set: [{ operation: 'hand', to: 1 }] }, ...trial!.phases.slice(1)],
        },
      ],
    });
    const codes = await loading(broken);
    expect(codes).toContain('parameter_malformed');
    expect(codes).toContain('unknown_parameter');
    expect(codes).toContain('set_point_malformed');
  });

  test('a check of a signal or a phase that is not there', async () => {
    const [trial] = DRAWER.trials;
    const [check] = trial!.checks!;
    const lost = { ...check!, id: 'R1/lost', signal: 'drawer.angle', window: { phase: 'shut' } } as never;
    const codes = await loading(change({ trials: [{ ...trial!, checks: [...trial!.checks!, lost] }] }));
    expect(codes.sort()).toEqual(['unknown_phase', 'unknown_signal']);
  });
});

describe('a pair that has no substitute', () => {
  const template: TemplateInput = {
    ...DRAWER,
    noSubstitute: [{ kind: 'contact', name: 'guide', text: 'the rail carries the drawer' }],
  };
  const pairs = { guide: { groupA: ['drawer'], groupB: ['rail'] } };
  const withContact = (contact: object) => {
    const candidate = drawer();
    return { ...candidate, scene: { ...(candidate.scene as object), contact } } as ReturnType<typeof drawer>;
  };

  test('may have neither a joint in its place nor nothing to touch with', async () => {
    expect(await refused(bindDrawer({ pairs }), drawer(), template)).toEqual([
      'pair_jointed',
      'pair_without_shape',
      'pair_without_shape',
    ]);
  });

  test.each([
    { fromSource: 'all' },
    { fromSource: ['rail', 'drawer'] },
    { shapes: ['rail', 'drawer'].map((body) => ({ kind: 'source', body })) },
  ])('shapes made from the source geometry count: %j', async (contact) => {
    expect(await refused(bindDrawer({ pairs }), withContact(contact), template)).toEqual(['pair_jointed']);
  });
});
