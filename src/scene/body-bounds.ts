import { transformPoint, type Vec3 } from '../core/vector.js';
import type { SceneBody } from './scene.js';

/** Corners of a box along the axes [m]. */
export interface Bounds {
  readonly minM: Vec3;
  readonly maxM: Vec3;
}

/** Bounding box of a body's source geometry, along the axes of the body frame [m]; null where it has none. */
export function bodyBounds({ parts }: SceneBody): Bounds | null {
  return boundsOfPoints(
    parts.flatMap(({ part, poseInBody }) => {
      const { verticesM } = part.mesh;
      const points: Vec3[] = [];
      for (let i = 0; i + 2 < verticesM.length; i += 3) {
        points.push(transformPoint(poseInBody, [verticesM[i]!, verticesM[i + 1]!, verticesM[i + 2]!]));
      }
      return points;
    }),
  );
}

/** Bounding box, in the world, of the boxes of bodies as the scene has them [m]; null where none has geometry. */
export function sceneBounds(bodies: readonly SceneBody[]): Bounds | null {
  return boundsOfPoints(
    bodies.flatMap((body) => {
      const box = bodyBounds(body);
      return box === null ? [] : cornersOf(box).map((corner) => transformPoint(body.poseInWorld, corner));
    }),
  );
}

/** The eight corners of a box. */
export function cornersOf({ minM, maxM }: Bounds): Vec3[] {
  const ends = [minM, maxM] as const;
  return [0, 1, 2, 3, 4, 5, 6, 7].map((k): Vec3 => [ends[k & 1]![0], ends[(k >> 1) & 1]![1], ends[(k >> 2) & 1]![2]]);
}

function boundsOfPoints(points: readonly Vec3[]): Bounds | null {
  if (points.length === 0) return null;
  const minM: [number, number, number] = [Infinity, Infinity, Infinity];
  const maxM: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (const point of points) {
    for (const i of [0, 1, 2] as const) {
      minM[i] = Math.min(minM[i], point[i]);
      maxM[i] = Math.max(maxM[i], point[i]);
    }
  }
  return { minM, maxM };
}
