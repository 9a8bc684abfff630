import { closeSync, openSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { McapRecordBuilder } from '@mcap/core';
import { type DisplayBody, frameTransforms, sceneUpdate } from './foxglove.js';
import { CHANNEL_ID, RECORDING_PROFILE, ROWS_OFFSET, TOPICS, type Topic } from './mcap-layout.js';
import type { RecordingFile } from './recorder.js';
import type { PhaseRecord, Recording, RecordingEvent } from './recording.js';
import { CONTACT_WIDTH } from './recording.js';
import { writeFailed } from './recording-error.js';
import { plainEvent, plainFields } from './recording-hash.js';
import type { RecordingHeader } from './recording-header.js';
import { poseWidth, sampleWidth } from './seal-recording.js';

// Contributor notes. McapWriter of @mcap/core is asynchronous and keeps a chunk in memory: neither survives a kill in the
// middle of a step loop. McapRecordBuilder, which it is made of, is synchronous; every flush here is one write(2), and what
// the kernel has taken outlives the process (not a power failure: that would take fsync, 1–10 ms each).

/** Samples are written after this much simulated time … */
const FLUSH_AFTER_S = 0.02;
/** … or after this much wall time, whichever comes first [ms]. */
const FLUSH_AFTER_MS = 40;

/** How a writer reaches the file and the clock; tests replace them. */
export interface WriterSystem {
  write(fd: number, bytes: Uint8Array, offset: number): number;
  nowMs(): number;
}

const SYSTEM: WriterSystem = {
  write: (fd, bytes, offset) => writeSync(fd, bytes, offset),
  nowMs: () => performance.now(),
};

/**
 * Opens a recording file and writes its header. An existing file is replaced.
 *
 * What was recorded up to 20 simulated ms, or 40 ms of wall time and one step, before a kill is in the file; events,
 * poses and phases are there at once.
 *
 * @param display  geometry for viewers that know Foxglove's schemas; without it only transforms are written for them
 * @throws RecordingError `write_failed` here and from every call of the writer
 */
export function openRecordingWriter(
  path: string,
  header: RecordingHeader,
  system: WriterSystem = SYSTEM,
  display: readonly DisplayBody[] = [],
): RecordingFile {
  return new RecordingWriter(path, header, system, display);
}

class RecordingWriter implements RecordingFile {
  readonly #path: string;
  readonly #system: WriterSystem;
  readonly #fd: number;
  readonly #builder = new McapRecordBuilder();
  readonly #sequence = new Int32Array(TOPICS.length);
  readonly #stepS: number;
  readonly #width: number;
  readonly #rowsPerFlush: number;
  readonly #message: Uint8Array;
  readonly #head: Uint32Array;
  readonly #rows: Float64Array;
  readonly #poseRow: Float64Array;
  readonly #bodies: readonly string[];
  readonly #display: readonly DisplayBody[];
  readonly #shownPose: Float64Array;
  readonly #shown = new Set<string>();
  #stepCount = 0;
  #pending = 0;
  #lastFlushMs: number;
  #crc = 0;
  #isOpen = true;

  constructor(path: string, header: RecordingHeader, system: WriterSystem, display: readonly DisplayBody[]) {
    this.#path = path;
    this.#system = system;
    this.#stepS = header.stepS;
    this.#width = sampleWidth(header);
    this.#rowsPerFlush = Math.max(1, Math.round(FLUSH_AFTER_S / header.stepS));
    const buffer = new ArrayBuffer(ROWS_OFFSET + 8 * this.#rowsPerFlush * this.#width);
    this.#message = new Uint8Array(buffer);
    this.#head = new Uint32Array(buffer, 0, 2);
    this.#rows = new Float64Array(buffer, ROWS_OFFSET);
    this.#poseRow = new Float64Array(poseWidth(header));
    this.#bodies = header.bodies;
    this.#display = display;
    this.#shownPose = new Float64Array(7 * header.bodies.length).fill(Number.NaN);
    this.#lastFlushMs = system.nowMs();
    try {
      this.#fd = openSync(path, 'w');
    } catch (error) {
      throw writeFailed(path, error);
    }
    try {
      this.#writeHeader(header);
    } catch (error) {
      this.abandon();
      throw error;
    }
  }

  #writeHeader(header: RecordingHeader): void {
    this.#builder.writeMagic();
    this.#builder.writeHeader({ profile: RECORDING_PROFILE, library: 'mechtrial' });
    for (const [id, { topic, encoding, schema }] of TOPICS.entries()) {
      const data = toBytes(schema);
      const name = topic.startsWith('/') ? schema.title! : `mechtrial.${topic}`;
      this.#builder.writeSchema({ id: id + 1, name, encoding: 'jsonschema', data });
      this.#builder.writeChannel({ id, schemaId: id + 1, topic, messageEncoding: encoding, metadata: new Map() });
    }
    const { trial, engine, stepS, channels, bodies, phases } = header;
    this.#writeJson('meta', { trial, engine, stepS, channels, bodies, phases, settings: plainFields(header.settings) });
  }

  step(values: Float64Array, quality: Float64Array): void {
    const offset = this.#pending * this.#width;
    this.#rows.fill(0, offset, offset + this.#width);
    this.#rows.set(values, offset);
    this.#rows.set(quality, offset + values.length);
    this.#pending++;
    this.#stepCount++;
    const isDue = this.#pending === this.#rowsPerFlush || this.#system.nowMs() - this.#lastFlushMs >= FLUSH_AFTER_MS;
    if (isDue) this.flush();
  }

  pose(timeS: number, pose: Float64Array, isPresent: Uint8Array): void {
    this.#queueSamples();
    const row = this.#poseRow;
    row[0] = timeS;
    row.set(pose, 1);
    row.set(isPresent, 1 + pose.length);
    this.#queue('poses', new Uint8Array(row.buffer));
    this.#queueDisplay(timeS, pose, isPresent);
    this.#writeQueued();
  }

  /** What viewers of other makers read: bodies that come and go, and where those are that have moved. */
  #queueDisplay(timeS: number, pose: Float64Array, isPresent: Uint8Array): void {
    const isThere = (name: string) => isPresent[this.#bodies.indexOf(name)] === 1;
    const appearing = this.#display.filter(({ name }) => isThere(name) && !this.#shown.has(name));
    const going = [...this.#shown].filter((name) => !isThere(name));
    const { transforms } = frameTransforms(timeS, this.#bodies, pose, this.#shownPose);
    if (transforms.length > 0) this.#queue('/tf', toBytes({ transforms }));
    this.#shownPose.set(pose);
    if (appearing.length === 0 && going.length === 0) return;
    this.#queue('/scene', toBytes(sceneUpdate(timeS, appearing, going)));
    for (const { name } of appearing) this.#shown.add(name);
    for (const name of going) this.#shown.delete(name);
  }

  loads(jointReaction: Float64Array, contacts: Float64Array, contactCount: number): void {
    const jointCount = jointReaction.length / 6;
    const row = new Float64Array(2 + 3 * jointCount + CONTACT_WIDTH * contactCount);
    row.set([jointCount, contactCount]);
    for (let j = 0; j < jointCount; j++) row.set(jointReaction.subarray(6 * j, 6 * j + 3), 2 + 3 * j);
    row.set(contacts.subarray(0, CONTACT_WIDTH * contactCount), 2 + 3 * jointCount);
    this.#queue('loads', new Uint8Array(row.buffer));
    this.#writeQueued();
  }

  event(event: RecordingEvent): void {
    this.#writeJson('events', plainEvent(event));
  }

  phase(phase: PhaseRecord): void {
    this.#writeJson('phases', phase);
  }

  flush(): void {
    this.#queueSamples();
    this.#writeQueued();
  }

  close(recording: Recording): void {
    const { execution, totals, stepCount, hash } = recording;
    this.#writeJson('end', { execution, totals: plainFields(totals), stepCount, hash });
    this.#builder.writeDataEnd({ dataSectionCrc: this.#crc });
    this.#builder.writeFooter({ summaryStart: 0n, summaryOffsetStart: 0n, summaryCrc: 0 });
    this.#builder.writeMagic();
    this.#writeQueued();
    this.abandon();
  }

  abandon(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    closeSync(this.#fd);
  }

  #writeJson(topic: Topic, message: object): void {
    this.#queueSamples();
    this.#queue(topic, toBytes(message));
    this.#writeQueued();
  }

  #queueSamples(): void {
    if (this.#pending === 0) return;
    this.#head[0] = this.#stepCount - this.#pending;
    this.#head[1] = this.#pending;
    this.#queue('signals', this.#message.subarray(0, ROWS_OFFSET + 8 * this.#pending * this.#width));
    this.#pending = 0;
  }

  #queue(topic: Topic, data: Uint8Array): void {
    const channelId = CHANNEL_ID[topic];
    const sequence = this.#sequence[channelId]!;
    this.#sequence[channelId] = sequence + 1;
    const logTime = BigInt(Math.round(Math.max(0, this.#stepCount - 1) * this.#stepS * 1e9));
    this.#builder.writeMessage({ channelId, sequence, logTime, publishTime: logTime, data });
  }

  #writeQueued(): void {
    this.#lastFlushMs = this.#system.nowMs();
    const bytes = this.#builder.buffer;
    if (bytes.length === 0) return;
    try {
      for (let offset = 0; offset < bytes.length; ) offset += this.#system.write(this.#fd, bytes, offset);
    } catch (error) {
      throw writeFailed(this.#path, error);
    }
    this.#crc = crc32(bytes, this.#crc);
    this.#builder.reset();
  }
}

const toBytes = (message: object): Uint8Array => new TextEncoder().encode(JSON.stringify(message));
