// The world without an engine: phases, set-points, presence, poses, events, stops. The engine is a script.
import { describe, expect, test } from 'vitest';
import { COMMAND } from '../../../src/dynamics/engine.js';
import { prepareWorld, type RunControl } from '../../../src/dynamics/index.js';
import { KINDS } from '../../../src/kinds.js';
import { loadScene } from '../../../src/scene/index.js';
import { Recorder, type Recording } from '../../../src/signals/index.js';
import type { Binding } from '../../../src/trial/index.js';
import { pendulumBinding } from '../scene/minimal.js';
import { type FakeEngine, fakeEngine, type Script } from './fake-engine.js';

type Phases = Binding['trials'][number]['phases'];

/** Runs the pendulum's binding through the given phases on a scripted engine. */
async function play(
  phases: Phases,
  script: Script = {},
  more: { settings?: object; control?: RunControl } = {},
): Promise<{ recording: Recording; engine: FakeEngine }> {
  const binding = pendulumBinding();
  const scene = await loadScene(
    {
      ...binding,
      settings: more.settings ?? {},
      scene: {
        ...(binding.scene as object),
        bodies: [...(binding.scene as { bodies: object[] }).bodies, BLOCK],
      } as Binding['scene'],
      trials: [{ id: 'T1', phases }],
    },
    KINDS,
  );
  let engine: FakeEngine | undefined;
  const start = async (model: Parameters<typeof fakeEngine>[0]) => {
    engine = fakeEngine(model, script);
    return engine;
  };
  const { world, channels } = await prepareWorld(scene, 'T1', KINDS, start);
  const recorder = new Recorder({
    trial: 'T1',
    engine: 'direct',
    stepS: 0.001,
    channels,
    bodies: scene.bodies.map(({ name }) => name),
    phases: phases.map(({ id }) => id),
    settings: {},
  });
  const { execution } = await world.run(recorder, more.control ?? {});
  const recording = recorder.seal({ execution });
  world.free();
  return { recording, engine: engine! };
}

const BLOCK = {
  name: 'block',
  isEnvironment: true,
  isPresent: false,
  poseInWorld: { positionM: [0.1, 0, 0] },
  parts: [{ geometry: { kind: 'box', sizeM: [0.01, 0.01, 0.01] }, material: 'steel' }],
};
const BLOCK_INDEX = 3; // after the world, the post and the arm

const until = (value: number, more: object = {}) =>
  ({ signal: 'angle', op: '>=', value, unit: 'rad', ...more }) as const;
const ms = (t: number) => Math.round(t * 1e3);

