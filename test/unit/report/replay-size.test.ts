import { expect, test } from 'vitest';
import { KINDS } from '../../../src/kinds.js';
import { packReplay, replayPage } from '../../../src/report/index.js';
import { loadScene } from '../../../src/scene/index.js';
import type { Recording } from '../../../src/signals/index.js';
import type { Binding, Verdict } from '../../../src/trial/index.js';

const BODY_COUNT = 60;
const DURATION_S = 10;

/** A toothed wheel of about 4000 triangles with a rough surface: no two are alike, and none deflates well. */
function wheel(seed: number): { verticesM: number[]; triangles: number[] } {
  const [around, along] = [200, 10];
  const verticesM: number[] = [0, 0, 0, 0, 0, 0.02];
  const rough = (k: number) => 1 + 0.002 * Math.sin(12.9898 * (k + 1) * (seed + 1));
  for (let i = 0; i < along; i++) {
    for (let k = 0; k < around; k++) {
      const radius = 0.02 * rough(i * around + k) * (1 + 0.05 * Math.sign(Math.sin(k)));
      const angle = (2 * Math.PI * k) / around;
      verticesM.push(radius * Math.cos(angle), radius * Math.sin(angle), (0.02 * i) / (along - 1));
    }
  }
  const at = (i: number, k: number) => 2 + i * around + (k % around);
  const triangles: number[] = [];
  for (let k = 0; k < around; k++) {
    triangles.push(0, at(0, k + 1), at(0, k), 1, at(along - 1, k), at(along - 1, k + 1));
    for (let i = 0; i + 1 < along; i++) {
      triangles.push(at(i, k), at(i, k + 1), at(i + 1, k + 1), at(i, k), at(i + 1, k + 1), at(i + 1, k));
    }
  }
  return { verticesM, triangles };
}

test('60 bodies over 10 s fit in 15 MB', async () => {
  const names = Array.from({ length: BODY_COUNT }, (_, i) => `wheel-${i}`);
  const binding: Binding = {
    schema: 'mechtrial/binding@1',
    name: 'many',
    scene: {
      schema: 'mechtrial/scene@1',
      name: 'many',
      bodies: names.map((name, i) => ({
        name,
        parts: [{ geometry: { kind: 'mesh' as const, ...wheel(i) }, material: 'steel' }],
        poseInWorld: { positionM: [0.05 * (i % 10), 0.05 * Math.floor(i / 10), 0] as const },
      })),
    },
    trials: [{ id: 'T1', phases: [{ id: 'turn', durationS: DURATION_S }] }],
  };
  const scene = await loadScene(binding, KINDS);
  const recording = turningRecording(['world', ...names]);
  const page = replayPage(packReplay({ directory: '', scene, verdict: verdictOf(recording), recordings: [recording] }));
  const megabytes = Buffer.byteLength(page) / 1e6;
  console.log(`60 bodies × 10 s, 60 signals: ${megabytes.toFixed(2)} MB`);
  expect(megabytes).toBeLessThan(15);
});

/** Everything turns and shakes at its own frequency; 60 signals. */
function turningRecording(bodies: readonly string[]): Recording {
  const [stepS, intervalS] = [1e-3, 0.02];
  const [stepCount, poseCount] = [DURATION_S / stepS + 1, DURATION_S / intervalS + 1];
  const values = new Float64Array(7 * bodies.length * poseCount);
  for (let k = 0; k < poseCount; k++) {
    for (let b = 0; b < bodies.length; b++) {
      const phase = (1 + b / 7) * k * intervalS;
      const shake = 1e-3 * Math.sin(40 * phase);
      values.set(
        [0.05 * b + shake, shake * shake, 0, 0, 0, Math.sin(phase), Math.cos(phase)],
        7 * (k * bodies.length + b),
      );
    }
  }
  const column = (i: number) =>
    Float64Array.from({ length: stepCount }, (_, k) => Math.sin((1 + i) * k * stepS + Math.sin(k * k)));
  return {
    trial: 'T1',
    engine: 'direct',
    stepS,
    stepCount,
    channels: Array.from({ length: 60 }, (_, i) => ({ name: `s${i}`, unit: 'N' as const, values: column(i) })),
    poses: {
      bodies,
      timesS: Float64Array.from({ length: poseCount }, (_, k) => k * intervalS),
      values,
      isPresent: new Uint8Array(bodies.length * poseCount).fill(1),
    },
    phases: [{ id: 'turn', firstStep: 0, lastStep: stepCount - 1, endedBy: 'duration' }],
    events: [],
    quality: {
      jointSeparationM: new Float64Array(stepCount),
      penetrationM: new Float64Array(stepCount),
      energyResidualJ: new Float64Array(stepCount),
      residualM: new Float64Array(stepCount),
    },
    execution: 'completed',
    totals: { workInJ: 0, peakKineticJ: 0, clampedCount: 0 },
    settings: {},
    hash: 'sha256:0',
  };
}

function verdictOf(recording: Recording): Verdict {
  return {
    schema: 'mechtrial/verdict@1',
    status: 'PASS',
    engine: 'direct',
    summary: '',
    candidate: { name: 'many', revision: 1, hash: '' },
    requirements: [],
    trials: [
      {
        id: 'T1',
        engine: 'direct',
        execution: 'completed',
        status: 'PASS',
        simulatedS: DURATION_S,
        wallS: 1,
        settings: {},
        stepCount: recording.stepCount - 1,
        phases: [{ id: 'turn', fromS: 0, toS: DURATION_S, endedBy: 'duration' }],
        checks: [],
        audit: null,
        quality: {
          status: 'ok',
          maxJointSeparationM: 0,
          maxPenetrationM: 0,
          energyResidualJ: 0,
          energyResidualAllowedJ: 0,
          maxResidualM: 0,
          clampedSteps: 0,
          halvedStep: null,
          reasons: [],
        },
        troubles: [],
        events: [],
        recordingHash: recording.hash,
        recordingFile: null,
      },
    ],
    parameters: [],
    modelModifications: [],
    contactModels: [],
    declarations: [],
    provenance: { hashes: {}, versions: {}, settings: {} },
  };
}
