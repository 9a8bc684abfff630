import { KINDS } from '../kinds.js';
import type { Scene } from '../scene/index.js';
import { recordTrial } from './record-trial.js';

/** Time of the trial that a probe simulates [s]. */
const PROBE_S = 0.1;

/** What a trial will cost. */
export interface Cost {
  /** Wall time of the whole trial at the pace of the probe [s]. */
  readonly projectedS: number;
  /** Length of the trial [s]. */
  readonly simulatedS: number;
}

/**
 * Projects the wall time of a trial from a short run of its first phase.
 *
 *   projected = wall of the probe · length of the trial / length of the probe
 *
 * @limits later phases may be dearer (more contacts, a brake that sticks); the first trial of a process reads too dear, since its
 *         code is still being compiled
 */
export async function costProbe(scene: Scene, trialId: string): Promise<Cost> {
  const trial = scene.binding.trials.find(({ id }) => id === trialId)!;
  const simulatedS = trial.phases.reduce((sum, { durationS }) => sum + durationS, 0);
  const [first] = trial.phases;
  const probeS = Math.min(PROBE_S, simulatedS);
  const { until: _, ...phase } = first!;
  const probe = { ...trial, phases: [{ ...phase, durationS: probeS }], checks: [] };
  const short: Scene = {
    ...scene,
    binding: { ...scene.binding, trials: scene.binding.trials.map((other) => (other === trial ? probe : other)) },
  };
  const engine = scene.binding.settings.engine === 'rapier' ? 'rapier' : 'direct';
  const { wallS } = await recordTrial(short, trialId, KINDS, { engine, directory: null, fileName: '' });
  return { projectedS: (wallS * simulatedS) / probeS, simulatedS };
}