describe('phases', () => {
  test('durations: neighbours share a sample, the initial state is sample 0', async () => {
    const { recording, engine } = await play([
      { id: 'a', durationS: 0.1 },
      { id: 'b', durationS: 0.033 },
      { id: 'c', durationS: 0.001 },
    ]);
    expect(recording.stepCount).toBe(135);
    expect(recording.phases).toEqual([
      { id: 'a', firstStep: 0, lastStep: 100, endedBy: 'duration' },
      { id: 'b', firstStep: 100, lastStep: 133, endedBy: 'duration' },
      { id: 'c', firstStep: 133, lastStep: 134, endedBy: 'duration' },
    ]);
    expect(recording.execution).toBe('completed');
    expect(engine.isFreed).toBe(true);
  });

  test('a condition ends its phase at the first sample where it holds', async () => {
    const { recording } = await play(
      [
        { id: 'go', durationS: 1, until: until(0.05) },
        { id: 'on', durationS: 0.01 },
      ],
      { motion: (t) => t },
    );
    expect(recording.phases).toEqual([
      { id: 'go', firstStep: 0, lastStep: 50, endedBy: 'condition' },
      { id: 'on', firstStep: 50, lastStep: 60, endedBy: 'duration' },
    ]);
  });

  test('it must have held without a break for `heldS`', async () => {
    // holds from 20 to 24 ms and from 40 ms on
    const motion = (t: number) => (ms(t) >= 40 || (ms(t) >= 20 && ms(t) < 25) ? 1 : 0);
    const held = async (heldS: number) =>
      (await play([{ id: 'go', durationS: 1, until: until(0.5, { heldS }) }], { motion })).recording.phases[0]!
        .lastStep;
    expect(await held(0)).toBe(20);
    expect(await held(0.004)).toBe(24);
    expect(await held(0.005)).toBe(45);
    expect(await held(0.01)).toBe(50);
  });

  test('a condition that is true from the start still takes one step; one that comes with the time-out still counts', async () => {
    const { recording } = await play(
      [
        { id: 'go', durationS: 1, until: until(-1) },
        { id: 'last', durationS: 0.05, until: until(0.0509) },
      ],
      { motion: (t) => t },
    );
    expect(recording.phases).toEqual([
      { id: 'go', firstStep: 0, lastStep: 1, endedBy: 'condition' },
      { id: 'last', firstStep: 1, lastStep: 51, endedBy: 'condition' },
    ]);
  });

  test('a condition that never comes true: time-out, event, and what follows is not reached', async () => {
    const { recording } = await play([
      { id: 'go', durationS: 0.05, until: until(1) },
      { id: 'on', durationS: 0.01 },
    ]);
    expect(recording.execution).toBe('failed');
    expect(recording.phases).toEqual([
      { id: 'go', firstStep: 0, lastStep: 50, endedBy: 'time-out' },
      { id: 'on', firstStep: null, lastStep: null, endedBy: null },
    ]);
    expect(recording.events).toMatchObject([{ code: 'phase_time_out', subject: 'go', atS: 0.05 }]);
  });

  test.each([
    ['<=', -0.02],
    ['<', -0.02],
    ['>', 0.02],
    ['>=', 0.02],
  ] as const)('operator %s', async (op, value) => {
    const sign = value > 0 ? 1 : -1;
    const { recording } = await play([{ id: 'go', durationS: 1, until: { ...until(value), op } }], {
      motion: (t) => (sign * ms(t)) / 1000,
    });
    expect(recording.phases[0]!.lastStep).toBe(op.length === 2 ? 20 : 21);
  });
});

describe('set-points', () => {
  const motor = (fields: object) => [{ drive: 'motor', ...fields }] as Phases[number]['set'];

  test('a ramp starts when its phase does and holds in the next; off means off; on again ramps from the actual speed', async () => {
    const { engine } = await play(
      [
        { id: 'idle', durationS: 0.01 },
        { id: 'run', durationS: 0.04, set: motor({ speedRadPerS: 2, rampS: 0.02 }) },
        { id: 'hold', durationS: 0.01 },
        { id: 'off', durationS: 0.01, set: motor({ isOn: false }) },
        { id: 'again', durationS: 0.01, set: motor({ speedRadPerS: 2, rampS: 0.01 }) },
      ],
      {
        afterStep: (fake) => {
          fake.coordinateRate[0] = 1;
        },
      },
    );
    // command of the step that ends at k ms
    const at = (k: number) => engine.commandLog[k - 1]!;
    expect(at(10)[COMMAND.isOn]).toBe(0);
    expect(at(11)).toMatchObject({ [COMMAND.isOn]: 1, [COMMAND.kd]: 0.01, [COMMAND.cap]: 0.1 });
    expect(at(11)[COMMAND.targetRate]).toBeCloseTo(1 + 1 / 20, 12); // started at the actual 1 rad/s
    expect(at(20)[COMMAND.targetRate]).toBeCloseTo(1.5, 12);
    expect(at(30)[COMMAND.targetRate]).toBe(2);
    expect(at(60)).toMatchObject({ [COMMAND.isOn]: 1, [COMMAND.targetRate]: 2 });
    for (let k = 61; k <= 70; k++) expect(at(k)[COMMAND.isOn]).toBe(0);
    expect(at(71)[COMMAND.isOn]).toBe(1);
    expect(at(71)[COMMAND.targetRate]).toBeCloseTo(1.1, 12);
    expect(at(80)[COMMAND.targetRate]).toBeCloseTo(2, 12);
  });
});

