import { transformPoint } from '../core/vector.js';
import type { SceneBody } from './scene.js';

const DIRECTION_COUNT = 2000;

/**
 * Points of a body's source geometry that are extreme in some direction, in the body frame [m], 3 numbers each: those
 * found in 2000 directions spread evenly over the sphere (a Fibonacci spiral). Empty without geometry.
 */
export function bodyOutline({ parts }: SceneBody): Float64Array {
  const points = parts.flatMap(({ part, poseInBody }) => {
    const { verticesM } = part.mesh;
    return Array.from({ length: verticesM.length / 3 }, (_, i) =>
      transformPoint(poseInBody, [verticesM[3 * i]!, verticesM[3 * i + 1]!, verticesM[3 * i + 2]!]),
    );
  });
  if (points.length === 0) return new Float64Array(0);
  const chosen = new Set<number>();
  for (let k = 0; k < DIRECTION_COUNT; k++) {
    const z = 1 - (2 * k + 1) / DIRECTION_COUNT;
    const r = Math.sqrt(1 - z * z);
    const angle = k * Math.PI * (3 - Math.sqrt(5));
    const [x, y] = [r * Math.cos(angle), r * Math.sin(angle)];
    let best = 0;
    let furthest = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < points.length; i++) {
      const [px, py, pz] = points[i]!;
      const along = x * px + y * py + z * pz;
      if (along > furthest) {
        furthest = along;
        best = i;
      }
    }
    chosen.add(best);
  }
  return Float64Array.from([...chosen].sort((a, b) => a - b).flatMap((i) => [...points[i]!]));
}
