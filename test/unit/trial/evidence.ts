import type { AuditReport, Interference } from '../../../src/audit/index.js';
import type { Binding } from '../../../src/index.js';
import { KINDS } from '../../../src/kinds.js';
import { loadScene, type Scene } from '../../../src/scene/index.js';
import { hashRecording, type Recording, type RecordingEvent } from '../../../src/signals/index.js';
import { judgeTrial, type TrialEvidence } from '../../../src/trial/judge.js';
import type { TrialVerdict } from '../../../src/trial/verdict.js';
import { recordingOf, sampled } from '../checks/recording-of.js';
import { pendulumBinding, type pendulumScene } from '../scene/minimal.js';

/** Samples of the made-up trial: 0 … 200 ms in steps of 1 ms. */
export const STEPS = 200;

type StatisticCheck = Extract<NonNullable<Binding['trials'][number]['checks']>[number], { kind: 'statistic' }>;

/** The pendulum with two phases of 0.1 s and one check on each: the angle reaches 0.05 rad, then 0.15 rad, or `check`. */
export function loadPendulum(
  more: { mayRelease?: boolean; check?: Pick<StatisticCheck, 'statistic' | 'op' | 'bound'> } = {},
): Promise<Scene> {
  const binding = pendulumBinding();
  const scene = binding.scene as ReturnType<typeof pendulumScene>;
  Object.assign(scene.joints![0]!, { mayRelease: more.mayRelease ?? false });
  const reaches = (id: string, phase: string, bound: number) =>
    ({
      kind: 'statistic',
      id,
      requirement: 'R1',
      signal: 'angle',
      statistic: 'max',
      op: '>=',
      bound,
      unit: 'rad',
      window: { phase },
    }) as const;
  return loadScene(
    {
      ...binding,
      requirements: [{ id: 'R1', text: 'It swings.' }],
      trials: [
        {
          id: 'T1',
          phases: [
            { id: 'first', durationS: 0.1 },
            { id: 'second', durationS: 0.1 },
          ],
          checks: [reaches('near', 'first', 0.05), { ...reaches('far', 'second', 0.15), ...more.check }],
        },
      ],
    },
    KINDS,
  );
}

export interface Changes {
  readonly angle?: (t: number) => number;
  readonly execution?: Recording['execution'];
  readonly phases?: Recording['phases'];
  readonly events?: readonly RecordingEvent[];
  readonly quality?: Partial<Record<keyof Recording['quality'], (t: number) => number>>;
  readonly totals?: Partial<Recording['totals']>;
  readonly stepCount?: number;
  readonly stepS?: number;
}

/** A recording of the pendulum's two phases; the angle grows by 1 rad/s unless changed. */
export function recordingFor(changes: Changes = {}): Recording {
  const stepCount = changes.stepCount ?? STEPS + 1;
  const column = (f: (t: number) => number) => sampled(STEPS, f).subarray(0, stepCount);
  const base = recordingOf(
    { angle: column(changes.angle ?? ((t) => t)) },
    {
      execution: changes.execution ?? 'completed',
      phases: changes.phases ?? [
        { id: 'first', firstStep: 0, lastStep: 100, endedBy: 'duration' },
        { id: 'second', firstStep: 100, lastStep: STEPS, endedBy: 'duration' },
      ],
    },
  );
  const qualityColumn = (key: keyof Recording['quality']) => column(changes.quality?.[key] ?? (() => 0));
  const quality: Recording['quality'] = {
    jointSeparationM: qualityColumn('jointSeparationM'),
    penetrationM: qualityColumn('penetrationM'),
    energyResidualJ: qualityColumn('energyResidualJ'),
    residualM: qualityColumn('residualM'),
  };
  const recording = {
    ...base,
    ...(changes.stepS === undefined ? {} : { stepS: changes.stepS }),
    trial: 'T1',
    quality,
    events: changes.events ?? [],
    totals: { ...base.totals, ...changes.totals },
  };
  return { ...recording, hash: hashRecording(recording) };
}

/** An audit without findings, or with the given ones. */
export function auditOf(violations: readonly Interference[] = [], more: Partial<AuditReport> = {}): AuditReport {
  const isFailed = violations.some(({ isExplainedBySolver }) => !isExplainedBySolver);
  return {
    status: isFailed ? 'FAIL' : violations.length > 0 ? 'INCONCLUSIVE' : 'PASS',
    backend: 'wasm',
    volumeBackend: 'manifold-wasm',
    poseCount: 3,
    coverage: null,
    pairCount: 1,
    violations,
    nearMisses: [],
    exclusions: [],
    notAudited: [],
    repairs: [],
    clearances: [],
    ...more,
  };
}

/** An overlap of the two bodies, 4.1 mm³ and 0.21 mm deep, from `firstS` on. */
export const overlap = (firstS: number, isExplainedBySolver = false): Interference => ({
  bodies: ['post', 'arm'],
  parts: ['post', 'arm'],
  firstS,
  worstS: firstS + 0.02,
  phase: 'first',
  volumeM3: 4.1e-9,
  depthM: 2.1e-4,
  pointM: [0.0121, 0.004, 0],
  boxM: { min: [0.012, 0.003, -0.001], max: [0.013, 0.005, 0.001] },
  volumeToleranceM3: 1e-9,
  depthToleranceM: 5e-5,
  isExplainedBySolver,
});

/** Judges a recording of the pendulum. */
export function judged(
  scene: Scene,
  changes: Changes = {},
  more: Partial<Pick<TrialEvidence, 'audit' | 'halvedStep'>> = {},
): TrialVerdict {
  return judgeTrial(
    {
      scene,
      trialId: 'T1',
      recording: recordingFor(changes),
      audit: auditOf(),
      wallS: 0.01,
      recordingFile: null,
      halvedStep: null,
      ...more,
    },
    KINDS.checks,
  );
}

/** Status of one check of a verdict. */
export const statusOf = (verdict: TrialVerdict, id: string): string | undefined =>
  verdict.checks.find((check) => check.id === id)?.status;

/** Every number anywhere in a value, with its place. */
export function numbersIn(value: unknown, path = ''): [string, number][] {
  if (typeof value === 'number') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => numbersIn(item, `${path}/${key}`));
}
