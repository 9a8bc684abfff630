import { z } from 'zod';
import { defineSignal } from './define.js';
import { bodyGroup, referenceBody, worldAxis } from './fields.js';
import { axisInBody, rotateToWorld, scratch } from './view-vectors.js';

/**
 * Size of a group of bodies along an axis of a reference body [m]: from the lowest to the highest point of their source
 * geometry, the present ones. The folded length, the open gap of two jaws from outside.
 *
 * @limits round bodies are read at the extreme points of a few hundred directions: up to 0.02 % of their radius is missed
 */
export const extent = defineSignal({
  kind: 'extent',
  fields: z.strictObject({
    bodies: bodyGroup().describe('Bodies that are measured together.'),
    reference: referenceBody().describe('The body that the axis turns with.'),
    axis: worldAxis(),
  }),
  unit: () => 'm',
  bind: (spec, index) => {
    const bodies = spec.bodies.map((name) => index.body(name));
    const points = spec.bodies.map((name) => index.outlineOf!(name));
    const reference = index.body(spec.reference);
    const e_R = axisInBody(index, spec.reference, spec.axis);
    const e = scratch();
    return (view) => {
      rotateToWorld(view.pose, reference, e_R, e);
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      for (let k = 0; k < bodies.length; k++) {
        const body = bodies[k]!;
        if (view.bodyPresent !== undefined && view.bodyPresent[body] === 0) continue;
        const row = 7 * body;
        const offset = e[0]! * view.pose[row]! + e[1]! * view.pose[row + 1]! + e[2]! * view.pose[row + 2]!;
        const outline = points[k]!;
        for (let i = 0; i < outline.length; i += 3) {
          rotatePoint(view.pose, row, outline, i);
          const along = offset + e[0]! * turned[0]! + e[1]! * turned[1]! + e[2]! * turned[2]!;
          low = Math.min(low, along);
          high = Math.max(high, along);
        }
      }
      return high >= low ? high - low : 0;
    };
  },
});

const turned = new Float64Array(3);

/** turned = R_WB · p for the point at offset i. */
function rotatePoint(pose: Float64Array, row: number, points: Float64Array, i: number): void {
  const x = points[i]!;
  const y = points[i + 1]!;
  const z = points[i + 2]!;
  const ux = pose[row + 3]!;
  const uy = pose[row + 4]!;
  const uz = pose[row + 5]!;
  const w = pose[row + 6]!;
  const tx = 2 * (uy * z - uz * y);
  const ty = 2 * (uz * x - ux * z);
  const tz = 2 * (ux * y - uy * x);
  turned[0] = x + w * tx + uy * tz - uz * ty;
  turned[1] = y + w * ty + uz * tx - ux * tz;
  turned[2] = z + w * tz + ux * ty - uy * tx;
}
