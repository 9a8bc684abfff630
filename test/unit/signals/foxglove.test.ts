import { mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as foxglove from '@foxglove/schemas/jsonschema.js';
import { McapStreamReader, type McapTypes } from '@mcap/core';
import { validateBytes } from 'gltf-validator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readRecording } from '../../../src/signals/index.js';
import { openRun, runTrial } from '../../../src/trial/index.js';
import { fallingBinding } from '../report/run.js';

let folder: string;
let file: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mechtrial-foxglove-'));
  file = join(folder, 'T1.mcap');
  await runTrial(fallingBinding(), { outDirectory: folder });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Every record of an MCAP file; throws where the reader of @mcap/core finds a wrong checksum or a torn record. */
function recordsOf(bytes: Uint8Array): McapTypes.TypedMcapRecord[] {
  const reader = new McapStreamReader({ validateCrcs: true });
  reader.append(bytes);
  const records: McapTypes.TypedMcapRecord[] = [];
  for (let record = reader.nextRecord(); record !== undefined; record = reader.nextRecord()) records.push(record);
  return records;
}

function messagesOf(records: readonly McapTypes.TypedMcapRecord[], topic: string): unknown[] {
  const channel = records.find((record) => record.type === 'Channel' && record.topic === topic) as McapTypes.Channel;
  return records
    .filter((record) => record.type === 'Message' && record.channelId === channel.id)
    .map((record) => JSON.parse(new TextDecoder().decode((record as McapTypes.Message).data)));
}

interface SceneUpdate {
  readonly deletions: readonly { readonly id: string }[];
  readonly entities: readonly { readonly id: string; readonly models: readonly { readonly data: string }[] }[];
}
interface FrameTransforms {
  readonly transforms: readonly {
    readonly timestamp: { readonly sec: number; readonly nsec: number };
    readonly child_frame_id: string;
    readonly translation: { readonly x: number; readonly y: number; readonly z: number };
  }[];
}

describe('what viewers of other makers read in a recording', () => {
  test('is whole, and declares the published schemas', () => {
    const records = recordsOf(readFileSync(file));
    expect(records.at(-1)?.type).toBe('Footer');
    const schemas = records.filter((record) => record.type === 'Schema').map(({ name, encoding }) => [name, encoding]);
    expect(schemas).toContainEqual(['foxglove.SceneUpdate', 'jsonschema']);
    expect(schemas).toContainEqual(['foxglove.FrameTransforms', 'jsonschema']);
  });

  test.each([
    ['/scene', foxglove.SceneUpdate],
    ['/tf', foxglove.FrameTransforms],
  ])('%s: every message is valid under the published schema and under the one in the file', (topic, published) => {
    const records = recordsOf(readFileSync(file));
    const own = records.find((r) => r.type === 'Schema' && r.name === published.title) as McapTypes.Schema;
    const messages = messagesOf(records, topic);
    expect(messages.length).toBeGreaterThan(0);
    for (const schema of [published, JSON.parse(new TextDecoder().decode(own.data))]) {
      const validator = z.fromJSONSchema(schema);
      for (const message of messages) expect(validator.safeParse(message).error).toBeUndefined();
    }
  });

  test('geometry comes when a body appears, as valid glTF', async () => {
    const updates = messagesOf(recordsOf(readFileSync(file)), '/scene') as SceneUpdate[];
    expect(updates.map(({ entities }) => entities.map(({ id }) => id))).toEqual([['post', 'vane'], ['ball']]);
    for (const { models } of updates.flatMap(({ entities }) => entities)) {
      for (const { data } of models) {
        const report = await validateBytes(Buffer.from(data, 'base64'));
        expect(report.issues.messages).toEqual([]);
      }
    }
  });

  test('transforms are the recorded poses, of what has moved', () => {
    const transforms = (messagesOf(recordsOf(readFileSync(file)), '/tf') as FrameTransforms[]).flatMap(
      (m) => m.transforms,
    );
    const { poses } = readRecording(file);
    expect(transforms.filter(({ child_frame_id }) => child_frame_id === 'post')).toHaveLength(1);
    const vane = transforms.filter(({ child_frame_id }) => child_frame_id === 'vane');
    expect(vane).toHaveLength(poses.timesS.length);
    for (const [k, { timestamp, translation }] of vane.entries()) {
      const o = 7 * (k * poses.bodies.length + poses.bodies.indexOf('vane'));
      expect(timestamp.sec + timestamp.nsec / 1e9).toBeCloseTo(poses.timesS[k]!, 8); // whole nanoseconds
      expect([translation.x, translation.y, translation.z]).toEqual([...poses.values.subarray(o, o + 3)]);
    }
  });

  test('is not in the hash, and a file that was cut off is read up to its last whole message', async () => {
    const whole = readRecording(file);
    const inMemory = await runTrial(fallingBinding());
    expect(inMemory.trials[0]!.recordingHash).toBe(whole.hash);
    const bytes = readFileSync(file);
    for (const share of [0.97, 0.8, 0.5]) {
      const cut = Math.floor(bytes.length * share);
      truncateSync(file, cut);
      const broken = readRecording(file);
      expect(broken.execution).toBe('stopped-interrupted');
      expect(broken.stepCount).toBeGreaterThan(0);
      expect(broken.stepCount).toBeLessThanOrEqual(whole.stepCount);
      expect(broken.channels[1]!.values).toEqual(whole.channels[1]!.values.subarray(0, broken.stepCount));
    }
  });
});

test('forces are recorded with the poses: a body that falls freely is held by nothing', async () => {
  const directory = join(folder, 'loads');
  await runTrial(fallingBinding(), { outDirectory: directory });
  const [recording] = (await openRun(directory)).recordings;
  const { loads, poses } = recording!;
  expect(loads!.contactCounts).toHaveLength(poses.timesS.length);
  expect([...loads!.contactCounts].every((count) => count === 0)).toBe(true);
  expect(loads!.jointForcesN).toHaveLength(0);
});