describe('presence', () => {
  test('a body is placed, moved and removed at phase boundaries, told to the engine, recorded with every pose', async () => {
    const { recording, engine } = await play([
      { id: 'without', durationS: 0.04 },
      { id: 'with', durationS: 0.04, place: [{ body: 'block' }] },
      { id: 'gone', durationS: 0.04, remove: ['block'] },
      { id: 'elsewhere', durationS: 0.04, place: [{ body: 'block', poseInWorld: { positionM: [0.2, 0, 0] } }] },
    ]);
    expect(engine.presence.map(([t, body, isPlaced]) => [ms(t), body, isPlaced])).toEqual([
      [40, BLOCK_INDEX, true],
      [80, BLOCK_INDEX, false],
      [120, BLOCK_INDEX, true],
    ]);
    expect(recording.events.map(({ code, subject, atS }) => [code, subject, ms(atS)])).toEqual([
      ['body_placed', 'block', 40],
      ['body_removed', 'block', 80],
      ['body_placed', 'block', 120],
    ]);
    const bodyCount = recording.poses.bodies.length;
    const present = Object.fromEntries(
      [...recording.poses.timesS].map((t, k) => [ms(t), recording.poses.isPresent[k * bodyCount + BLOCK_INDEX]]),
    );
    // at a boundary the pose is that of the phase that ends
    expect(present).toEqual({ 0: 0, 20: 0, 40: 0, 60: 1, 80: 1, 100: 0, 120: 0, 140: 1, 160: 1 });
  });
});

describe('poses', () => {
  test('every 20 ms, at every phase boundary, and at the end', async () => {
    const { recording } = await play([
      { id: 'a', durationS: 0.05 },
      { id: 'b', durationS: 0.033 },
    ]);
    // the 20 ms count from the last pose: a boundary starts them afresh
    expect([...recording.poses.timesS].map(ms)).toEqual([0, 20, 40, 50, 70, 83]);
  });

  test('at the interval that the binding sets', async () => {
    const { recording } = await play([{ id: 'a', durationS: 0.03 }], {}, { settings: { poseIntervalS: 0.01 } });
    expect([...recording.poses.timesS].map(ms)).toEqual([0, 10, 20, 30]);
  });
});

