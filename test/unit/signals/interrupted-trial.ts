// Child process of mcap.test.ts: records for ever, telling its parent how far it is, until it is killed.
import { writeSync } from 'node:fs';
import { openRecordingWriter, Recorder } from '../../../src/signals/index.js';
import { header, writeSample } from './short-trial.js';

/** Writes a line to the parent; its pipe does not block, so a full one is tried again. */
function tell(line: string): void {
  for (;;) {
    try {
      writeSync(1, line);
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
    }
  }
}

const recorder = new Recorder(header, openRecordingWriter(process.argv[2]!, header));
const values = new Float64Array(3);
const quality = new Float64Array(7);
for (let k = 0; ; k++) {
  writeSample(k, values, quality);
  recorder.step(values, quality);
  tell(`${k}\n`);
}
