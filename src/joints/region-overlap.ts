import { createSimplex, reduceSimplex } from '../core/simplex.js';
import type { Pose } from '../core/vector.js';
import type { BoundedRegion } from '../scene/index.js';
import { addSupport, coreContains, createCore, placeCore } from './region-core.js';

// Scratch: one process runs one test at a time and none of them is re-entrant.
const coreA = createCore();
const coreB = createCore();
const simplex = createSimplex();
const w = new Float64Array(3);

/** Below this share of the size of the regions, touching counts as overlap: rounding of double precision. */
const TOUCHING = 1e-12;
const MAX_ITERATIONS = 200;

/**
 * Whether two bounded convex regions share a point, boundaries included.
 *
 * Most joints answer at once: the center of one region lies in the other, or their bounding balls are apart. The rest
 * goes through GJK on the Minkowski difference A ⊖ B: v is its point nearest to the origin so far and w its support
 * along −v, so that v·w/|v| ≤ distance ≤ |v|. The regions are apart as soon as the left side exceeds the margins
 * (spheres), and overlap as soon as the right side does not.
 *
 * @param X_AB    pose of frame b in frame a
 * @param regionA region in frame a (poseInBody is read as pose in frame a)
 * @param regionB region in frame b
 * @limits undecided after 200 iterations (a gap below about 1e-9 of the size, seen only on rims) counts as overlap,
 *         because a release cannot be taken back. Exact to 1e-12 of the size otherwise.
 * @source Gilbert, Johnson & Keerthi (1988), IEEE J. Robotics and Automation 4(2), 193–203
 */
export function regionsOverlap(X_AB: Pose, regionA: BoundedRegion, regionB: BoundedRegion): boolean {
  placeCore(regionA, null, coreA);
  placeCore(regionB, X_AB, coreB);
  if (coreContains(coreA, coreB.centerM) || coreContains(coreB, coreA.centerM)) return true;
  const v = simplex.nearest;
  for (let i = 0; i < 3; i++) v[i] = coreA.centerM[i]! - coreB.centerM[i]!;
  const size = coreA.boundingRadiusM + coreB.boundingRadiusM;
  if (Math.hypot(v[0]!, v[1]!, v[2]!) > size * (1 + TOUCHING)) return false;
  return coresMeet(coreA.marginM + coreB.marginM + TOUCHING * size);
}

/** GJK from the current `simplex.nearest`: whether the two cores come within `reach` [m] of each other. */
function coresMeet(reach: number): boolean {
  const v = simplex.nearest;
  simplex.count = 0;
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
    const vv = v[0]! * v[0]! + v[1]! * v[1]! + v[2]! * v[2]!;
    if (iteration > 0 && vv <= reach * reach) return true;
    writeMinkowskiSupport();
    const vw = v[0]! * w[0]! + v[1]! * w[1]! + v[2]! * w[2]!;
    if (vw > 0 && vw * vw > reach * reach * vv) return false;
    if (hasVertex()) return vv <= reach * reach * (1 + TOUCHING);
    simplex.vertices.set(w, 3 * simplex.count);
    simplex.count++;
    reduceSimplex(simplex);
    if (simplex.count === 4) return true;
  }
  return true;
}

/** w = the point of A ⊖ B farthest along −v. */
function writeMinkowskiSupport(): void {
  const v = simplex.nearest;
  w.fill(0);
  // addSupport with sign −1 looks along −d and subtracts: for A the direction is −v, for B it is +v.
  for (let i = 0; i < 3; i++) v[i] = -v[i]!;
  addSupport(coreA, v, 1, w);
  addSupport(coreB, v, -1, w);
  for (let i = 0; i < 3; i++) v[i] = -v[i]!;
}

/** Whether w is already a vertex: GJK cannot come closer. */
function hasVertex(): boolean {
  const s = simplex.vertices;
  for (let i = 0; i < simplex.count; i++) {
    if (s[3 * i] === w[0] && s[3 * i + 1] === w[1] && s[3 * i + 2] === w[2]) return true;
  }
  return false;
}
