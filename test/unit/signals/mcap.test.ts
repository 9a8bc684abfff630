import { spawn } from 'node:child_process';
import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { McapStreamReader } from '@mcap/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  openRecordingWriter,
  Recorder,
  RecordingError,
  readRecording,
  type WriterSystem,
} from '../../../src/signals/index.js';
import { header, playTrial, writeSample } from './short-trial.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mechtrial-mcap-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const inFolder = (name: string) => join(folder, name);

function recordTo(path: string, stepCount: number) {
  const recorder = new Recorder(header, openRecordingWriter(path, header));
  playTrial(recorder, stepCount);
  return recorder.seal({ execution: 'completed' });
}

/** The issue of a RecordingError that `action` throws. */
function issueOf(action: () => unknown) {
  try {
    action();
  } catch (error) {
    if (error instanceof RecordingError) return error.issues[0]!;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('a complete file', () => {
  test('gives the identical recording and hash back', () => {
    const path = inFolder('complete.mcap');
    const recording = recordTo(path, 333);
    expect(readRecording(path)).toEqual(recording);
  });
  test('is valid MCAP to the reference reader, down to its magic and data checksum', () => {
    const path = inFolder('valid.mcap');
    recordTo(path, 100);
    const bytes = readFileSync(path);
    const reader = new McapStreamReader({ validateCrcs: true });
    reader.append(bytes);
    const counts = new Map<string, number>();
    const topics = new Map<number, string>();
    for (let record = reader.nextRecord(); record !== undefined; record = reader.nextRecord()) {
      if (record.type === 'Channel') topics.set(record.id, record.topic);
      const key = record.type === 'Message' ? topics.get(record.channelId)! : record.type;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    expect(reader.done()).toBe(true);
    expect(Object.fromEntries(counts)).toMatchObject({ meta: 1, poses: 5, events: 2, phases: 1, end: 1, Schema: 9 });
    expect(counts.get('signals')).toBeGreaterThanOrEqual(5);
  });
  test('of any length between flushes', () => {
    for (const stepCount of [0, 1, 19, 20, 21, 51]) {
      const path = inFolder(`length-${stepCount}.mcap`);
      recordTo(path, stepCount);
      expect(readRecording(path).stepCount).toBe(stepCount);
    }
  });
  test('that was changed afterwards is told from a good one', () => {
    const path = inFolder('changed.mcap');
    recordTo(path, 200);
    const bytes = readFileSync(path);
    const at = bytes.indexOf(Buffer.from(Float64Array.of(Math.sin(99 / 50)).buffer));
    expect(at).toBeGreaterThan(0);
    bytes[at]! ^= 1;
    writeFileSync(path, bytes);
    expect(issueOf(() => readRecording(path)).code).toBe('damaged');
  });
});

describe('a file that breaks off', () => {
  test('is readable at every 1000th byte, or says that its header is missing', () => {
    const path = inFolder('whole.mcap');
    const whole = recordTo(path, 700);
    const size = statSync(path).size;
    let readable = 0;
    let previous = 0;
    const torn = inFolder('torn.mcap');
    for (let length = 0; length < size; length += 1000) {
      copyFileSync(path, torn);
      truncateSync(torn, length);
      let recording: ReturnType<typeof readRecording>;
      try {
        recording = readRecording(torn);
      } catch (error) {
        expect(error).toBeInstanceOf(RecordingError);
        expect(readable).toBe(0);
        continue;
      }
      readable++;
      // only the closing bytes of the file may be missing from a completed one
      const isWhole = length > size - 200 && recording.execution === 'completed';
      if (isWhole) expect(recording).toEqual(whole);
      else expect(recording.execution).toBe('stopped-interrupted');
      expect(recording.stepCount).toBeGreaterThanOrEqual(previous);
      previous = recording.stepCount;
      for (const [i, channel] of recording.channels.entries()) {
        expect(channel.values).toEqual(whole.channels[i]!.values.slice(0, recording.stepCount));
      }
      const poseCount = recording.poses.timesS.length;
      expect(recording.poses.values).toEqual(whole.poses.values.slice(0, 14 * poseCount));
      expect(recording.events).toEqual(whole.events.slice(0, recording.events.length));
    }
    expect(readable).toBeGreaterThan(50);
    expect(previous).toBeGreaterThan(650);
  });

  test('has the phase that was running, and the totals up to there', () => {
    const path = inFolder('killed.mcap');
    const writer = openRecordingWriter(path, header);
    playTrial(writer, 120);
    writer.abandon();
    const recording = readRecording(path);
    expect(recording.stepCount).toBe(101); // the pose at sample 100 took everything with it; 19 were still due
    expect(recording.phases[1]).toEqual({ id: 'run', firstStep: 50, lastStep: 100, endedBy: 'stop' });
    expect(recording.totals.workInJ).toBe(1);
    expect(recording.totals.clampedCount).toBe(1);
  });

  test('and was overwritten with zeros at its end is read up to there', () => {
    const path = inFolder('zeros.mcap');
    recordTo(path, 400);
    const bytes = readFileSync(path);
    bytes.fill(0, Math.round(bytes.length * 0.6));
    writeFileSync(path, bytes);
    const recording = readRecording(path);
    expect(recording.execution).toBe('stopped-interrupted');
    expect(recording.stepCount).toBeGreaterThan(150);
  });
});

test('samples are written after 20 simulated ms, or after 40 ms of wall time and one step', () => {
  let now = 0;
  const lengths: number[] = [];
  const system: WriterSystem = {
    write: (fd, bytes, offset) => {
      lengths.push(bytes.length);
      return writeSync(fd, bytes, offset);
    },
    nowMs: () => now,
  };
  const writer = openRecordingWriter(inFolder('clock.mcap'), header, system);
  const [values, quality] = [new Float64Array(3), new Float64Array(7)];
  const stepsToWrite = (msPerStep: number) => {
    const before = lengths.length;
    for (let k = 1; ; k++) {
      now += msPerStep;
      writer.step(values, quality);
      if (lengths.length > before) return k;
    }
  };
  expect([0.1, 1, 3, 15, 30, 500].map(stepsToWrite)).toEqual([20, 20, 14, 3, 2, 1]);
  writer.abandon();
});

test('a process killed in the middle leaves all but the last 20 samples', async () => {
  const path = inFolder('kill-9.mcap');
  const script = new URL('./interrupted-trial.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, ['--import', 'tsx', script, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  let told = '';
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (text: string) => {
    told = (told + text).slice(-1000);
    if (text.includes('999\n')) child.kill('SIGKILL');
  });
  const signal = await new Promise((resolve) => child.on('close', (_code, name) => resolve(name)));
  expect(signal).toBe('SIGKILL');
  const lastTold = Number(told.trimEnd().split('\n').at(-1));
  const recording = readRecording(path);
  expect(recording.execution).toBe('stopped-interrupted');
  // 20 samples wait at most; one more may have been recorded before it was told
  expect(recording.stepCount).toBeGreaterThan(lastTold - 20);
  expect(recording.stepCount).toBeLessThanOrEqual(lastTold + 2);
  const values = new Float64Array(3);
  for (let k = 0; k < recording.stepCount; k++) {
    writeSample(k, values, new Float64Array(7));
    expect(recording.channels[0]!.values[k]).toBe(values[0]);
  }
});

describe('errors name the file and the way out', () => {
  test('no such file, a directory', () => {
    const missing = issueOf(() => readRecording(inFolder('none.mcap')));
    expect(missing).toMatchObject({ code: 'read_failed', file: inFolder('none.mcap') });
    expect(missing.message).toContain('no such file');
    expect(issueOf(() => readRecording(folder)).message).toContain('directory');
  });
  test('another kind of file', () => {
    const path = inFolder('text.mcap');
    writeFileSync(path, 'hello, this is not a recording at all');
    expect(issueOf(() => readRecording(path)).code).toBe('not_a_recording');
  });
  test('a folder that does not exist cannot be written to', () => {
    const issue = issueOf(() => openRecordingWriter(join(folder, 'no', 'x.mcap'), header));
    expect(issue.code).toBe('write_failed');
  });
  test('a full disk in the middle of a trial: the recording stays in memory', () => {
    let room = 4000;
    const system: WriterSystem = {
      write: (fd, bytes, offset) => {
        room -= bytes.length - offset;
        if (room < 0) throw Object.assign(new Error('no space'), { code: 'ENOSPC', syscall: 'write' });
        return writeSync(fd, bytes, offset);
      },
      nowMs: () => 0,
    };
    const path = inFolder('full.mcap');
    const recorder = new Recorder(header, openRecordingWriter(path, header, bigHeaderThen(system)));
    playTrial(recorder, 500);
    const recording = recorder.seal({ execution: 'completed' });
    expect(recorder.writeError?.issues[0]).toMatchObject({ code: 'write_failed', file: path });
    expect(recorder.writeError?.message).toContain('disk is full');
    expect(recording.stepCount).toBe(500);
    expect(readRecording(path).execution).toBe('stopped-interrupted');
  });
});

/** Lets the header through whatever its size, then applies `system`. */
function bigHeaderThen(system: WriterSystem): WriterSystem {
  let isFirst = true;
  return {
    ...system,
    write: (fd, bytes, offset) => {
      if (!isFirst) return system.write(fd, bytes, offset);
      isFirst = false;
      return writeSync(fd, bytes, offset);
    },
  };
}
