// Models from the scene to the recording: coordinates, signals, ranges, errors; and joints that break.
import { describe, expect, test } from 'vitest';
import { BindingError } from '../../../src/core/errors.js';
import { ENGINES, prepareWorld } from '../../../src/dynamics/index.js';
import { KINDS } from '../../../src/kinds.js';
import { loadScene } from '../../../src/scene/index.js';
import { Recorder, type Recording } from '../../../src/signals/index.js';
import type { Binding } from '../../../src/trial/index.js';
import { pendulumBinding } from '../scene/minimal.js';

const disk = (name: string, x: number, more: object = {}) => ({
  name,
  poseInWorld: { positionM: [x, 0, 0] },
  massProperties: { massKg: 0.2, inertiaKgM2: [1e-4, 1e-4, 1e-4, 0, 0, 0] },
  ...more,
});

const about = (body: string, x: number) => ({ body, frame: { originM: [x, 0, 0], axis: [0, 0, 1] } });

const gears = (more: object = {}) => ({
  kind: 'gear-pair',
  name: 'mesh',
  wheels: [
    { on: about('pinion', 0), toothCount: 20 },
    { on: about('wheel', 0.08), toothCount: 60 },
  ],
  moduleM: 0.002,
  ...more,
});

/** Two disks in space, models between them, no joints. */
function binding(models: object[], signals: object[], wheel: object = {}): Binding {
  return {
    schema: 'mechtrial/binding@1',
    name: 'disks',
    scene: {
      schema: 'mechtrial/scene@1',
      name: 'disks',
      gravityMPerS2: [0, 0, 0],
      bodies: [disk('pinion', 0, { angularVelocityRadPerS: [0, 0, 6] }), disk('wheel', 0.08, wheel)],
      models,
    },
    signals,
    trials: [{ id: 'T1', phases: [{ id: 'turn', durationS: 0.1 }] }],
  } as unknown as Binding;
}

async function record(source: Binding, engine: 'direct' | 'rapier'): Promise<Recording> {
  const scene = await loadScene(source, KINDS);
  const { world, channels } = await prepareWorld(scene, 'T1', KINDS, ENGINES[engine]);
  const recorder = new Recorder({
    trial: 'T1',
    engine,
    stepS: 0.001,
    channels,
    bodies: scene.bodies.map(({ name }) => name),
    phases: ['turn'],
    settings: {},
  });
  const { execution } = await world.run(recorder);
  world.free();
  return recorder.seal({ execution });
}

function channel(recording: Recording, name: string): readonly number[] {
  return [...recording.channels.find((c) => c.name === name)!.values];
}

async function issuesOf(source: Binding): Promise<readonly string[]> {
  try {
    const scene = await loadScene(source, KINDS);
    const { world } = await prepareWorld(scene, 'T1', KINDS, ENGINES.direct);
    world.free();
    return [];
  } catch (error) {
    if (!(error instanceof BindingError)) throw error;
    return error.issues.map(({ code, path }) => `${code} at ${path.join('.')}`);
  }
}

