import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Binding, type OpenedRun, openRun, runTrial } from '../../../src/trial/index.js';

/** Two boxes without a joint: one stands, one falls past it and is only there in the second phase. */
export function fallingBinding(): Binding {
  const box = (sizeM: [number, number, number]) => [{ geometry: { kind: 'box' as const, sizeM }, material: 'steel' }];
  return {
    schema: 'mechtrial/binding@1',
    name: 'falling',
    scene: {
      schema: 'mechtrial/scene@1',
      name: 'falling',
      bodies: [
        { name: 'post', isGround: true, parts: box([0.02, 0.02, 0.1]) },
        {
          name: 'ball',
          isEnvironment: true,
          isPresent: false,
          parts: [{ geometry: { kind: 'sphere', radiusM: 0.01, segmentCount: 16 }, material: 'steel' }],
          poseInWorld: { positionM: [0.1, 0, 0.05] },
        },
        {
          name: 'vane',
          parts: box([0.03, 0.01, 0.002]),
          poseInWorld: { positionM: [-0.1, 0, 0] },
          angularVelocityRadPerS: [0, 0, 40],
        },
      ],
    },
    signals: [
      { kind: 'body-position', name: 'ball.height', body: 'ball', pointM: [0.1, 0, 0.05], axis: [0, 0, 1] },
      { kind: 'body-speed', name: 'vane.speed', body: 'vane' },
    ],
    trials: [
      {
        id: 'T1',
        phases: [
          { id: 'alone', durationS: 0.1 },
          { id: 'drop', durationS: 0.1, place: [{ body: 'ball' }] },
        ],
        checks: [
          { kind: 'statistic', id: 'falls', signal: 'vane.speed', statistic: 'final', op: '>=', bound: 5, unit: 'm/s' },
        ],
      },
    ],
  };
}

/** Runs a binding into a folder of its own, opens it, and removes the folder afterwards. */
export async function withRun<T>(binding: Binding, use: (run: OpenedRun) => Promise<T> | T): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'mechtrial-run-'));
  try {
    await runTrial(binding, { outDirectory: folder });
    return await use(await openRun(folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
