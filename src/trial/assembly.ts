import type { Scene } from '../scene/index.js';
import type { RecordedTrial } from './record-trial.js';
import type { CheckVerdict, TrialVerdict } from './verdict.js';

/** Adds the `assembles` check to a trial that ran, and what its file lost. */
export function assembles(verdict: TrialVerdict, recorded: RecordedTrial): TrialVerdict {
  const parted = recorded.partedJoints;
  const check = assemblyCheck(
    parted.length,
    0,
    '1',
    parted.length === 0 ? null : `the regions of these joints are apart in the initial pose: ${parted.join(', ')}`,
  );
  const troubles =
    recorded.writeError === null
      ? verdict.troubles
      : [
          ...verdict.troubles,
          { code: 'write_failed', message: recorded.writeError, atS: verdict.simulatedS, value: 0 },
        ];
  return {
    ...verdict,
    status: check.status === 'FAIL' ? 'FAIL' : verdict.status,
    checks: [check, ...verdict.checks],
    troubles,
  };
}

/** What this file reads of a check's record. */
type CheckRecord = Pick<CheckVerdict, 'id' | 'op' | 'bound' | 'unit'> & { readonly requirement?: string | undefined };

/** The verdict of a candidate that does not assemble: nothing is simulated, every other check is not measured. */
export function notAssembled(scene: Scene, trialId: string, engine: 'direct' | 'rapier'): TrialVerdict {
  const worst = scene.assembly.reduce((x, y) => (y.measured / y.bound > x.measured / x.bound ? y : x));
  const trial = scene.binding.trials.find(({ id }) => id === trialId)!;
  const message = scene.assembly.map((finding) => finding.message).join('; ');
  const open = (trial.checks as readonly CheckRecord[]).map(
    ({ id, op, bound, unit, requirement }): CheckVerdict => ({
      id,
      requirement: requirement ?? null,
      status: 'INCONCLUSIVE',
      measured: null,
      op,
      bound,
      unit,
      margin: null,
      atS: null,
      phase: null,
      note: 'the candidate does not assemble',
    }),
  );
  return {
    id: trialId,
    engine,
    execution: 'failed',
    status: 'FAIL',
    simulatedS: 0,
    wallS: 0,
    stepCount: 0,
    phases: trial.phases.map(({ id }) => ({ id, fromS: null, toS: null, endedBy: null })),
    checks: [assemblyCheck(worst.measured, worst.bound, worst.unit, message), ...open],
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
    recordingHash: '',
    recordingFile: null,
  };
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
