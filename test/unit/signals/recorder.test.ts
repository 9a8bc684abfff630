import { describe, expect, test } from 'vitest';
import { hashRecording, Recorder, RecordingError, type RecordingFile } from '../../../src/signals/index.js';
import { header, playTrial, writeSample } from './short-trial.js';

function record(stepCount: number, file: RecordingFile | null = null) {
  const recorder = new Recorder(header, file);
  playTrial(recorder, stepCount);
  return { recorder, recording: recorder.seal({ execution: 'completed' }) };
}

test('columns hold every sample in order, across blocks of memory', () => {
  const { recording } = record(2500);
  expect(recording.stepCount).toBe(2500);
  const values = new Float64Array(3);
  const quality = new Float64Array(7);
  for (const k of [0, 1, 1023, 1024, 2047, 2048, 2499]) {
    writeSample(k, values, quality);
    expect(recording.channels.map((channel) => channel.values[k])).toEqual([...values]);
    expect(recording.quality.penetrationM[k]).toBe(quality[1]);
    expect(recording.quality.residualM[k]).toBe(quality[3]);
  }
  expect(recording.channels.map(({ values: column }) => column.length)).toEqual([2500, 2500, 2500]);
});

test('nothing is kept by reference', () => {
  const recorder = new Recorder(header);
  const values = Float64Array.of(1, 2, 3);
  const pose = new Float64Array(14).fill(5);
  recorder.step(values, new Float64Array(4));
  recorder.pose(0, pose, Uint8Array.of(1, 1));
  values.fill(9);
  pose.fill(9);
  const recording = recorder.seal({ execution: 'completed' });
  expect(recording.channels.map((channel) => channel.values[0])).toEqual([1, 2, 3]);
  expect([...recording.poses.values]).toEqual(new Array(14).fill(5));
});

test('poses carry time, bodies and presence', () => {
  const { poses } = record(41).recording;
  expect([...poses.timesS]).toEqual([0, 0.02, 0.04]);
  expect(poses.values[14 + 3]).toBe(20 + 3 / 16);
  expect([...poses.isPresent]).toEqual([1, 1, 1, 0, 1, 1]);
});

test('totals come from the running ones, unless the end says better', () => {
  const { recording } = record(250);
  expect(recording.totals.workInJ).toBeCloseTo(2.49, 14);
  expect(recording.totals.clampedCount).toBe(2);
  // the largest of |sin(k/30)| over k ≤ 249 is at k = 236, 236/30 = 7.867 against 5π/2 = 7.854
  expect(recording.totals.peakKineticJ).toBe(
    Math.max(...Array.from({ length: 250 }, (_, k) => Math.abs(Math.sin(k / 30)))),
  );
  const recorder = new Recorder(header);
  playTrial(recorder, 10);
  const totals = { workInJ: 1, peakKineticJ: 2, clampedCount: 3 };
  expect(recorder.seal({ execution: 'failed', totals }).totals).toEqual(totals);
});

describe('phases', () => {
  test('a phase that was running is closed at the last sample, later ones were not reached', () => {
    expect(record(120).recording.phases).toEqual([
      { id: 'settle', firstStep: 0, lastStep: 50, endedBy: 'duration' },
      { id: 'run', firstStep: 50, lastStep: 119, endedBy: 'stop' },
      { id: 'rest', firstStep: null, lastStep: null, endedBy: null },
    ]);
  });
  test('without any sample none was reached', () => {
    const recording = new Recorder(header).seal({ execution: 'failed' });
    expect(recording.phases.map(({ firstStep }) => firstStep)).toEqual([null, null, null]);
    expect(recording.stepCount).toBe(0);
  });
});

describe('hash', () => {
  const { recording } = record(100);
  const { hash, ...rest } = recording;
  test('is the same for the same trial', () => {
    expect(hash).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(record(100).recording.hash).toBe(hash);
    expect(hashRecording(rest)).toBe(hash);
  });
  test('does not depend on the order of settings', () => {
    const settings = Object.fromEntries(Object.entries(rest.settings).reverse());
    expect(hashRecording({ ...rest, settings })).toBe(hash);
  });
  test('covers every number and every word', () => {
    const channels = rest.channels.map((channel) => ({ ...channel, values: Float64Array.from(channel.values) }));
    channels[0]!.values[57]! += 2 ** -52;
    const poses = { ...rest.poses, isPresent: rest.poses.isPresent.map((flag) => 1 - flag) };
    const events = rest.events.slice(1);
    const quality = { ...rest.quality, residualM: rest.quality.penetrationM };
    const changed = [
      { ...rest, channels },
      { ...rest, channels: rest.channels.map((channel, i) => (i === 0 ? { ...channel, name: 'other' } : channel)) },
      { ...rest, poses },
      { ...rest, events },
      { ...rest, quality },
      { ...rest, phases: rest.phases.slice(1) },
      { ...rest, settings: { ...rest.settings, isExact: false } },
      { ...rest, execution: 'failed' as const },
      { ...rest, totals: { ...rest.totals, workInJ: 0 } },
    ];
    const hashes = changed.map(hashRecording);
    expect(new Set([hash, ...hashes]).size).toBe(changed.length + 1);
  });
  test('knows one NaN only', () => {
    const withBits = (low: number, high: number) => {
      const values = new Float64Array(1);
      new Uint32Array(values.buffer).set([low, high]);
      return hashRecording({ ...rest, channels: [{ name: 'x', unit: '1', values }] });
    };
    expect(withBits(1, 0xfff80000)).toBe(withBits(0, 0x7ff80000));
    expect(withBits(0, 0x80000000)).not.toBe(withBits(0, 0)); // −0 and 0 differ
  });
});

test('a file that fails is given up, the recording stays complete', () => {
  const calls: string[] = [];
  const full = new RecordingError([{ code: 'write_failed', path: [], message: 'full', fix: 'none' }]);
  const file: RecordingFile = {
    step: () => {
      calls.push('step');
      if (calls.length > 30) throw full;
    },
    pose: () => {},
    event: () => {},
    phase: () => {},
    flush: () => {},
    close: () => calls.push('close'),
    abandon: () => calls.push('abandon'),
  };
  const { recorder, recording } = record(100, file);
  expect(recorder.writeError).toBe(full);
  expect(calls.slice(-2)).toEqual(['step', 'abandon']);
  expect(calls.length).toBe(32);
  expect(recording.hash).toBe(record(100).recording.hash);
});

test('a bug in a file is not taken for a full disk', () => {
  const file: RecordingFile = {
    step: () => {
      throw new TypeError('bug');
    },
    pose: () => {},
    event: () => {},
    phase: () => {},
    flush: () => {},
    close: () => {},
    abandon: () => {},
  };
  expect(() => record(1, file)).toThrow(TypeError);
});
