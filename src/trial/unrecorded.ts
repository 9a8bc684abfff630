import type { Scene } from '../scene/index.js';
import type { CheckVerdict, TrialVerdict } from './verdict.js';

/** What this file reads of a check's record. */
type CheckRecord = Pick<CheckVerdict, 'id' | 'op' | 'bound' | 'unit'> & { readonly requirement?: string | undefined };

/** How a trial came to leave nothing behind. */
export interface Unrecorded {
  readonly execution: TrialVerdict['execution'];
  readonly status: TrialVerdict['status'];
  /** Why none of its checks was measured. */
  readonly note: string;
  /** Checks that could be judged all the same. */
  readonly judged?: readonly CheckVerdict[];
}

/** The verdict of a trial without a recording: no phase was reached, no check of the binding was measured. */
export function unrecorded(
  scene: Scene,
  trialId: string,
  engine: 'direct' | 'rapier',
  { execution, status, note, judged = [] }: Unrecorded,
): TrialVerdict {
  const trial = scene.binding.trials.find(({ id }) => id === trialId)!;
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
      note,
    }),
  );
  return {
    id: trialId,
    engine,
    execution,
    status,
    simulatedS: 0,
    wallS: 0,
    stepCount: 0,
    settings: {},
    phases: trial.phases.map(({ id }) => ({ id, fromS: null, toS: null, endedBy: null })),
    checks: [...judged, ...open],
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

/** A trial that was interrupted before it began. */
export const neverBegun = (scene: Scene, trialId: string, engine: 'direct' | 'rapier'): TrialVerdict =>
  unrecorded(scene, trialId, engine, {
    execution: 'stopped-interrupted',
    status: 'INCONCLUSIVE',
    note: 'the run was interrupted before this trial began',
  });
