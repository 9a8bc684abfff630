// Properties of the static audit of a scene: a post in a tube, anywhere.
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { SceneInput } from '../../src/index.js';
import { auditScene } from '../../src/trial/index.js';
import { tubeSource } from '../unit/scene/minimal.js';
import { between, motion, settings, TIMEOUT_MS } from './trial-scenes.js';

vi.setConfig({ testTimeout: TIMEOUT_MS });

const POST_M = 0.003;

/** A post of 6 mm in a tube with `clearanceM` more radius, `offsetM` off its axis, both at X. */
const postInTube = (
  clearanceM: number,
  offsetM: number,
  X: SceneInput['bodies'][number]['poseInWorld'],
): SceneInput => ({
  schema: 'mechtrial/scene@1',
  name: 'post-in-tube',
  bodies: [
    {
      name: 'tube',
      isGround: true,
      parts: [{ geometry: tubeSource(POST_M + clearanceM, 0.006, 0.01), material: 'steel' }],
      ...(X === undefined ? {} : { poseInWorld: X }),
    },
    {
      name: 'post',
      parts: [
        {
          geometry: { kind: 'cylinder', radiusM: POST_M, lengthM: 0.02, segmentCount: 48 },
          material: 'steel',
          poseInBody: { positionM: [offsetM, 0, 0] },
        },
      ],
      ...(X === undefined ? {} : { poseInWorld: X }),
    },
  ],
});

const isBad = async (scene: SceneInput): Promise<boolean> =>
  (await auditScene(scene, null, { backend: 'wasm' })).status !== 'PASS';

test('more clearance never adds an interference, wherever the scene stands', async () => {
  let [bad, good] = [0, 0];
  await fc.assert(
    fc.asyncProperty(between(-2e-4, 4e-4), between(0, 4e-4), between(0, 3e-4), motion, async (c, more, offset, X) => {
      const [tight, loose] = [await isBad(postInTube(c, offset, X)), await isBad(postInTube(c + more, offset, X))];
      if (loose) expect(tight).toBe(true);
      if (tight) bad++;
      else good++;
    }),
    settings(10, 300),
  );
  // both answers occur: the property is not empty
  expect(Math.min(bad, good)).toBeGreaterThan(0);
});

test('a post that overlaps its tube by more than the tolerance all round is found, one with play is not', async () => {
  await fc.assert(
    fc.asyncProperty(motion, async (X) => {
      expect(await isBad(postInTube(-1e-4, 0, X))).toBe(true);
      expect(await isBad(postInTube(1e-4, 0, X))).toBe(false);
    }),
    settings(2, 50),
  );
});
