import type { LoadTrack, PoseTrack, Recording } from '../../signals/index.js';
import type { CheckView, TrialVerdict } from '../../trial/index.js';
import type { ColumnPacker, PackedColumn } from './packed.js';
import type { ReplayCheck, ReplayLoads, ReplaySignal, ReplayTrial } from './record.js';
import { thinSignals } from './thin-signals.js';

/** Smallest difference of positions that is kept [m]. */
const POSITION_STEP_M = 1e-7;
/** Largest component of a rotation, as an integer. */
const ROTATION_STEPS = 2 ** 30;

/** Packs one trial: its verdict, its poses, its signals. Without a recording there is only the verdict. */
export function packTrial(
  verdict: TrialVerdict,
  recording: Recording | null,
  views: readonly CheckView[],
  packer: ColumnPacker,
): ReplayTrial {
  const { audit, quality } = verdict;
  return {
    id: verdict.id,
    engine: verdict.engine,
    execution: verdict.execution,
    status: verdict.status,
    simulatedS: verdict.simulatedS,
    wallS: verdict.wallS,
    phases: verdict.phases.map(({ id, fromS, toS }) => ({ id, fromS, toS })),
    checks: verdict.checks.map((check) => replayCheck(check, views)),
    auditStatus: audit === null ? null : audit.status,
    auditText: auditText(verdict),
    violations: (audit?.violations ?? []).map(
      ({ bodies, firstS, worstS, volumeM3, depthM, pointM, boxM, isExplainedBySolver }) => ({
        bodies,
        firstS,
        worstS,
        volumeM3,
        depthM,
        pointM,
        boxM,
        isExplainedBySolver,
      }),
    ),
    events: [
      ...verdict.events.map(({ atS, code, message, subject }) => ({ atS, code, message, subject })),
      ...verdict.troubles.map(({ atS, code, message }) => ({ atS, code, message, subject: 'engine' })),
    ].sort((s, t) => s.atS - t.atS),
    qualityReasons: quality.reasons,
    poses: recording === null || recording.poses.timesS.length === 0 ? null : packPoses(recording.poses, packer),
    ...packSignals(recording, packer),
    loads: recording?.loads === undefined ? null : packLoads(recording.loads, packer),
  };
}

function replayCheck(check: TrialVerdict['checks'][number], views: readonly CheckView[]): ReplayCheck {
  const view = views.find(({ id }) => id === check.id);
  const { id, requirement, status, measured, op, bound, unit, margin, atS, phase, note } = check;
  return {
    ...{ id, requirement, status, measured, op, bound, unit, margin, atS, phase, note },
    signals: view?.signals ?? [],
    fromS: view?.fromS ?? null,
    toS: view?.toS ?? null,
    levels: view?.levels ?? [],
  };
}

function auditText({ audit }: TrialVerdict): string {
  if (audit === null) return 'not audited';
  const scope = `${audit.pairCount} ${audit.pairCount === 1 ? 'pair' : 'pairs'} at ${audit.poseCount} poses`;
  const open = audit.notAudited.map(({ bodies, reason }) => `${bodies.join('–')} not audited: ${reason}`);
  return [audit.violations.length === 0 ? `no overlap in ${scope}` : `looked at ${scope}`, ...open].join('; ');
}

function packPoses(track: PoseTrack, packer: ColumnPacker): NonNullable<ReplayTrial['poses']> {
  const count = track.timesS.length;
  const width = 7 * track.bodies.length;
  const values = new Int32Array(count * width);
  for (let column = 0; column < width; column++) {
    const scale = column % 7 < 3 ? 1 / POSITION_STEP_M : ROTATION_STEPS;
    for (let k = 0; k < count; k++) values[column * count + k] = Math.round(track.values[k * width + column]! * scale);
  }
  const isPresent = new Uint8Array(count * track.bodies.length);
  for (let body = 0; body < track.bodies.length; body++) {
    for (let k = 0; k < count; k++) isPresent[body * count + k] = track.isPresent[k * track.bodies.length + body]!;
  }
  return {
    times: packer.add(Float32Array.from(track.timesS)),
    values: packer.add(values, true),
    positionStepM: POSITION_STEP_M,
    isPresent: packer.add(isPresent, true),
  };
}

function packLoads(loads: LoadTrack, packer: ColumnPacker): ReplayLoads {
  return {
    jointForces: packer.add(Float32Array.from(loads.jointForcesN)),
    contactCounts: packer.add(loads.contactCounts),
    contacts: packer.add(Float32Array.from(loads.contacts)),
  };
}

function packSignals(
  recording: Recording | null,
  packer: ColumnPacker,
): { readonly signalTimes: PackedColumn | null; readonly signals: readonly ReplaySignal[] } {
  if (recording === null || recording.stepCount === 0) return { signalTimes: null, signals: [] };
  const { timesS, columns } = thinSignals(recording);
  return {
    signalTimes: packer.add(timesS),
    signals: recording.channels.map(({ name, unit }, i) => ({ name, unit, values: packer.add(columns[i]!) })),
  };
}
