import { z } from 'zod';
import { createSimplex, reduceSimplex } from '../core/simplex.js';
import { defineSignal } from './define.js';
import { twoGroups } from './fields.js';
import { pointToWorld, rotateToBody, scratch } from './view-vectors.js';

/**
 * Smallest distance between two groups of bodies [m], every body taken as the convex hull of its source geometry: 0 where
 * hulls meet, +∞ while one of the groups is not there. What has come clear of what, the gap between two blades.
 *
 * @limits A hollow, a hook or a ring is as good as full: the hulls meet before the bodies do. Round bodies are read at the
 * extreme points of a few hundred directions: up to 0.02 % of their radius is missed. Clearance of the source geometry itself
 * is the audit's to measure (`audit.clearances`).
 * @source Gilbert, Johnson & Keerthi (1988), IEEE J. Robotics and Automation 4(2), 193–203
 */
export const hullDistance = defineSignal({
  kind: 'hull-distance',
  fields: z.strictObject({
    ...twoGroups(),
  }),
  unit: () => 'm',
  bind: (spec, index) => {
    const hullOf = (name: string): Hull => ({ body: index.body(name), points: index.outlineOf!(name) });
    const pairs = spec.groupA.flatMap((a) => spec.groupB.map((b) => [hullOf(a), hullOf(b)] as const));
    return (view) => {
      let smallest = Number.POSITIVE_INFINITY;
      for (let k = 0; k < pairs.length; k++) {
        const [a, b] = pairs[k]!;
        if (isThere(a, view.bodyPresent) && isThere(b, view.bodyPresent))
          smallest = Math.min(smallest, distanceBetween(view.pose, a, b)); // hands NaN on
      }
      return smallest;
    };
  },
});

interface Hull {
  readonly body: number;
  /** In the body frame [m], 3 numbers each. */
  readonly points: Float64Array;
}

const isThere = ({ body, points }: Hull, present: Uint8Array | undefined): boolean =>
  points.length > 0 && (present === undefined || present[body] !== 0);

/** Share of the distance within which GJK's upper and lower bound agree when it ends. */
const ACCURACY = 1e-9;
/** Below this [m] hulls meet: rounding at the size of a metre. */
const MEETING_M = 1e-12;
const MAX_ITERATIONS = 100;

// Scratch: one process runs one trial at a time and no reader is re-entrant.
const simplex = createSimplex();
const w = scratch();
const [d, direction, point] = [scratch(), scratch(), scratch()];

/**
 * Distance between two hulls [m] by GJK on A ⊖ B: v is its point nearest to the origin so far, w the support along −v, and
 * v·w/|v| ≤ distance ≤ |v|.
 */
function distanceBetween(pose: Float64Array, a: Hull, b: Hull): number {
  const v = simplex.nearest;
  simplex.count = 0;
  v[0] = 1;
  v[1] = 0;
  v[2] = 0;
  let distanceM = Number.POSITIVE_INFINITY;
  for (let k = 0; k < MAX_ITERATIONS; k++) {
    w.fill(0);
    addSupport(pose, a, -1, w);
    addSupport(pose, b, 1, w);
    const vw = v[0]! * w[0]! + v[1]! * w[1]! + v[2]! * w[2]!;
    if (k > 0 && distanceM * distanceM - vw <= ACCURACY * distanceM * distanceM) return distanceM;
    simplex.vertices.set(w, 3 * simplex.count);
    simplex.count++;
    reduceSimplex(simplex);
    const nearerM = Math.hypot(v[0]!, v[1]!, v[2]!);
    if (simplex.count === 4 || nearerM < MEETING_M) return 0;
    // rounding: it comes no nearer
    if (nearerM >= distanceM) return distanceM;
    distanceM = nearerM;
  }
  return distanceM;
}

/** Adds −sense times the point of a hull that is farthest along sense·v (v = `simplex.nearest`) to out, in the world. */
function addSupport(pose: Float64Array, { body, points }: Hull, sense: 1 | -1, out: Float64Array): void {
  const v = simplex.nearest;
  for (let i = 0; i < 3; i++) d[i] = sense * v[i]!;
  rotateToBody(pose, body, d, direction);
  let best = 0;
  let furthest = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < points.length; i += 3) {
    const along = direction[0]! * points[i]! + direction[1]! * points[i + 1]! + direction[2]! * points[i + 2]!;
    if (along > furthest) {
      furthest = along;
      best = i;
    }
  }
  for (let i = 0; i < 3; i++) d[i] = points[best + i]!;
  pointToWorld(pose, body, d, point);
  for (let i = 0; i < 3; i++) out[i]! -= sense * point[i]!;
}
