import { z } from 'zod';
import { bodyName, boundedRegion } from '../scene/index.js';
import { defineSignal } from './define.js';
import { bodyGroup } from './fields.js';
import { depthBelowSurface, regionRow } from './region-depth.js';
import { pointToBody, pointToWorld, scratch } from './view-vectors.js';

/** Number of bodies, among those listed and present, whose center of mass lies in a region fixed in another body. */
export const bodiesInRegion = defineSignal({
  kind: 'bodies-in-region',
  fields: z.strictObject({
    bodies: bodyGroup().describe('Bodies that are counted.'),
    regionBody: bodyName().describe('Body that carries the region.'),
    region: boundedRegion().describe('The region, placed in the frame of `regionBody`.'),
  }),
  unit: () => '1',
  bind: (spec, index) => {
    const bodies = spec.bodies.map((name) => index.body(name));
    const regionBody = index.body(spec.regionBody);
    const row = regionRow(spec.region);
    const p = scratch();
    return (view) => {
      let count = 0;
      for (let k = 0; k < bodies.length; k++) {
        const body = bodies[k]!;
        if (view.bodyPresent !== undefined && view.bodyPresent[body] === 0) continue;
        for (let i = 0; i < 3; i++) p[i] = view.centerOfMassM[3 * body + i]!;
        pointToWorld(view.pose, body, p, p);
        pointToBody(view.pose, regionBody, p, p);
        if (depthBelowSurface(spec.region, row, p) >= 0) count++;
      }
      return count;
    };
  },
});
