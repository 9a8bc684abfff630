import { closeSync, openSync, readSync } from 'node:fs';
import { McapStreamReader, type McapTypes } from '@mcap/core';
import type { z } from 'zod';
import type { LoadSample } from './load-track.js';
import { CHANNEL_ID, endMessage, eventMessage, metaMessage, phaseMessage, ROWS_OFFSET } from './mcap-layout.js';
import { CONTACT_WIDTH, type PhaseRecord, type Recording, type RecordingEvent } from './recording.js';
import { reasonOf, unreadable } from './recording-error.js';
import type { RecordingHeader } from './recording-header.js';
import { RowStore } from './row-store.js';
import { poseWidth, type RecordingParts, sampleWidth, sealRecording } from './seal-recording.js';

const PIECE_BYTES = 1 << 20;

/**
 * Reads a recording file, complete or broken off. A file without an end is one whose trial was interrupted: everything
 * up to its last whole message is returned, with execution 'stopped-interrupted'.
 *
 * @throws RecordingError `read_failed` when the file cannot be opened, `not_a_recording` when it does not begin like
 *         one, `damaged` when a complete file does not have the hash that was written with it
 */
export function readRecording(path: string): Recording {
  const gathered = new Gathered();
  try {
    readRecords(path, (message) => gathered.take(message));
  } catch (error) {
    if (isSystemError(error)) {
      const fix = 'Give the path of a recording (*.mcap) that this user may read.';
      throw unreadable('read_failed', path, `the recording cannot be read: ${reasonOf(error)}`, fix);
    }
    // A torn or overwritten tail: what came before it counts.
  }
  const { parts, end } = gathered;
  if (parts === null) {
    const fix = 'Give a file written by mechtrial; a trial killed before its first sample leaves nothing to read.';
    throw unreadable('not_a_recording', path, 'the file does not begin with the header of a recording', fix);
  }
  if (end === null) return sealRecording(parts, { execution: 'stopped-interrupted' });
  const recording = sealRecording(parts, end);
  if (recording.hash !== end.hash) {
    const fix = 'Run the trial again; the file was changed after it was written.';
    throw unreadable('damaged', path, `the recording has the hash ${recording.hash}, not its own ${end.hash}`, fix);
  }
  return recording;
}

type Gathering = RecordingParts & {
  readonly loads: LoadSample[];
  readonly phases: PhaseRecord[];
  readonly events: RecordingEvent[];
};

/** Messages of a file, put together as they come. */
class Gathered {
  parts: Gathering | null = null;
  end: z.output<typeof endMessage> | null = null;

  take(message: McapTypes.Message): void {
    const { channelId, data } = message;
    if (channelId === CHANNEL_ID.meta) {
      this.parts = startParts(metaMessage.parse(fromBytes(data)));
      return;
    }
    const { parts } = this;
    if (parts === null) throw new SyntaxError('a message came before the header');
    if (channelId === CHANNEL_ID.signals) takeRows(parts, data);
    else if (channelId === CHANNEL_ID.poses) parts.poses.append(readDoubles(data, 0, parts.poses.width), NOTHING);
    else if (channelId === CHANNEL_ID.loads) parts.loads.push(readLoads(data));
    else if (channelId === CHANNEL_ID.events) parts.events.push(withoutUndefined(eventMessage.parse(fromBytes(data))));
    else if (channelId === CHANNEL_ID.phases) parts.phases.push(phaseMessage.parse(fromBytes(data)));
    else if (channelId === CHANNEL_ID.end) this.end = endMessage.parse(fromBytes(data));
  }
}

const NOTHING = new Float64Array(0);

function startParts(header: RecordingHeader): Gathering {
  return {
    header,
    samples: new RowStore(sampleWidth(header)),
    poses: new RowStore(poseWidth(header)),
    loads: [],
    phases: [],
    events: [],
  };
}

function takeRows(parts: Gathering, data: Uint8Array): void {
  const { width, rowCount } = parts.samples;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const count = view.getUint32(4, true);
  if (view.getUint32(0, true) !== rowCount) throw new SyntaxError('a block of samples is missing');
  const rows = readDoubles(data, ROWS_OFFSET, count * width);
  for (let k = 0; k < count; k++) parts.samples.append(rows.subarray(k * width, (k + 1) * width), NOTHING);
}

function readLoads(data: Uint8Array): LoadSample {
  const [jointCount = 0, contactCount = 0] = readDoubles(data.subarray(0, 16), 0, 2);
  const row = readDoubles(data, 0, 2 + 3 * jointCount + CONTACT_WIDTH * contactCount);
  return { jointForcesN: row.slice(2, 2 + 3 * jointCount), contacts: row.slice(2 + 3 * jointCount) };
}

/** A copy of `count` doubles from `offset`, which need not be aligned. */
function readDoubles(data: Uint8Array, offset: number, count: number): Float64Array {
  if (data.length !== offset + 8 * count) throw new SyntaxError('a message has the wrong length');
  return new Float64Array(data.slice(offset).buffer);
}

function withoutUndefined(event: z.output<typeof eventMessage>): RecordingEvent {
  const { value, ...rest } = event;
  return value === undefined ? rest : { ...rest, value };
}

const fromBytes = (data: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(data));

const isSystemError = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

/** Hands every message of an MCAP file on, in order; throws what the parser throws at the first torn record. */
function readRecords(path: string, take: (message: McapTypes.Message) => void): void {
  const fd = openSync(path, 'r');
  try {
    const reader = new McapStreamReader({ validateCrcs: true });
    const piece = new Uint8Array(PIECE_BYTES);
    for (;;) {
      const length = readSync(fd, piece, 0, PIECE_BYTES, null);
      if (length === 0) return;
      reader.append(piece.subarray(0, length));
      for (let record = reader.nextRecord(); record !== undefined; record = reader.nextRecord()) {
        if (record.type === 'Message') take(record);
      }
      if (reader.done()) return;
    }
  } finally {
    closeSync(fd);
  }
}
