import { describe, expect, test } from 'vitest';
import { MechtrialError } from '../../../src/core/errors.js';
import { KINDS } from '../../../src/kinds.js';
import { parseBinding } from '../../../src/scene/index.js';
import { pendulumBinding } from './minimal.js';

type Change = (binding: Record<string, never>) => void;

/** Every issue of a binding after one change, as `path code`. */
function issuesAfter(change: Change): { at: string; code: string; message: string; fix: string }[] {
  const binding = structuredClone(pendulumBinding());
  change(binding as never);
  try {
    parseBinding(binding, KINDS, 'test.json');
  } catch (error) {
    if (!(error instanceof MechtrialError)) throw error;
    return error.issues.map(({ path, code, message, fix }) => ({ at: path.join('.'), code, message, fix }));
  }
  return [];
}

// The changes below write what TypeScript would refuse, as a JSON file can.
const set =
  (path: string, value: unknown): Change =>
  (binding) => {
    const keys = path.split('.');
    let here: Record<string, unknown> = binding;
    for (const key of keys.slice(0, -1)) here = here[key] as Record<string, unknown>;
    here[keys.at(-1)!] = value;
  };

describe('a sound binding', () => {
  test('parses, with defaults written in', () => {
    const parsed = parseBinding(pendulumBinding(), KINDS);
    expect(parsed.settings.stepS).toBe(0.001);
    expect(parsed.trials[0]!.phases[0]!.set[0]).toMatchObject({ drive: 'motor', isOn: true, rampS: 0.2 });
  });
});

describe('one thing wrong gives one issue with its place, code and fix', () => {
  test.each([
    ['unknown joint body', 'scene.joints.0.bodies', ['post', 'am'], 'scene.joints.0.bodies.1', 'unknown_body', /arm/],
    ['axis of zero length', 'scene.joints.0.frame.axis', [0, 0, 0], 'scene.joints.0.frame.axis', 'invalid', /./],
    ['NaN', 'drives.0.capNm', Number.NaN, 'drives.0.capNm', 'not_finite', /finite/],
    ['infinite cap', 'drives.0.capNm', Number.POSITIVE_INFINITY, 'drives.0.capNm', 'not_finite', /finite/],
    ['negative gain', 'drives.0.gainNmSPerRad', -1, 'drives.0.gainNmSPerRad', 'not_positive', /positive/],
    ['unknown key', 'drives.0.capN', 1, 'drives.0.capN', 'unknown_key', /capNm/],
    [
      'unknown key in a set-point',
      'trials.0.phases.0.set.0.speedRad',
      1,
      'trials.0.phases.0.set.0.speedRad',
      'unknown_key',
      /speedRadPerS/,
    ],
    ['unknown kind', 'scene.joints.0.kind', 'revolut', 'scene.joints.0.kind', 'unknown_kind', /revolute/],
    [
      'unknown drive of a set-point',
      'trials.0.phases.0.set.0.drive',
      'moter',
      'trials.0.phases.0.set.0.drive',
      'unknown_drive',
      /motor/,
    ],
    ['wrong type', 'scene.bodies.0.isGround', 'yes', 'scene.bodies.0.isGround', 'wrong_type', /boolean/],
    ['same body twice', 'scene.joints.0.bodies', ['arm', 'arm'], 'scene.joints.0.bodies', 'same_body', /two/],
    ['duplicate body', 'scene.bodies.1.name', 'post', 'scene.bodies.1.name', 'duplicate_name', /own name/],
    ['reserved name', 'scene.bodies.0.name', 'world', 'scene.bodies.0.name', 'reserved_name', /another/],
    ['no material', 'scene.bodies.1.parts.0.material', undefined, 'scene.bodies.1.parts.0', 'no_mass', /material/],
    [
      'unknown material',
      'scene.bodies.1.parts.0.material',
      'stel',
      'scene.bodies.1.parts.0.material',
      'unknown_material',
      /steel/,
    ],
    ['no phase', 'trials.0.phases', [], 'trials.0.phases', 'out_of_range', /./],
    ['negative duration', 'trials.0.phases.0.durationS', 0, 'trials.0.phases.0.durationS', 'not_positive', /positive/],
    [
      'removing a mechanism body',
      'trials.0.phases.0.remove',
      ['arm'],
      'trials.0.phases.0.remove.0',
      'not_environment',
      /environment/,
    ],
    [
      'absent mechanism body',
      'scene.bodies.1.isPresent',
      false,
      'scene.bodies.1.isPresent',
      'not_environment',
      /environment/,
    ],
    ['no frame', 'scene.joints.0.frame', undefined, 'scene.joints.0', 'joint_frame', /frame/],
    [
      'uncovered requirement',
      'requirements',
      [{ id: 'R1', text: 'It swings.' }],
      'requirements.0',
      'uncovered_requirement',
      /check/,
    ],
  ] as const)('%s', (_what, path, value, at, code, fix) => {
    const issues = issuesAfter(set(path, value)).filter((issue) => issue.code === code && issue.at === at);
    expect(issues).toHaveLength(1);
    expect(issues[0]!.fix).toMatch(fix);
  });

  test('a drive on a joint that has no such motion names the drives that fit', () => {
    const issues = issuesAfter((binding) => {
      set('drives.0', { kind: 'force-profile', name: 'motor', on: { joint: 'pivot' }, capN: 1 })(binding);
      set('trials.0.phases.0.set', [])(binding);
    });
    expect(issues).toMatchObject([{ code: 'wrong_motion', at: 'drives.0.on.joint' }]);
    expect(issues[0]!.fix).toContain('torque-profile');
  });
});

test('everything that is wrong is reported at once', () => {
  const issues = issuesAfter((binding) => {
    set('drives.0.gainNmSPerRad', -1)(binding);
    set('drives.0.capNm', Number.NaN)(binding);
    set('scene.bodies.0.colour', 'red')(binding);
    set('trials.0.phases.0.durationS', -2)(binding);
  });
  expect(issues.map(({ at }) => at).sort()).toEqual([
    'drives.0.capNm',
    'drives.0.gainNmSPerRad',
    'scene.bodies.0.colour',
    'trials.0.phases.0.durationS',
  ]);
});

describe('units and steps', () => {
  test('a unit that is not SI is answered with the SI one and its factor', () => {
    const binding = pendulumBinding();
    Object.assign(binding.trials[0]!, {
      checks: [{ kind: 'statistic', id: 'far', signal: 'angle', statistic: 'max', op: '>=', bound: 3, unit: 'deg' }],
    });
    expect(() => parseBinding(binding, KINDS)).toThrow(/write 'rad' and multiply the value by π\/180/);
  });

  test('a phase shorter than one step is refused', () => {
    const binding = pendulumBinding();
    Object.assign(binding.trials[0]!.phases[0]!, { durationS: 1e-4 });
    expect(() => parseBinding(binding, KINDS)).toThrow(/durationS: is shorter than one step of 0\.001 s/);
  });

  test('a broken rule says the way out', () => {
    const binding = pendulumBinding();
    Object.assign(binding, { name: 'two words' });
    expect(() => parseBinding(binding, KINDS)).toThrow(/fix: Use letters, digits and/);
  });
});
