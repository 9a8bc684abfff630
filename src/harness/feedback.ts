import { existsSync } from 'node:fs';
import { type Recording, type RecordingEvent, readRecording } from '../signals/index.js';
import type { CheckVerdict, Status, TrialVerdict, Verdict } from '../trial/index.js';

/** `binary`: the status and nothing else; `full`: everything that helps to repair the design. */
export type FeedbackMode = 'full' | 'binary';

/** What could be seen shortly before something failed. */
export interface Evidence {
  /** The stretch that was looked at [s]. */
  readonly fromS: number;
  readonly toS: number;
  /** Joints that were released, ranges left, bodies placed. */
  readonly events: readonly RecordingEvent[];
  /** Drives that were at their cap, and for which share of the stretch. */
  readonly saturatedDrives: readonly { readonly drive: string; readonly share: number }[];
  /** Recorded contact forces that were not zero, and their largest value [N]. */
  readonly contacts: readonly { readonly signal: string; readonly largestN: number }[];
}

/** A check that failed or could not be judged, with what was seen before. */
export interface CheckFeedback {
  /** `trial/check`: what `--detail` takes. */
  readonly id: string;
  readonly check: CheckVerdict;
  readonly evidence: Evidence | null;
}

export interface Feedback {
  readonly schema: 'mechtrial/feedback@1';
  readonly status: Status;
  readonly candidate: Verdict['candidate'];
  readonly requirements: Verdict['requirements'];
  readonly failed: readonly CheckFeedback[];
  /** Interferences, per trial. */
  readonly interference: readonly {
    readonly id: string;
    readonly trial: string;
    readonly violation: NonNullable<TrialVerdict['audit']>['violations'][number];
  }[];
  /** Why the numerics of a trial are not to be trusted. */
  readonly quality: readonly { readonly trial: string; readonly reasons: readonly string[] }[];
  /** What was not verified: checks that were not measured, trials that were not carried through, parts not audited. */
  readonly notVerified: readonly { readonly id: string; readonly why: string }[];
}

/** Stretch before a failure that evidence is taken from [s]. */
const LOOK_BACK_S = 0.5;
/** An effort is at its cap from this share of it on. */
const AT_CAP = 0.999;
const CONTACT_N = 1e-3;

/**
 * Returns what a verdict says to somebody who repairs the design: failed checks with what was seen before them, overlaps,
 * numerics, and what was not verified. Only files of recordings that are still there are looked into.
 */
export function feedbackOf(verdict: Verdict): Feedback {
  const trials = verdict.trials.map((trial) => ({ trial, recording: recordingOf(trial) }));
  return {
    schema: 'mechtrial/feedback@1',
    status: verdict.status,
    candidate: verdict.candidate,
    requirements: verdict.requirements,
    failed: trials.flatMap(({ trial, recording }) =>
      trial.checks
        .filter(({ status }) => status === 'FAIL')
        .map((check) => ({
          id: `${trial.id}/${check.id}`,
          check,
          evidence: check.atS === null || recording === null ? null : evidenceOf(recording, trial, check.atS),
        })),
    ),
    interference: verdict.trials.flatMap((trial) =>
      (trial.audit?.violations ?? []).map((violation) => ({
        id: `${trial.id}/audit/${violation.bodies.join('-')}`,
        trial: trial.id,
        violation,
      })),
    ),
    quality: verdict.trials
      .filter(({ quality }) => quality.status === 'bad')
      .map(({ id, quality }) => ({ trial: id, reasons: quality.reasons })),
    notVerified: verdict.trials.flatMap(openOf),
  };
}

function recordingOf({ recordingFile }: TrialVerdict): Recording | null {
  return recordingFile !== null && existsSync(recordingFile) ? readRecording(recordingFile) : null;
}

function openOf(trial: TrialVerdict): { id: string; why: string }[] {
  const checks = trial.checks
    .filter(({ status }) => status === 'INCONCLUSIVE')
    .map((check) => ({ id: `${trial.id}/${check.id}`, why: check.note ?? 'not measured' }));
  const execution = trial.execution === 'completed' ? [] : [{ id: trial.id, why: trial.execution }];
  const audit =
    trial.audit === null
      ? [{ id: `${trial.id}/audit`, why: 'was not audited' }]
      : trial.audit.notAudited.map(({ bodies, reason }) => ({
          id: `${trial.id}/audit/${bodies.join('-')}`,
          why: reason,
        }));
  return [...execution, ...checks, ...audit];
}

/**
 * What a recording shows just before an instant.
 *
 * @param atS the instant [s]
 */
export function evidenceOf(recording: Recording, trial: TrialVerdict, atS: number): Evidence {
  const fromS = Math.max(0, atS - LOOK_BACK_S);
  const from = Math.round(fromS / recording.stepS);
  const to = Math.min(recording.stepCount - 1, Math.round(atS / recording.stepS));
  const stretch = (values: Float64Array) => values.subarray(from, to + 1);
  const caps = new Map(
    trial.checks
      .filter(({ id }) => /^drive\/.*-cap$/.test(id))
      .map(({ id, bound }) => [`drive.${id.slice('drive/'.length, -'-cap'.length)}.effort`, bound]),
  );
  const saturated = recording.channels.flatMap(({ name, values }) => {
    const cap = caps.get(name);
    if (cap === undefined || cap === 0) return [];
    const part = stretch(values);
    const share = part.filter((x) => Math.abs(x) >= AT_CAP * cap).length / part.length;
    return share > 0 ? [{ drive: name.slice('drive.'.length, -'.effort'.length), share }] : [];
  });
  const contacts = recording.channels.flatMap(({ name, unit, values }) => {
    if (unit !== 'N' || name.startsWith('drive.')) return [];
    const largestN = stretch(values).reduce((largest, x) => Math.max(largest, Math.abs(x)), 0);
    return largestN > CONTACT_N ? [{ signal: name, largestN }] : [];
  });
  const events = recording.events.filter((event) => event.atS >= fromS && event.atS <= atS);
  return { fromS, toS: atS, events, saturatedDrives: saturated, contacts };
}
