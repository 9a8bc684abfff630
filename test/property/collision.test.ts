/** Random extrusions with holes, turned and placed anywhere, fall into exact convex prisms. */
import fc from 'fast-check';
import type { Manifold } from 'manifold-3d';
import { describe, expect, test } from 'vitest';
import { collisionShapes } from '../../src/collision/index.js';
import { normalizeQuat, type Quat } from '../../src/core/vector.js';
import { hullsOf, partOf } from '../unit/collision/solids.js';

const SETTINGS = { seed: 20261130, numRuns: process.env.MECHTRIAL_FULL === '1' ? 150 : 8 } as const;

const coordinate = fc.double({ min: -1, max: 1, noNaN: true });
const rotation: fc.Arbitrary<Quat> = fc
  .tuple(coordinate, coordinate, coordinate, coordinate)
  .filter((q) => Math.hypot(...q) > 0.1)
  .map((q) => normalizeQuat(q));

/** Radii of a star-shaped outline [mm]: never crossing itself, rarely convex; the hole is a polygon about the middle. */
const extrusion = fc.record({
  radii: fc.array(fc.double({ min: 8, max: 20, noNaN: true }), { minLength: 5, maxLength: 24 }),
  holeCorners: fc.integer({ min: 0, max: 9 }),
  holeRadius: fc.double({ min: 1, max: 5, noNaN: true }),
  height: fc.double({ min: 1, max: 40, noNaN: true }),
  rotation,
});

const ring = (count: number, radius: (i: number) => number, turn: 1 | -1): [number, number][] =>
  Array.from({ length: count }, (_, i) => {
    const angle = (turn * 2 * Math.PI * i) / count;
    return [radius(i) * Math.cos(angle), radius(i) * Math.sin(angle)];
  });

describe('extrusions', () => {
  test('are exact, each way, and every piece is convex for the engine', async () => {
    await fc.assert(
      fc.asyncProperty(extrusion, async ({ radii, holeCorners, holeRadius, height, rotation: q }) => {
        const contours = [ring(radii.length, (i) => radii[i]!, 1)];
        if (holeCorners >= 3) contours.push(ring(holeCorners, () => holeRadius, -1));
        const part = await partOf((m): Manifold => m.Manifold.extrude(contours, height), 'extrusion', q);
        const { deviation, findings, pieces } = await collisionShapes(part, { cacheDirectory: null });
        expect(findings).toEqual([]);
        // Corners pass through single precision (4e-9 m at 0.07 m); a section of the tilted walls adds as much again.
        expect(deviation.outsideDepthM).toBeLessThan(1e-7);
        expect(deviation.missingDepthM).toBeLessThan(1e-7);
        expect(deviation.outsideM3 / deviation.sourceM3).toBeLessThan(1e-5);
        expect(deviation.missingM3 / deviation.sourceM3).toBeLessThan(1e-5);
        expect(deviation.blockedHoles).toEqual([]);
        for (const { vertices, normals, offsets } of hullsOf(pieces)) {
          for (let f = 0; f < offsets.length; f++) {
            for (let v = 0; v < vertices.length; v += 3) {
              const along =
                normals[3 * f]! * vertices[v]! +
                normals[3 * f + 1]! * vertices[v + 1]! +
                normals[3 * f + 2]! * vertices[v + 2]!;
              expect(along - offsets[f]!).toBeLessThan(1e-9);
            }
          }
        }
      }),
      SETTINGS,
    );
  });
});
