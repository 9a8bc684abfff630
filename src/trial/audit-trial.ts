import { type AuditReport, auditInputOf, auditInterference, chooseBackend } from '../audit/index.js';
import type { Scene } from '../scene/index.js';
import type { Recording } from '../signals/index.js';

export interface AuditTrialOptions {
  readonly abort?: AbortSignal;
  /** Threads of the audit; all cores unless given. Answers do not depend on it. */
  readonly threadCount?: number;
}

/**
 * Interference of the scene's source geometry at the recorded poses, at audit tessellation.
 *
 * @throws GeometryError when a source file has changed or vanished since the scene was loaded
 */
export async function auditTrial(
  scene: Scene,
  recording: Recording,
  { abort, threadCount }: AuditTrialOptions = {},
): Promise<AuditReport> {
  const { settings } = scene.binding;
  return auditInterference(await auditInputOf(scene, settings.auditChordM), recording, {
    createBackend: () =>
      chooseBackend({ prefer: settings.auditBackend, ...(threadCount === undefined ? {} : { threadCount }) }),
    rateHz: settings.auditRateHz,
    alsoAtS: passingTimes(scene, recording),
    volumeToleranceM3: settings.volumeToleranceM3,
    depthToleranceM: settings.depthToleranceM,
    solverAllowanceM: (_bodies, atS) => solverAllowance(recording, atS),
    coordinatesAt: (atS) => coordinatesAt(recording, atS),
    ...(abort === undefined ? {} : { abort }),
  });
}

/** Instants at which signals pass the multiples that the trial wants to be audited at [s]. */
function passingTimes(scene: Scene, recording: Recording): number[] {
  const trial = scene.binding.trials.find(({ id }) => id === recording.trial);
  return (trial?.auditAt ?? []).flatMap(({ signal, every }) => {
    const values = recording.channels.find(({ name }) => name === signal)?.values ?? [];
    const times: number[] = [];
    let last = Math.floor((values[0] ?? 0) / every);
    for (const [i, x] of values.entries()) {
      const now = Math.floor(x / every);
      if (now !== last && Number.isFinite(now)) times.push(i * recording.stepS);
      last = now;
    }
    return times;
  });
}

/** What the solver's own errors can put into an overlap at an instant [m]. */
function solverAllowance(recording: Recording, atS: number): number {
  const step = Math.min(recording.stepCount - 1, Math.max(0, Math.round(atS / recording.stepS)));
  return recording.quality.penetrationM[step]! + recording.quality.jointSeparationM[step]!;
}

function coordinatesAt(recording: Recording, atS: number): Readonly<Record<string, number>> {
  const step = Math.min(recording.stepCount - 1, Math.max(0, Math.round(atS / recording.stepS)));
  const coordinates = recording.channels.filter(
    ({ unit, values }) => (unit === 'rad' || unit === 'm') && Number.isFinite(values[step]),
  );
  return Object.fromEntries(coordinates.map(({ name, values }) => [name, values[step]!]));
}