describe('fast turns', () => {
  const ARM = 2; // after the world and the post
  /** The arm turns about z by `speed`, as an engine would publish it. */
  const spin = (speed: number): Script => ({
    afterStep: ({ pose, velocity }, t) => {
      pose.set([0, 0, Math.sin((speed * t) / 2), Math.cos((speed * t) / 2)], 7 * ARM + 3);
      velocity[6 * ARM + 5] = speed;
    },
  });

  test('no body turns by more than 81° from one recorded pose to the next: 3000 turns a minute are one turn in 20 ms', async () => {
    const speed = 100 * Math.PI;
    const { recording } = await play([{ id: 'a', durationS: 0.04 }], spin(speed));
    const { timesS, values, bodies } = recording.poses;
    let turned = 0;
    for (let k = 1; k < timesS.length; k++) {
      const [before, now] = [k - 1, k].map((n) => {
        const at = 7 * (n * bodies.length + ARM);
        return n === 0 ? [0, 1] : [values[at + 5]!, values[at + 6]!];
      });
      // of the two ways from one to the other, the short one is the true one
      const half = Math.asin(now![0]! * before![1]! - now![1]! * before![0]!);
      turned += 2 * Math.abs(half);
      expect(2 * Math.abs(half)).toBeLessThan(0.45 * Math.PI + 1e-9);
    }
    expect(turned).toBeCloseTo(0.04 * speed, 9);
    expect(recording.events).toEqual([]);
  });

  test('slow turns leave the interval alone; a turn of 100° in one step is told once', async () => {
    const slow = await play([{ id: 'a', durationS: 0.06 }], spin(60));
    expect([...slow.recording.poses.timesS].map(ms)).toEqual([0, 20, 40, 60]);
    const fast = await play([{ id: 'a', durationS: 0.005 }], spin((1000 * 100 * Math.PI) / 180));
    expect([...fast.recording.poses.timesS].map(ms)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(fast.recording.events).toMatchObject([{ code: 'turn_not_followed', subject: 'arm' }]);
  });
});

describe('what goes wrong', () => {
  test('a pose that is not a number stops the trial there: stopped-diverged', async () => {
    const { recording } = await play(
      [
        { id: 'a', durationS: 0.1 },
        { id: 'b', durationS: 0.1 },
      ],
      {
        afterStep: (fake, t) => {
          if (ms(t) === 30) fake.pose[14] = Number.NaN;
        },
      },
    );
    expect(recording.execution).toBe('stopped-diverged');
    expect(recording.stepCount).toBe(31);
    expect(recording.phases).toEqual([
      { id: 'a', firstStep: 0, lastStep: 30, endedBy: 'stop' },
      { id: 'b', firstStep: null, lastStep: null, endedBy: null },
    ]);
  });

  test('the engine says that it diverged: the trial stops; other troubles are recorded once and it goes on', async () => {
    const { recording } = await play([{ id: 'a', durationS: 0.1 }], {
      afterStep: ({ troubles }, t) => {
        if (ms(t) === 10) troubles.push({ code: 'residual', message: 'large', atS: t, value: 1e-3 });
        if (ms(t) === 40) troubles.push({ code: 'diverged', message: 'gone', atS: t, value: 9 });
      },
    });
    expect(recording.events.map(({ code, subject, atS }) => [code, subject, ms(atS)])).toEqual([
      ['residual', 'engine', 10],
      ['diverged', 'engine', 40],
    ]);
    expect(recording).toMatchObject({ execution: 'stopped-diverged', stepCount: 41 });
  });

  test('an abort stops it within 20 steps; what was recorded stays', async () => {
    const abort = new AbortController();
    const { recording } = await play(
      [{ id: 'a', durationS: 1 }],
      { afterStep: (_fake, t) => ms(t) === 105 && abort.abort() },
      { control: { abort: abort.signal } },
    );
    expect(recording.execution).toBe('stopped-interrupted');
    expect(recording.stepCount).toBeGreaterThan(105);
    expect(recording.stepCount).toBeLessThanOrEqual(126);
    expect(recording.phases[0]).toMatchObject({ endedBy: 'stop', lastStep: recording.stepCount - 1 });
    expect(ms(recording.poses.timesS.at(-1)!)).toBe(recording.stepCount - 1);
  });
});

test('quality: separation of joints that hold, energy that the books do not explain, clamps', async () => {
  const { recording } = await play([{ id: 'a', durationS: 0.003 }], {
    afterStep: (fake, t) => {
      fake.jointSeparationM[0] = 1e-6 * ms(t);
      if (ms(t) === 3) fake.jointActive[0] = 0;
      Object.assign(fake.energy, { kineticJ: 2, potentialJ: 3, workInJ: 1, dissipatedJ: 0.5 });
      fake.maxPenetrationM = 4e-6;
      fake.residualM = 5e-9;
      fake.clampedCount = 2;
    },
  });
  expect([...recording.quality.jointSeparationM]).toEqual([0, 1e-6, 2e-6, 0]);
  expect([...recording.quality.energyResidualJ]).toEqual([0, 4.5, 4.5, 4.5]);
  expect(recording.quality.penetrationM[1]).toBe(4e-6);
  expect(recording.quality.residualM[1]).toBe(5e-9);
  expect(recording.totals).toEqual({ workInJ: 1, peakKineticJ: 2, clampedCount: 2 });
});

test('progress tells phase, simulated and total time', async () => {
  const told: [string, number, number][] = [];
  await play(
    [
      { id: 'a', durationS: 0.04 },
      { id: 'b', durationS: 0.02 },
    ],
    {},
    {
      control: { onProgress: ({ phase, simulatedS, totalS }) => told.push([phase, ms(simulatedS), ms(totalS)]) },
    },
  );
  expect(told).toEqual([
    ['a', 19, 60],
    ['a', 39, 60],
    ['b', 59, 60],
  ]);
});
