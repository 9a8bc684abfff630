import type { Manifold, ManifoldToplevel } from 'manifold-3d';
import type { AuditSolid, PairPoseAnswers, PairPoseBatch, PairState } from '../../../src/audit/backend.js';
import { PAIR_STATE } from '../../../src/audit/backend.js';
import { classifyBatch } from '../../../src/audit/classify.js';
import { fromManifold, loadManifold } from '../../../src/audit/manifold.js';
import { prepareSolid } from '../../../src/audit/posed-solid.js';
import type { Pose } from '../../../src/core/vector.js';
import type { TriangleMesh } from '../../../src/geometry/index.js';

/** A mesh [m] of a solid built with Manifold in millimetres. */
export async function mesh(build: (module: ManifoldToplevel) => Manifold): Promise<TriangleMesh> {
  return fromManifold(build(await loadManifold()));
}

export const watertight = (solidMesh: TriangleMesh): AuditSolid => ({ mesh: solidMesh, isWatertight: true });

/** A block of 40 × 40 × 10 mm with a hole of this many sides and this radius [mm] along z, and `turnDeg` about it. */
export const plateWithHole = (radiusMm: number, sideCount: number, turnDeg = 0): Promise<TriangleMesh> =>
  mesh(({ Manifold: M }) =>
    M.cube([40, 40, 10], true).subtract(M.cylinder(20, radiusMm, radiusMm, sideCount, true).rotate([0, 0, turnDeg])),
  );

export const pin = (radiusMm: number, sideCount: number): Promise<TriangleMesh> =>
  mesh(({ Manifold: M }) => M.cylinder(10, radiusMm, radiusMm, sideCount, true));

/** A closed box of 30 mm with an empty room of 20 mm inside. */
export const hollowBox = (): Promise<TriangleMesh> =>
  mesh(({ Manifold: M }) => M.cube([30, 30, 30], true).subtract(M.cube([20, 20, 20], true)));

/** What the classification says about one pair at one pose of the second in the first. */
export interface Look {
  readonly state: PairState;
  readonly depthM: number;
  readonly clearanceM: number;
  readonly answers: PairPoseAnswers;
}

export function look(first: AuditSolid, second: AuditSolid, pose: Pose, clearanceUpToM = 0): Look {
  const solids = [prepareSolid(first), prepareSolid(second)];
  const batch: PairPoseBatch = {
    pairs: Uint32Array.of(0, 1),
    poses: Float64Array.from([...pose.positionM, ...pose.rotation]),
    clearanceUpToM,
    wantsDepth: true,
  };
  const answers = classifyBatch((index) => solids[index]!, batch);
  return {
    state: PAIR_STATE[answers.state[0]!]!,
    depthM: answers.depthM[0]!,
    clearanceM: answers.clearanceM[0]!,
    answers,
  };
}
