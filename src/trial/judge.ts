import type { AuditReport } from '../audit/index.js';
import { type CheckKind, type CheckResult, judgeCheck } from '../checks/index.js';
import { invariant } from '../core/errors.js';
import type { Scene } from '../scene/index.js';
import type { Recording } from '../signals/index.js';
import { type JudgedQuality, judgeQuality } from './quality.js';
import type { CheckVerdict, HalvedStep, Status, TrialVerdict } from './verdict.js';

/** Everything that a trial is judged by. */
export interface TrialEvidence {
  readonly scene: Scene;
  readonly trialId: string;
  readonly recording: Recording;
  readonly audit: AuditReport | null;
  readonly wallS: number;
  readonly recordingFile: string | null;
  readonly halvedStep: HalvedStep | null;
}

/**
 * Judges one recorded trial. Pure: the same recording gives the same verdict.
 *
 * FAIL needs trustworthy evidence: a check that fails after the numerics went bad is inconclusive. INCONCLUSIVE: nothing
 * failed, but something was not reached, not measured, not audited, or the numerics are not to be trusted.
 */
export function judgeTrial(evidence: TrialEvidence, kinds: readonly CheckKind[]): TrialVerdict {
  const { scene, recording, audit } = evidence;
  const quality = judgeQuality(recording, scene.binding.settings, evidence.halvedStep);
  const checks = judgeChecks(evidence, kinds).map((check) => distrust(check, quality, evidence.halvedStep));
  const { trustedUntilS: _, ...qualityVerdict } = quality;
  return {
    id: evidence.trialId,
    engine: recording.engine,
    execution: recording.execution,
    status: trialStatus(checks, audit, quality, recording),
    simulatedS: (recording.stepCount - 1) * recording.stepS,
    wallS: evidence.wallS,
    stepCount: recording.stepCount - 1,
    phases: recording.phases.map(({ id, firstStep, lastStep, endedBy }) => ({
      id,
      fromS: firstStep === null ? null : firstStep * recording.stepS,
      toS: lastStep === null ? null : lastStep * recording.stepS,
      endedBy,
    })),
    checks,
    audit,
    quality: qualityVerdict,
    troubles: recording.events
      .filter(({ subject }) => subject === 'engine')
      .map(({ code, message, atS, value }) => ({ code, message, atS, value: value ?? 0 })),
    events: recording.events.filter(({ subject }) => subject !== 'engine'),
    recordingHash: recording.hash,
    recordingFile: evidence.recordingFile,
  };
}

type CheckRecord = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly kind: string;
  readonly requirement?: string;
};

/** The checks of a trial: the standard ones first, then those of the binding, in its order. */
function judgeChecks({ scene, trialId, recording }: TrialEvidence, kinds: readonly CheckKind[]): CheckVerdict[] {
  const trial = scene.binding.trials.find(({ id }) => id === trialId);
  invariant(trial, `trial ${trialId} exists`);
  const bound = (trial.checks as readonly CheckRecord[]).map((record) => {
    const kind = kinds.find((candidate) => candidate.kind === record.kind);
    invariant(kind, `check kind ${record.kind} is registered`);
    return { ...judgeCheck(kind, record, recording), requirement: record.requirement ?? null };
  });
  return [jointsHeld(scene, recording), ...bound];
}

/** No joint is released unless the scene says that releasing it is part of the function. */
function jointsHeld(scene: Scene, recording: Recording): CheckVerdict {
  const mayRelease = new Set(scene.joints.filter(({ record }) => record.mayRelease).map(({ name }) => name));
  const releases = recording.events.filter(
    ({ code, subject }) => code === 'joint_released' && !mayRelease.has(subject),
  );
  const first = releases[0];
  return {
    id: 'joints-held',
    requirement: null,
    status: first === undefined ? 'PASS' : 'FAIL',
    measured: releases.length,
    op: '<=',
    bound: 0,
    unit: '1',
    margin: 0 - releases.length,
    atS: first?.atS ?? null,
    phase: null,
    note: first?.message ?? null,
  };
}

function distrust(check: CheckVerdict, quality: JudgedQuality, halvedStep: HalvedStep | null): CheckVerdict {
  if (halvedStep?.changedChecks.includes(check.id)) {
    return { ...check, status: 'INCONCLUSIVE', note: 'the answer changes at half the step' };
  }
  if (check.status !== 'FAIL' || (check.atS ?? Number.POSITIVE_INFINITY) <= quality.trustedUntilS) return check;
  const note = `failed after the numerics went bad at ${quality.trustedUntilS.toFixed(3)} s`;
  return { ...check, status: 'INCONCLUSIVE', note: check.note === null ? note : `${note}; ${check.note}` };
}

function trialStatus(
  checks: readonly CheckResult[],
  audit: AuditReport | null,
  quality: JudgedQuality,
  recording: Recording,
): Status {
  const isFailed = checks.some(({ status }) => status === 'FAIL') || audit?.status === 'FAIL';
  if (isFailed) return 'FAIL';
  const isOpen =
    recording.execution !== 'completed' ||
    checks.some(({ status }) => status === 'INCONCLUSIVE') ||
    audit?.status !== 'PASS' ||
    quality.status === 'bad';
  return isOpen ? 'INCONCLUSIVE' : 'PASS';
}
