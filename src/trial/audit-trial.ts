import { type AuditInput, type AuditReport, auditInterference, chooseBackend } from '../audit/index.js';
import { loadPart } from '../geometry/index.js';
import type { Scene, SceneBody } from '../scene/index.js';
import type { Recording } from '../signals/index.js';

/**
 * Interference of the scene's source geometry at the recorded poses, at audit tessellation.
 *
 * @throws GeometryError when a source file has changed or vanished since the scene was loaded
 */
export async function auditTrial(scene: Scene, recording: Recording, abort?: AbortSignal): Promise<AuditReport> {
  const { settings } = scene.binding;
  return auditInterference(await auditInput(scene), recording, {
    createBackend: () => chooseBackend({ prefer: settings.auditBackend }),
    rateHz: settings.auditRateHz,
    volumeToleranceM3: settings.volumeToleranceM3,
    depthToleranceM: settings.depthToleranceM,
    solverAllowanceM: (_bodies, atS) => solverAllowance(recording, atS),
    coordinatesAt: (atS) => coordinatesAt(recording, atS),
    ...(abort === undefined ? {} : { abort }),
  });
}

/** The scene as the audit sees it: every body, at audit tessellation, with a way to tessellate finer. */
export async function auditInput(scene: Scene): Promise<AuditInput> {
  const chordM = scene.binding.settings.auditChordM;
  const bodies = await Promise.all(scene.bodies.slice(1).map((body) => auditBody(scene, body, chordM)));
  return {
    bodies,
    exclusions: scene.audit.exclusions,
    elasticBodies: scene.audit.elasticBodies,
    clearances: scene.audit.clearances,
  };
}

async function auditBody(scene: Scene, body: SceneBody, chordM: number): Promise<AuditInput['bodies'][number]> {
  const partsAt = (chord: number) =>
    Promise.all(
      body.parts.map(({ name, record }) =>
        loadPart(record.geometry, { name, baseDirectory: scene.baseDirectory, chordM: chord }),
      ),
    );
  const parts = await partsAt(chordM);
  const isExact = parts.some((part) => part.chordM > 0);
  return {
    name: body.name,
    parts: parts.map((part, i) => ({ part, poseInBody: body.parts[i]!.poseInBody })),
    refine: isExact ? partsAt : null,
  };
}

/** What the solver's own errors can put into an overlap at an instant [m]. */
function solverAllowance(recording: Recording, atS: number): number {
  const step = Math.min(recording.stepCount - 1, Math.max(0, Math.round(atS / recording.stepS)));
  return recording.quality.penetrationM[step]! + recording.quality.jointSeparationM[step]!;
}

function coordinatesAt(recording: Recording, atS: number): Readonly<Record<string, number>> {
  const step = Math.min(recording.stepCount - 1, Math.max(0, Math.round(atS / recording.stepS)));
  const angles = recording.channels.filter(({ unit }) => unit === 'rad' || unit === 'm');
  return Object.fromEntries(angles.map(({ name, values }) => [name, values[step]!]));
}
