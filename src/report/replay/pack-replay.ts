import { dot, type Vec3 } from '../../core/vector.js';
import type { BoundedRegion, Scene } from '../../scene/index.js';
import { checkViews, type OpenedRun } from '../../trial/index.js';
import { packMesh } from './pack-mesh.js';
import { packTrial } from './pack-trial.js';
import { ColumnPacker } from './packed.js';
import type { ReplayBody, ReplayMesh, ReplayRecord, ReplayRegion } from './record.js';

/** A replay: what it says, and the block of bytes that its columns of numbers lie in. */
export interface PackedReplay {
  readonly record: ReplayRecord;
  readonly bytes: Uint8Array;
}

/** Packs a run for its page: the source geometry, the recorded poses and signals, the verdict. */
export function packReplay({ scene, verdict, recordings }: OpenedRun): PackedReplay {
  const packer = new ColumnPacker();
  const { bodies, meshes } = packBodies(scene, packer);
  const record: ReplayRecord = {
    schema: 'mechtrial/replay@1',
    candidate: { name: verdict.candidate.name, revision: verdict.candidate.revision },
    status: verdict.status,
    summary: verdict.summary,
    engine: verdict.engine,
    version: verdict.provenance.versions.mechtrial ?? '',
    up: upOf(scene.gravityMPerS2),
    requirements: verdict.requirements.map(({ id, text, status }) => ({ id, text, status })),
    declarations: verdict.declarations,
    bodies,
    meshes,
    joints: scene.joints.map(({ name, record: { kind }, a, b, frameInA, frameInB, regionA, regionB }) => ({
      ...{ name, kind, a, b, frameInA, frameInB },
      regionA: replayRegion(regionA),
      regionB: replayRegion(regionB),
    })),
    trials: verdict.trials.map((trial) => {
      const recording = recordings.find((candidate) => candidate.trial === trial.id) ?? null;
      return packTrial(trial, recording, recording === null ? [] : checkViews(scene, recording), packer);
    }),
  };
  return { record, bytes: packer.bytes() };
}

/** Bodies with their parts; parts with the same source share one mesh. */
function packBodies(scene: Scene, packer: ColumnPacker) {
  const meshes: ReplayMesh[] = [];
  const meshOfHash = new Map<string, number>();
  const bodies: ReplayBody[] = scene.bodies.map((body) => ({
    name: body.name,
    isGround: body.isGround,
    isEnvironment: body.isEnvironment,
    poseInWorld: body.poseInWorld,
    isPresent: body.isPresent,
    parts: body.parts.map(({ name, part, poseInBody }) => {
      const known = meshOfHash.get(part.hash);
      const mesh = known ?? meshes.push(packMesh(part.mesh, packer)) - 1;
      meshOfHash.set(part.hash, mesh);
      return { name, mesh, poseInBody };
    }),
  }));
  return { bodies, meshes };
}

function replayRegion(region: BoundedRegion): ReplayRegion {
  const { poseInBody } = region;
  if (region.kind === 'cylinder') {
    return { kind: 'cylinder', poseInBody, radiusM: region.radiusM, lengthM: region.lengthM };
  }
  if (region.kind === 'box') return { kind: 'box', poseInBody, sizeM: region.sizeM };
  return { kind: 'sphere', poseInBody, radiusM: region.radiusM };
}

function upOf(gravity: Vec3): Vec3 {
  const size = Math.sqrt(dot(gravity, gravity));
  return size < 1e-9 ? [0, 0, 1] : [-gravity[0] / size, -gravity[1] / size, -gravity[2] / size];
}
