import {
  composePose,
  frameFromAxis,
  invertPose,
  type Pose,
  subtract,
  transformPoint,
  type Vec3,
} from '../core/vector.js';
import type { Part } from '../geometry/index.js';
import type { JointSide } from './auto-region.js';
import type { BoundedRegion } from './region.js';

/** Whether a region (in the joint frame) meets the surface of a side's source geometry, or lies inside its material. */
export function touchesGeometry(side: JointSide, region: BoundedRegion): boolean {
  return side.parts.some(({ part, poseInBody }) => {
    const X_RP = composePose(invertPose(composePose(side.frame, region.poseInBody)), poseInBody);
    return surfaceMeets(part, X_RP, region) || isInside(part, transformPoint(invertPose(X_RP), [0, 0, 0]));
  });
}

function surfaceMeets(part: Part, X_RP: Pose, region: BoundedRegion): boolean {
  const { triangles, verticesM } = part.mesh;
  const finest = smallestSize(region) / 16;
  const point = (i: number): Vec3 => {
    const v = 3 * triangles[i]!;
    return transformPoint(X_RP, [verticesM[v]!, verticesM[v + 1]!, verticesM[v + 2]!]);
  };
  for (let i = 0; i < triangles.length; i += 3) {
    if (triangleMeets(point(i), point(i + 1), point(i + 2), region, finest)) return true;
  }
  return false;
}

/** Splits a triangle until a corner lies in the region, it is surely outside, or it is finer than the region. */
function triangleMeets(p: Vec3, q: Vec3, r: Vec3, region: BoundedRegion, finest: number): boolean {
  if (contains(region, p) || contains(region, q) || contains(region, r)) return true;
  const center: Vec3 = [(p[0] + q[0] + r[0]) / 3, (p[1] + q[1] + r[1]) / 3, (p[2] + q[2] + r[2]) / 3];
  const reach = Math.max(
    Math.hypot(...subtract(p, center)),
    Math.hypot(...subtract(q, center)),
    Math.hypot(...subtract(r, center)),
  );
  if (Math.hypot(...center) > reach + boundingRadius(region)) return false;
  if (reach < finest) return contains(region, center);
  const half = (u: Vec3, v: Vec3): Vec3 => [(u[0] + v[0]) / 2, (u[1] + v[1]) / 2, (u[2] + v[2]) / 2];
  const [pq, qr, rp] = [half(p, q), half(q, r), half(r, p)];
  return (
    triangleMeets(p, pq, rp, region, finest) ||
    triangleMeets(pq, q, qr, region, finest) ||
    triangleMeets(rp, qr, r, region, finest) ||
    triangleMeets(pq, qr, rp, region, finest)
  );
}

function contains(region: BoundedRegion, p: Vec3): boolean {
  if (region.kind === 'sphere') return Math.hypot(...p) <= region.radiusM;
  if (region.kind === 'box') return p.every((x, k) => Math.abs(x) <= region.sizeM[k]! / 2);
  return Math.hypot(p[0], p[1]) <= region.radiusM && Math.abs(p[2]) <= region.lengthM / 2;
}

function boundingRadius(region: BoundedRegion): number {
  if (region.kind === 'sphere') return region.radiusM;
  return region.kind === 'box' ? Math.hypot(...region.sizeM) / 2 : Math.hypot(region.radiusM, region.lengthM / 2);
}

function smallestSize(region: BoundedRegion): number {
  if (region.kind === 'sphere') return 2 * region.radiusM;
  return region.kind === 'box' ? Math.min(...region.sizeM) : Math.min(2 * region.radiusM, region.lengthM);
}

/** Parity of the surface crossings of a ray from `p` (part frame) in a direction that meets no mesh edge by chance. */
function isInside(part: Part, p: Vec3): boolean {
  if (!part.isWatertight) return false;
  const frame = frameFromAxis(p, [0.3713906763541037, 0.5570860145311556, 0.7427813527082074]);
  const X_RP = invertPose(frame);
  const { triangles, verticesM } = part.mesh;
  let crossings = 0;
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => {
      const v = 3 * triangles[i + k]!;
      return transformPoint(X_RP, [verticesM[v]!, verticesM[v + 1]!, verticesM[v + 2]!]);
    }) as [Vec3, Vec3, Vec3];
    const side = (u: Vec3, v: Vec3) => u[0] * v[1] - u[1] * v[0];
    const [wa, wb, wc] = [side(b, c), side(c, a), side(a, b)];
    if (!((wa > 0 && wb > 0 && wc > 0) || (wa < 0 && wb < 0 && wc < 0))) continue;
    if ((wa * a[2] + wb * b[2] + wc * c[2]) / (wa + wb + wc) > 0) crossings++;
  }
  return crossings % 2 === 1;
}
