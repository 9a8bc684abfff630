// Child process of interrupted.test.ts: runs a binding and tells its parent how far it is, until it is killed.
import { writeSync } from 'node:fs';
import { runTrial } from '../../src/index.js';

await runTrial(process.argv[2]!, {
  outDirectory: process.argv[3]!,
  onProgress: ({ simulatedS }) => writeSync(1, `${simulatedS}\n`),
});
