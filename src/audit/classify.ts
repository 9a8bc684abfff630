import { PAIR_STATE, type PairPoseAnswers, type PairPoseBatch, type PairState } from './backend.js';
import { findClosestPoint, newClosestPoint } from './closest-point.js';
import { type DeepestPoint, findPenetration } from './penetration.js';
import {
  beginPose,
  type MatrixPose,
  newMatrixPose,
  type PreparedSolid,
  readPose,
  toFirst,
  toSecond,
} from './posed-solid.js';
import { isInside } from './signed-distance.js';
import { boxGap2, findClearance, findContact, newEdgeCrossings } from './surface-contact.js';
import { newTriangleGap } from './triangle-distance.js';
import { CONTACT_EPS_M, CROSSING, NEAR } from './triangle-pair.js';

const crossings = newEdgeCrossings();
const pose = newMatrixPose();
const gap = newTriangleGap();
const closest = newClosestPoint();
const deepest: DeepestPoint = { depthM: 0, pointM: new Float64Array(3) };
const moved = new Float64Array(3);

/** Returns empty answers for a batch of `count` pair-poses. */
export function newAnswers(count: number): PairPoseAnswers {
  return {
    state: new Uint8Array(count),
    depthM: new Float64Array(count).fill(Number.NaN),
    depthPointM: new Float64Array(3 * count).fill(Number.NaN),
    clearanceM: new Float64Array(count).fill(Number.NaN),
    closestOnFirstM: new Float64Array(3 * count).fill(Number.NaN),
    closestOnSecondM: new Float64Array(3 * count).fill(Number.NaN),
  };
}

/**
 * Returns the answers of a batch, computed on this thread in double precision.
 *
 * @param solid  the prepared solid of an index
 */
export function classifyBatch(solid: (index: number) => PreparedSolid, batch: PairPoseBatch): PairPoseAnswers {
  const count = batch.pairs.length / 2;
  const answers = newAnswers(count);
  for (let i = 0; i < count; i++) {
    const first = solid(batch.pairs[2 * i]!);
    const second = solid(batch.pairs[2 * i + 1]!);
    readPose(batch.poses, 7 * i, pose);
    classifyPose(first, second, i, batch, answers);
  }
  return answers;
}

function classifyPose(
  first: PreparedSolid,
  second: PreparedSolid,
  i: number,
  { wantsDepth, clearanceUpToM, depthFloorM = 0 }: PairPoseBatch,
  answers: PairPoseAnswers,
): void {
  beginPose(second);
  const state = pairState(first, second, wantsDepth);
  answers.state[i] = PAIR_STATE.indexOf(state);
  if (wantsDepth) writeDepth(first, second, state, depthFloorM, i, answers);
  if (!(clearanceUpToM > 0)) return;
  if (state !== 'apart') {
    answers.clearanceM[i] = 0;
    return;
  }
  findClearance(first, second, pose, clearanceUpToM, gap);
  answers.clearanceM[i] = Math.sqrt(gap.distance2);
  if (!Number.isFinite(gap.distance2)) return;
  answers.closestOnFirstM.set(gap.onP, 3 * i);
  answers.closestOnSecondM.set(gap.onQ, 3 * i);
}

function pairState(first: PreparedSolid, second: PreparedSolid, wantsCrossings: boolean): PairState {
  if (boxGap2(first, 0, second, 0, pose) > CONTACT_EPS_M * CONTACT_EPS_M) return 'apart';
  const contact = findContact(first, second, pose, wantsCrossings ? crossings : undefined);
  if (contact === CROSSING) return 'crossing';
  if (holdsComponent(first, second, true) || holdsComponent(second, first, false)) return 'contained';
  return contact === NEAR ? 'touching' : 'apart';
}

/** Whether a connected component of `inner` lies inside `outer`: asked of one vertex of each that is not on its surface. */
function holdsComponent(outer: PreparedSolid, inner: PreparedSolid, isInnerSecond: boolean): boolean {
  if (!outer.isWatertight) return false;
  const { componentVertices, componentStarts } = inner.surface;
  for (let k = 0; k + 1 < componentStarts.length; k++) {
    for (let i = componentStarts[k]!; i < componentStarts[k + 1]!; i++) {
      const side = sideOf(outer, inner, componentVertices[i]!, isInnerSecond, pose);
      if (side === 'inside') return true;
      if (side === 'outside') break;
    }
  }
  return false;
}

function sideOf(
  outer: PreparedSolid,
  inner: PreparedSolid,
  vertex: number,
  isInnerSecond: boolean,
  at: MatrixPose,
): 'inside' | 'outside' | 'on' {
  const v = inner.tree.verticesM;
  const transform = isInnerSecond ? toFirst : toSecond;
  transform(at, v[3 * vertex]!, v[3 * vertex + 1]!, v[3 * vertex + 2]!, moved);
  const [x, y, z] = [moved[0]!, moved[1]!, moved[2]!];
  const { boxes } = outer.tree;
  for (let k = 0; k < 3; k++) {
    if (moved[k]! < boxes[k]! - CONTACT_EPS_M || moved[k]! > boxes[3 + k]! + CONTACT_EPS_M) return 'outside';
  }
  closest.triangle = -1;
  findClosestPoint(outer.tree, x, y, z, Infinity, CONTACT_EPS_M, closest);
  if (closest.distanceM <= CONTACT_EPS_M) return 'on';
  return isInside(outer.tree, outer.surface, x, y, z, closest) ? 'inside' : 'outside';
}

function writeDepth(
  first: PreparedSolid,
  second: PreparedSolid,
  state: PairState,
  floorM: number,
  i: number,
  answers: PairPoseAnswers,
): void {
  if (state === 'apart') {
    answers.depthM[i] = 0;
    return;
  }
  if (!first.isWatertight && !second.isWatertight) return;
  findPenetration(first, second, pose, crossings, floorM, deepest);
  answers.depthM[i] = deepest.depthM;
  answers.depthPointM.set(deepest.pointM, 3 * i);
}
