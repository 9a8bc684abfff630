import type { Scene } from '../scene/index.js';
import type { Recording } from '../signals/index.js';
import { unrecorded } from './unrecorded.js';
import type { CheckVerdict, TrialVerdict } from './verdict.js';

/**
 * Adds the `assembles` check to a trial that ran, and what its file lost.
 *
 * A joint released before the first step was apart in the initial pose: the recording says so, and says it again when it
 * is judged again.
 *
 * @param writeError why the recording's file is incomplete, or null
 */
export function assembles(verdict: TrialVerdict, recording: Recording, writeError: string | null): TrialVerdict {
  const check = initialAssembly(recording);
  const lost =
    writeError === null ? [] : [{ code: 'write_failed', message: writeError, atS: verdict.simulatedS, value: null }];
  return {
    ...verdict,
    status: check.status === 'FAIL' ? 'FAIL' : verdict.status,
    checks: [check, ...verdict.checks],
    troubles: [...verdict.troubles, ...lost],
  };
}

function initialAssembly(recording: Recording): CheckVerdict {
  const parted = recording.events
    .filter(({ code, atS }) => code === 'joint_released' && atS === 0)
    .map(({ subject }) => subject);
  if (parted.length > 0) {
    const note = `the regions of these joints are apart in the initial pose: ${parted.join(', ')}`;
    return assemblyCheck(parted.length, 0, '1', note);
  }
  const check = assemblyCheck(0, 0, '1', null);
  if (recording.stepCount > 1) return check;
  const note = 'the trial broke off before its first step';
  return { ...check, status: 'INCONCLUSIVE', measured: null, margin: null, atS: null, note };
}

/** The verdict of a candidate that does not assemble: nothing is simulated, every other check is not measured. */
export function notAssembled(scene: Scene, trialId: string, engine: 'direct' | 'rapier'): TrialVerdict {
  const worst = scene.assembly.reduce((x, y) => (y.measured / y.bound > x.measured / x.bound ? y : x));
  const message = scene.assembly.map((finding) => finding.message).join('; ');
  return unrecorded(scene, trialId, engine, {
    execution: 'failed',
    status: 'FAIL',
    note: 'the candidate does not assemble',
    judged: [assemblyCheck(worst.measured, worst.bound, worst.unit, message)],
  });
}

function assemblyCheck(measured: number, bound: number, unit: 'm' | 'rad' | '1', note: string | null): CheckVerdict {
  return {
    id: 'assembles',
    requirement: null,
    status: measured <= bound ? 'PASS' : 'FAIL',
    measured,
    op: '<=',
    bound,
    unit,
    margin: bound - measured,
    atS: 0,
    phase: null,
    note,
  };
}
