import type { AuditReport } from '../audit/index.js';
import { type CheckKind, type CheckResult, holds, isNotMeasured, judgeCheck, resolveWindow } from '../checks/index.js';
import { invariant } from '../core/errors.js';
import type { CheckWindow, Scene } from '../scene/index.js';
import type { Recording, RecordingEvent } from '../signals/index.js';
import { rangesHeld } from './model-ranges.js';
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
 * FAIL needs trustworthy evidence: a check that fails, or an overlap that begins, after the numerics went bad is inconclusive. INCONCLUSIVE: nothing
 * failed, but something was not reached, not measured, not audited, or the numerics are not to be trusted.
 */
export function judgeTrial(evidence: TrialEvidence, kinds: readonly CheckKind[]): TrialVerdict {
  const { scene, recording } = evidence;
  const quality = judgeQuality(recording, scene.binding.settings, evidence.halvedStep);
  const checks = judgeChecks(evidence, kinds, quality.trustedUntilS).map((check) =>
    withHalvedStep(check, evidence.halvedStep),
  );
  const audit = evidence.audit && distrustAudit(evidence.audit, quality);
  const stepCount = Math.max(0, recording.stepCount - 1);
  const { trustedUntilS: _, ...qualityVerdict } = quality;
  return {
    id: evidence.trialId,
    engine: recording.engine,
    execution: recording.execution,
    status: trialStatus(checks, audit, quality, recording),
    simulatedS: stepCount * recording.stepS,
    wallS: evidence.wallS,
    stepCount,
    settings: recording.settings,
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
      .map(({ code, message, atS, value }) => ({ code, message, atS, value: finiteOrNull(value ?? 0) })),
    events: recording.events.filter(({ subject }) => subject !== 'engine').map(withFiniteValue),
    recordingHash: recording.hash,
    recordingFile: evidence.recordingFile,
  };
}

type CheckRecord = Readonly<Record<string, unknown>> & {
  readonly kind: string;
  readonly op: CheckResult['op'];
  readonly bound: number;
  readonly window: CheckWindow;
  readonly requirement?: string;
};

/**
 * The checks of a trial: the standard ones first, then those of the binding, in its order. A failure needs evidence from
 * before the numerics went bad.
 */
function judgeChecks(
  { scene, trialId, recording }: TrialEvidence,
  kinds: readonly CheckKind[],
  trustedUntilS: number,
): CheckVerdict[] {
  const trial = scene.binding.trials.find(({ id }) => id === trialId);
  invariant(trial, `trial ${trialId} exists`);
  const bound = (trial.checks as readonly CheckRecord[]).map((record) => {
    const kind = kinds.find((candidate) => candidate.kind === record.kind);
    invariant(kind, `check kind ${record.kind} is registered`);
    const check: CheckVerdict = {
      ...judgeCheck(kind, record, recording),
      requirement: record.requirement ?? null,
    };
    return failsBefore(trustedUntilS, kind, record, recording) ? check : distrusted(check, trustedUntilS);
  });
  const held = jointsHeld(scene, recording);
  const ranges = rangesHeld(scene, recording);
  const standard = isBefore(held.atS ?? 0, trustedUntilS, recording) ? held : distrusted(held, trustedUntilS);
  return [standard, ...(ranges === null ? [] : [ranges]), ...bound];
}

/** Whether an instant is of an earlier recorded step than another: what shares its step with bad numerics comes from them. */
function isBefore(atS: number, otherS: number, { stepS }: Recording): boolean {
  return atS < otherS - stepS / 2;
}

/** Whether a failing check fails by what was recorded before an instant, whatever came after it. */
function failsBefore(trustedUntilS: number, kind: CheckKind, record: CheckRecord, recording: Recording): boolean {
  const window = resolveWindow(record.window, recording);
  if (isNotMeasured(window) || isBefore(window.lastStep * recording.stepS, trustedUntilS, recording)) return true;
  const lastStep = Math.ceil(trustedUntilS / recording.stepS - 1e-9) - 1;
  if (lastStep < window.firstStep || kind.isLasting?.(record, record.op) !== true) return false;
  const outcome = kind.measure(record, { ...window, lastStep }, recording);
  return (
    !isNotMeasured(outcome) && !Number.isNaN(outcome.measured) && !holds(outcome.measured, record.op, record.bound)
  );
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

function withHalvedStep(check: CheckVerdict, halvedStep: HalvedStep | null): CheckVerdict {
  if (halvedStep?.changedChecks.includes(check.id) !== true) return check;
  return { ...check, status: 'INCONCLUSIVE', note: 'the answer changes, or may, at half the step' };
}

function distrusted(check: CheckVerdict, trustedUntilS: number): CheckVerdict {
  if (check.status !== 'FAIL') return check;
  const note = `failed by what came after the numerics went bad at ${trustedUntilS.toFixed(3)} s`;
  return { ...check, status: 'INCONCLUSIVE', note: check.note === null ? note : `${note}; ${check.note}` };
}

/** An audit fails only on an overlap that began while the numerics held. */
function distrustAudit(audit: AuditReport, quality: JudgedQuality): AuditReport {
  const isTrusted = audit.violations.some(
    ({ firstS, isExplainedBySolver }) => !isExplainedBySolver && firstS < quality.trustedUntilS,
  );
  return audit.status === 'FAIL' && !isTrusted ? { ...audit, status: 'INCONCLUSIVE' } : audit;
}

const finiteOrNull = (x: number): number | null => (Number.isFinite(x) ? x : null);

/** JSON cannot hold a value that is not finite: the event then has none. */
function withFiniteValue(event: RecordingEvent): RecordingEvent {
  const { value, ...rest } = event;
  return value === undefined || Number.isFinite(value) ? event : rest;
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
