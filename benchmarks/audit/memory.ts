/** Child process: audits a pair of 100k-triangle spheres at 1000 poses and prints its peak memory [MB]. */
import { createNativeBackend } from '../../src/audit/index.js';
import { sphere } from './shapes.js';

const POSES = 1000;
const mesh = sphere(0.02, 224, 224);
const backend = createNativeBackend();
await backend.load([
  { mesh, isWatertight: true },
  { mesh, isWatertight: true },
]);
const poses = new Float64Array(7 * POSES);
for (let k = 0; k < POSES; k++) poses.set([0.0399 + 1e-6 * k, 0, 0, 0, 0, 0, 1], 7 * k);
await backend.classify({
  pairs: Uint32Array.from({ length: 2 * POSES }, (_, i) => i % 2),
  poses,
  wantsDepth: true,
  clearanceUpToM: 1e-3,
});
await backend.close();
console.log(process.resourceUsage().maxRSS / 1024);
