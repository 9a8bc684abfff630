import { describe, expect, test } from 'vitest';
import { chooseSamples, nearestPose, phaseAt, poseKey } from '../../../src/audit/pose-samples.js';
import { at, trackOf } from './bodies.js';

const bodies = [{ name: 'a', parts: [], refine: null }];
const track = (lastS: number) => trackOf(bodies, lastS, () => at(0));
const phase = (id: string, firstStep: number | null, lastStep: number | null) => ({
  id,
  firstStep,
  lastStep,
  endedBy: null,
});

describe('chooseSamples', () => {
  test('takes 10 Hz of poses recorded every 20 ms, first and last', () => {
    expect(chooseSamples(track(0.3), 10)).toEqual([0, 5, 10, 15]);
    expect(chooseSamples(track(0.34), 10)).toEqual([0, 5, 10, 15, 17]);
    // the published trial: 6 s
    expect(chooseSamples(track(6), 10)).toHaveLength(61);
  });

  test('adds phase boundaries, and leaves out phases that were never reached', () => {
    const phases = [phase('settle', 0, 140), phase('run', 140, 260), phase('hold', null, null)];
    expect(chooseSamples({ ...track(0.26), phases }, 10)).toEqual([0, 5, 7, 10, 13]);
  });

  test('takes what there is of one pose, and of none', () => {
    expect(chooseSamples(track(0), 10)).toEqual([0]);
    const none = { ...track(0).poses, timesS: new Float64Array(0) };
    expect(chooseSamples({ ...track(0), poses: none }, 10)).toEqual([]);
  });

  test('takes the nearer pose where none is recorded at the wanted time', () => {
    expect(nearestPose(Float64Array.of(0, 0.02, 0.04, 0.05), 0.029)).toBe(1);
    expect(nearestPose(Float64Array.of(0, 0.02, 0.04, 0.05), 0.031)).toBe(2);
    expect(nearestPose(Float64Array.of(0, 0.02), 9)).toBe(1);
    expect(chooseSamples(track(0.1), 30)).toEqual([0, 2, 3, 5]); // 33, 67 and 100 ms
  });
});

test('phaseAt gives a boundary to the phase that begins there', () => {
  const phases = [phase('settle', 0, 500), phase('run', 500, 1000)];
  expect(phaseAt(phases, 0.001, 0.3)).toBe('settle');
  expect(phaseAt(phases, 0.001, 0.5)).toBe('run');
  expect(phaseAt(phases, 0.001, 1.2)).toBeNull();
});

test('poseKey is one for q and −q and for differences below 1e-12', () => {
  const pose = { positionM: [0.1, 0, -0.2], rotation: [0.5, 0.5, 0.5, 0.5] } as const;
  expect(poseKey({ ...pose, rotation: [-0.5, -0.5, -0.5, -0.5] })).toBe(poseKey(pose));
  expect(poseKey({ ...pose, positionM: [0.1 + 1e-14, 0, -0.2] })).toBe(poseKey(pose));
  expect(poseKey({ ...pose, positionM: [0.1 + 1e-11, 0, -0.2] })).not.toBe(poseKey(pose));
});

test('instants that are asked for beside the rate are audited at the nearest recorded pose', () => {
  const timesS = Float64Array.from({ length: 51 }, (_, k) => k * 0.02);
  const poses = { bodies: [], timesS, values: new Float64Array(0), isPresent: new Uint8Array(0) };
  const track = { poses, phases: [], stepS: 0.001 };
  expect(chooseSamples(track, 1)).toEqual([0, 50]);
  expect(chooseSamples(track, 1, [0.131, 0.709])).toEqual([0, 7, 35, 50]);
});