describe.each(['direct', 'rapier'] as const)('%s', (engine) => {
  const digits = engine === 'direct' ? 9 : 4;

  test('a gear pair of the scene turns both disks, and its torques are signals', async () => {
    const signals = [
      { kind: 'model-effort', name: 'on-pinion', model: 'mesh' },
      { kind: 'model-effort', name: 'on-wheel', model: 'mesh', coordinate: 1 },
      { kind: 'model-acting', name: 'acts', model: 'mesh' },
      { kind: 'model-energy', name: 'stored', model: 'wind' },
      { kind: 'energy', name: 'elastic', form: 'elastic' },
    ];
    const wind = { kind: 'torsion-spring', name: 'wind', on: about('wheel', 0.08), stiffnessNmPerRad: 0.02 };
    // in mesh from the start: 6 rad/s against −2
    const source = binding([gears(), wind], signals, { angularVelocityRadPerS: [0, 0, -2] });
    const recording = await record(source, engine);
    const [first, second] = [channel(recording, 'on-pinion'), channel(recording, 'on-wheel')];
    expect(recording.channels.map(({ unit }) => unit)).toEqual(['N·m', 'N·m', '1', 'J', 'J']);
    // external pair: the same tooth force on 20 and on 60 mm, turning both the same way
    for (const [i, torque] of first.entries()) expect(second[i]).toBeCloseTo(3 * torque, 9);
    expect(Math.max(...first.map(Math.abs))).toBeGreaterThan(1e-4);
    expect(Math.min(...channel(recording, 'acts'))).toBe(1);
    // ½·k·q² of the wheel: stored by what the disks lose, reduced inertia J(1 + 1/9) at the pinion's speed
    const J = 1e-4 * (1 + 1 / 9);
    const w = Math.sqrt(0.02 / 9 / J);
    const wheelAngle = ((6 / w) * Math.sin(w * 0.1)) / 3;
    expect(channel(recording, 'stored').at(-1)).toBeCloseTo(0.01 * wheelAngle ** 2, digits - 3);
    expect(channel(recording, 'elastic').at(-1)! / (0.01 * wheelAngle ** 2)).toBeCloseTo(1, 1);
  });

  test('wheels that part stop transmitting, and the recording says so', async () => {
    const signals = [
      { kind: 'model-acting', name: 'acts', model: 'mesh' },
      { kind: 'model-effort', name: 'torque', model: 'mesh' },
    ];
    // 80 mm apart, growing by 0.1 m/s: out of mesh beyond 84 mm, at 40 ms
    const parting = binding([gears()], signals, { linearVelocityMPerS: [0.1, 0, 0] });
    const recording = await record(parting, engine);
    const left = recording.events.find(({ code }) => code === 'range_left');
    expect(left).toMatchObject({ subject: 'mesh' });
    expect(left!.message).toContain('out of mesh');
    expect(left!.atS).toBeGreaterThan(0.0385);
    expect(left!.atS).toBeLessThan(0.0415);
    expect(left!.value).toBeCloseTo(0.084, 3);
    const acts = channel(recording, 'acts');
    expect(acts[30]).toBe(1);
    expect(acts.at(-1)).toBe(0);
    expect(channel(recording, 'torque').at(-1)).toBe(0);
  });

  test('a spring beyond its length goes on, and the recording says so once', async () => {
    const ends = [
      { body: 'pinion', pointM: [0, 0, 0] },
      { body: 'wheel', pointM: [0.08, 0, 0] },
    ];
    const spring = {
      kind: 'linear-spring',
      name: 'coil',
      ends,
      stiffnessNPerM: 20,
      freeLengthM: 0.08,
      longestM: 0.083,
    };
    const signals = [
      { kind: 'model-acting', name: 'acts', model: 'coil' },
      { kind: 'model-effort', name: 'pull', model: 'coil' },
    ];
    const recording = await record(binding([spring], signals, { linearVelocityMPerS: [0.1, 0, 0] }), engine);
    expect(recording.events.filter(({ code }) => code === 'range_left')).toHaveLength(1);
    expect(Math.min(...channel(recording, 'acts'))).toBe(1);
    expect(channel(recording, 'pull').at(-1)).toBeLessThan(-0.05);
  });

  test('a joint breaks when its reaction exceeds what it can carry', async () => {
    const source = pendulumBinding() as unknown as { scene: { joints: object[] }; trials: unknown };
    source.scene.joints = source.scene.joints.map((joint) => ({ ...joint, breaking: { forceN: 1e-3 } }));
    source.trials = [{ id: 'T1', phases: [{ id: 'turn', durationS: 0.02 }] }];
    const recording = await record(source as unknown as Binding, engine);
    const broken = recording.events.find(({ code }) => code === 'joint_released');
    expect(broken?.message).toContain('broke under');
    expect(broken!.value).toBeGreaterThan(1e-3);
  });
});

describe('what cannot be is refused with the place in the document', () => {
  test('wheels on one axis', async () => {
    const coaxial = gears({
      wheels: [
        { on: about('pinion', 0), toothCount: 20 },
        { on: about('wheel', 0), toothCount: 60 },
      ],
    });
    expect(await issuesOf(binding([coaxial], []))).toEqual(['coaxial_wheels at scene.models.0']);
  });

  test('a model between a body and itself, and one on a motion that its joint does not have', async () => {
    const twice = {
      kind: 'rotary-damper',
      name: 'd',
      on: { ...about('pinion', 0), reference: 'pinion' },
      dampingNmSPerRad: 1,
    };
    expect(await issuesOf(binding([twice], []))).toEqual(['same_body at scene.models.0']);
    const source = pendulumBinding() as unknown as { scene: { models: object[] } };
    source.scene.models = [{ kind: 'travel-spring', name: 's', on: { joint: 'pivot' }, stiffnessNPerM: 1 }];
    expect(await issuesOf(source as unknown as Binding)).toEqual(['wrong_motion at scene.models.0']);
  });

  test('a body that does not exist', async () => {
    const lost = { kind: 'rotary-damper', name: 'd', on: about('wheal', 0), dampingNmSPerRad: 1 };
    expect(await issuesOf(binding([lost], []))).toEqual(['unknown_body at scene.models.0.on.body']);
  });
});
