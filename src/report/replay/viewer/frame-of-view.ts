import { Box3, Matrix4, Quaternion, Vector3 } from 'three';
import type { ReplayRecord } from '../record.js';
import type { Motion } from './motion.js';
import type { PartView } from './part-view.js';

/** What the camera has to hold: points, and the ball around them. */
export interface Ball {
  readonly center: Vector3;
  readonly radius: number;
  readonly points: readonly Vector3[];
}

/** How many instants of the motion are looked at. */
const SAMPLE_COUNT = 32;

/**
 * The ball that holds the mechanism over its motion. What stands still counts only as far as it is of the size of what
 * moves, and what flies away only up to three times the size of the start: a floor or a lost part must not shrink the rest
 * to a dot.
 */
export function mechanismBall(record: ReplayRecord, parts: readonly PartView[], motion: Motion | null): Ball {
  const still: Vector3[] = [];
  const moving: Vector3[] = [];
  const start: Vector3[] = [];
  for (const part of parts) {
    const body = record.bodies[part.body]!;
    const outer = outerPoints(part);
    const placed = (matrix: Matrix4) => outer.map((p) => p.clone().applyMatrix4(matrix));
    const isStill = body.isGround || body.isEnvironment;
    for (const matrix of posesOf(body, part.body, motion)) (isStill ? still : moving).push(...placed(matrix));
    start.push(...placed(initialPose(body)));
  }
  const limit = boxOf(start);
  limit.expandByScalar(radiusOf(limit) * 2);
  const isNear = (p: Vector3) => limit.containsPoint(p);
  const movers = moving.filter(isNear);
  const all = [...start, ...movers, ...still.filter(isNear)];
  const room = boxOf(movers).expandByScalar(radiusOf(boxOf(movers)) * 0.5);
  const isDwarfed = movers.length > 0 && radiusOf(boxOf(all)) > 3 * radiusOf(boxOf(movers));
  const points = isDwarfed ? all.filter((p) => room.containsPoint(p)) : all;
  const box = boxOf(points);
  const center = points.length === 0 ? new Vector3() : box.getCenter(new Vector3());
  return { center, radius: Math.max(radiusOf(box), 1e-4), points };
}

const boxOf = (points: readonly Vector3[]): Box3 => new Box3().setFromPoints([...points]);

const radiusOf = (box: Box3): number => (box.isEmpty() ? 0 : box.getSize(new Vector3()).length() / 2);

/** The vertices of a part that stand out farthest in 26 directions, in its body's frame. */
function outerPoints({ mesh, group }: PartView): readonly Vector3[] {
  const positions = mesh.geometry.getAttribute('position');
  const best = DIRECTIONS.map(() => ({ reach: Number.NEGATIVE_INFINITY, vertex: 0 }));
  for (let v = 0; v < positions.count; v++) {
    for (const [i, [x, y, z]] of DIRECTIONS.entries()) {
      const reach = x * positions.getX(v) + y * positions.getY(v) + z * positions.getZ(v);
      if (reach > best[i]!.reach) best[i] = { reach, vertex: v };
    }
  }
  group.updateMatrix();
  if (positions.count === 0) return [];
  return best.map(({ vertex }) => new Vector3().fromBufferAttribute(positions, vertex).applyMatrix4(group.matrix));
}

const DIRECTIONS: readonly (readonly [number, number, number])[] = [-1, 0, 1].flatMap((x) =>
  [-1, 0, 1].flatMap((y) => [-1, 0, 1].filter((z) => x !== 0 || y !== 0 || z !== 0).map((z) => [x, y, z] as const)),
);

function initialPose({ poseInWorld: { positionM, rotation } }: ReplayRecord['bodies'][number]): Matrix4 {
  return new Matrix4().compose(new Vector3(...positionM), new Quaternion(...rotation), new Vector3(1, 1, 1));
}

function posesOf(body: ReplayRecord['bodies'][number], index: number, motion: Motion | null): readonly Matrix4[] {
  if (motion === null) return body.isPresent ? [initialPose(body)] : [];
  const { timesS } = motion;
  const endS = timesS[timesS.length - 1] ?? 0;
  const instants = Array.from({ length: SAMPLE_COUNT + 1 }, (_, i) => (i * endS) / SAMPLE_COUNT);
  return instants
    .filter((timeS) => motion.isPresent(index, timeS))
    .map((timeS) => motion.matrix(index, timeS, new Matrix4()));
}

/**
 * How far from the centre a camera that looks along −direction must be, so that every point is in its picture.
 *
 *   d = max over points of z + |x|/tan α_x and z + |y|/tan α_y      x, y across and z towards the camera, from the centre
 */
export function distanceToHold(
  { center, radius, points }: Ball,
  axes: { readonly right: Vector3; readonly up: Vector3; readonly back: Vector3 },
  tangents: readonly [number, number],
): number {
  let distance = 0;
  for (const point of points) {
    const arm = point.clone().sub(center);
    const z = arm.dot(axes.back);
    distance = Math.max(
      distance,
      z + Math.abs(arm.dot(axes.right)) / tangents[0],
      z + Math.abs(arm.dot(axes.up)) / tangents[1],
    );
  }
  return Math.max(distance, radius * 0.5);
}
