import type { Recorder, RecordingFile, RecordingHeader } from '../../../src/signals/index.js';

/** Header of a made-up trial with three channels and two bodies. */
export const header: RecordingHeader = {
  trial: 'T1',
  engine: 'direct',
  stepS: 0.001,
  channels: [
    { name: 'input.angle', unit: 'rad' },
    { name: 'force', unit: 'N' },
    { name: 'gap', unit: 'm' },
  ],
  bodies: ['world', 'arm'],
  phases: ['settle', 'run', 'rest'],
  settings: { engine: 'direct', stepS: 0.001, isExact: true },
};

/** Sample k of the made-up trial, written into `values` and `quality`. */
export function writeSample(k: number, values: Float64Array, quality: Float64Array): void {
  values[0] = Math.sin(k / 50);
  values[1] = k % 7 === 0 ? -0 : k / 3;
  values[2] = k % 11 === 0 ? Number.POSITIVE_INFINITY : k % 13 === 0 ? Number.NaN : 1e-300 * k;
  quality.set([1e-9 * k, 2e-9 * k, -1e-12 * k, 1e-15, 0.01 * k, Math.abs(Math.sin(k / 30)), Math.floor(k / 100)]);
}

/** Plays samples 0 … stepCount − 1 into a recorder or a file: two phases, an event, poses every 20 samples. */
export function playTrial(sink: Recorder | RecordingFile, stepCount: number): void {
  const values = new Float64Array(3);
  const quality = new Float64Array(7);
  const pose = new Float64Array(14);
  const isPresent = new Uint8Array(2);
  for (let k = 0; k < stepCount; k++) {
    writeSample(k, values, quality);
    sink.step(values, quality);
    if (k % 20 === 0) {
      for (let i = 0; i < pose.length; i++) pose[i] = k + i / 16;
      isPresent.set([1, k % 40 === 0 ? 1 : 0]);
      sink.pose(k * header.stepS, pose, isPresent);
    }
    if (k === 50) sink.phase({ id: 'settle', firstStep: 0, lastStep: 50, endedBy: 'duration' });
    if (k === 77)
      sink.event({ atS: 0.077, code: 'range_left', message: 'left — its range', subject: 'spring', value: 0.5 });
    if (k === 78) sink.event({ atS: 0.078, code: 'diverged', message: 'x', subject: 'engine', value: Number.NaN });
  }
}
