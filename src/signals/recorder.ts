import { invariant } from '../core/errors.js';
import { type LoadSample, loadSample } from './load-track.js';
import type { PhaseRecord, Recording, RecordingEvent } from './recording.js';
import { RecordingError } from './recording-error.js';
import type { RecordingEnd, RecordingHeader } from './recording-header.js';
import { RowStore } from './row-store.js';
import { poseWidth, type RecordingParts, sampleWidth, sealRecording } from './seal-recording.js';

/** Where samples go beside memory: a file that can be read after a crash. All calls in order of time. */
export interface RecordingFile {
  step(values: Float64Array, quality: Float64Array): void;
  pose(timeS: number, pose: Float64Array, isPresent: Uint8Array): void;
  /** Forces at the instant of the pose before it. */
  loads?(jointReaction: Float64Array, contacts: Float64Array, contactCount: number): void;
  event(event: RecordingEvent): void;
  phase(phase: PhaseRecord): void;
  flush(): void;
  /** Writes the end of the recording and closes the file. */
  close(recording: Recording): void;
  /** Closes the file as it is, without an end. */
  abandon(): void;
}

/**
 * Gathers one trial in memory, and in a file if there is one. A file that cannot be written any more is given up: the
 * trial goes on, its recording stays in memory, and `writeError` says what happened.
 */
export class Recorder {
  readonly #parts: RecordingParts & {
    readonly loads: LoadSample[];
    readonly phases: PhaseRecord[];
    readonly events: RecordingEvent[];
  };
  readonly #poseRow: Float64Array;
  #file: RecordingFile | null;
  #writeError: RecordingError | null = null;

  /**
   * @param header what is known before the first sample
   * @param file   where the samples go beside memory, or null
   */
  constructor(header: RecordingHeader, file: RecordingFile | null = null) {
    this.#file = file;
    this.#poseRow = new Float64Array(poseWidth(header));
    this.#parts = {
      header,
      samples: new RowStore(sampleWidth(header)),
      poses: new RowStore(poseWidth(header)),
      loads: [],
      phases: [],
      events: [],
    };
  }

  /** Why the file was given up, or null. */
  get writeError(): RecordingError | null {
    return this.#writeError;
  }

  /**
   * Records one sample; allocates nothing.
   *
   * @param values  one number per channel
   * @param quality `QUALITY_COLUMNS`, the running totals may be missing
   */
  step(values: Float64Array, quality: Float64Array): void {
    const { header, samples } = this.#parts;
    invariant(values.length === header.channels.length, 'a sample has one value per channel');
    samples.append(values, quality);
    try {
      this.#file?.step(values, quality);
    } catch (error) {
      this.#giveUp(error);
    }
  }

  /** Records the pose of all bodies (7 per body) and which of them are present. */
  pose(timeS: number, pose: Float64Array, isPresent: Uint8Array): void {
    const row = this.#poseRow;
    row[0] = timeS;
    row.set(pose, 1);
    row.set(isPresent, 1 + pose.length);
    this.#parts.poses.append(row, NOTHING);
    this.#write((file) => file.pose(timeS, pose, isPresent));
  }

  /**
   * Records the forces at the instant of the pose that was just recorded, for people who look.
   *
   * @param jointReaction 6 per joint: force [N] and torque of a on b
   * @param contacts      `CONTACT_WIDTH` per contact
   */
  loads(jointReaction: Float64Array, contacts: Float64Array, contactCount: number): void {
    this.#parts.loads.push(loadSample(jointReaction, contacts, contactCount));
    this.#write((file) => file.loads?.(jointReaction, contacts, contactCount));
  }

  event(event: RecordingEvent): void {
    this.#parts.events.push(event);
    this.#write((file) => file.event(event));
  }

  /** Records a phase that has ended or was never reached. */
  phase(phase: PhaseRecord): void {
    this.#parts.phases.push(phase);
    this.#write((file) => file.phase(phase));
  }

  /** Makes what was given so far durable. */
  async flush(): Promise<void> {
    this.#write((file) => file.flush());
  }

  /** Ends the recording, in memory and in the file. Nothing may be recorded afterwards. */
  seal(end: RecordingEnd): Recording {
    const recording = sealRecording(this.#parts, end);
    this.#write((file) => file.close(recording));
    this.#file = null;
    return recording;
  }

  #write(action: (file: RecordingFile) => void): void {
    if (this.#file === null) return;
    try {
      action(this.#file);
    } catch (error) {
      this.#giveUp(error);
    }
  }

  #giveUp(error: unknown): void {
    if (!(error instanceof RecordingError)) throw error;
    this.#writeError = error;
    this.#file?.abandon();
    this.#file = null;
  }
}

const NOTHING = new Float64Array(0);
