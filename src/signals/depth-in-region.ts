import { z } from 'zod';
import { bodyName, boundedRegion } from '../scene/index.js';
import { defineSignal } from './define.js';
import { worldPoint } from './fields.js';
import { depthBelowSurface, regionRow } from './region-depth.js';
import { pointInBody, pointToBody, pointToWorld, scratch } from './view-vectors.js';

/**
 * How deep a point of a body is inside a region fixed in another body [m]: distance to the nearest face, negative
 * outside (then minus the distance to the region). The region is placed in the frame of `regionBody`.
 */
export const depthInRegion = defineSignal({
  kind: 'depth-in-region',
  fields: z.strictObject({
    body: bodyName().describe('Body of the point.'),
    pointM: worldPoint().describe('Point in the world at t = 0; it moves with its body.'),
    regionBody: bodyName().describe('Body that carries the region.'),
    region: boundedRegion().describe('The region, placed in the frame of `regionBody`.'),
  }),
  unit: () => 'm',
  bind: (spec, index) => {
    const body = index.body(spec.body);
    const regionBody = index.body(spec.regionBody);
    const p_B = pointInBody(index, spec.body, spec.pointM);
    const row = regionRow(spec.region);
    const p = scratch();
    return (view) => {
      pointToWorld(view.pose, body, p_B, p);
      pointToBody(view.pose, regionBody, p, p);
      return depthBelowSurface(spec.region, row, p);
    };
  },
});
