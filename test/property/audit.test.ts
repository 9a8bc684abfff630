import fc from 'fast-check';
import type { ManifoldToplevel } from 'manifold-3d';
import { afterAll, describe, expect, test } from 'vitest';
import { auditInterference, createWasmBackend } from '../../src/audit/index.js';
import { loadManifold, toManifold } from '../../src/audit/manifold.js';
import { intersect } from '../../src/audit/overlap-solid.js';
import { composePose, normalizeQuat, type Pose, transformPoint, type Vec3 } from '../../src/core/vector.js';
import { boxMesh, cylinderMesh, loadPart, sphereMesh, type TriangleMesh } from '../../src/geometry/index.js';
import { inputOf, meshBody, restOf, wasm } from '../unit/audit/bodies.js';
import { hollowBox, look, mesh, plateWithHole, watertight } from '../unit/audit/solids.js';

const SETTINGS = { seed: 20261130, numRuns: process.env.MECHTRIAL_FULL ? 1000 : 120 } as const;

const module: ManifoldToplevel = await loadManifold();

/** Convex and non-convex solids of 5 to 40 mm. */
const SOLIDS: readonly TriangleMesh[] = [
  boxMesh([0.02, 0.014, 0.008]),
  cylinderMesh(0.006, 0.02, 24),
  sphereMesh(0.009, 20),
  await plateWithHole(8, 32),
  await hollowBox(),
  await mesh(({ Manifold: M }) => M.cube([30, 30, 8]).subtract(M.cube([22, 22, 20]).translate([8, 8, -5]))),
  await mesh(({ Manifold: M }) => M.cube([3, 3, 3], true).add(M.cube([4, 4, 4], true).translate([15, 0, 0]))),
];

const solid = fc.integer({ min: 0, max: SOLIDS.length - 1 }).map((i) => watertight(SOLIDS[i]!));
// uniform, without bias to 0 and ±1: where features coincide exactly, which samples count as inside is a matter of rounding
const unit = fc.noBias(fc.integer({ min: -1_000_000, max: 1_000_000 })).map((n) => n / 1e6);
const rotation = fc
  .tuple(unit, unit, unit, unit)
  .filter((q) => Math.hypot(...q) > 0.1)
  .map((q) => normalizeQuat(q));
const poseWithin = (reachM: number): fc.Arbitrary<Pose> =>
  fc.record({
    positionM: fc.tuple(unit, unit, unit).map(([x, y, z]): Vec3 => [x * reachM, y * reachM, z * reachM]),
    rotation,
  });

/** The exact overlap, by one Boolean on this thread. */
function overlapOf(first: TriangleMesh, second: TriangleMesh, { positionM, rotation: q }: Pose) {
  const [a, b] = [toManifold(module, first)!, toManifold(module, second)!];
  const overlap = intersect(a, b, Float64Array.of(...positionM, ...q), 0);
  a.delete();
  b.delete();
  return overlap;
}

function movedBy(pose: Pose, { verticesM, triangles }: TriangleMesh): TriangleMesh {
  const moved = new Float64Array(verticesM.length);
  for (let i = 0; i < moved.length; i += 3) {
    moved.set(transformPoint(pose, [verticesM[i]!, verticesM[i + 1]!, verticesM[i + 2]!]), i);
  }
  return { verticesM: moved, triangles };
}

describe('classification against exact overlap solids', () => {
  test('sees every overlap, and none where there is none', () => {
    const counts = { apart: 0, overlapping: 0 };
    fc.assert(
      fc.property(solid, solid, poseWithin(0.025), (first, second, pose) => {
        const { state, depthM } = look(first, second, pose);
        const { volumeM3, areaM2 } = overlapOf(first.mesh, second.mesh, pose);
        // below 1e-5 mm an overlap counts as contact
        const thicknessM = areaM2 > 0 ? (2 * volumeM3) / areaM2 : 0;
        if (state === 'apart') expect(thicknessM).toBeLessThan(1e-8);
        if (thicknessM > 1e-8) expect(depthM).toBeGreaterThan(0);
        if (depthM > 1e-8) expect(volumeM3).toBeGreaterThan(0);
        counts[state === 'apart' ? 'apart' : 'overlapping']++;
      }),
      SETTINGS,
    );
    // the poses try both sides
    expect(Math.min(counts.apart, counts.overlapping)).toBeGreaterThan(SETTINGS.numRuns / 6);
  });

  test('reads a depth that is reached inside the overlap', () => {
    fc.assert(
      fc.property(solid, solid, poseWithin(0.02), (first, second, pose) => {
        const { depthM, answers } = look(first, second, pose);
        fc.pre(depthM > 1e-8); // less is contact, which a Boolean need not see
        const { boxM } = overlapOf(first.mesh, second.mesh, pose);
        for (const k of [0, 1, 2] as const) {
          // rounding of the two computations of one point
          expect(answers.depthPointM[k]!).toBeGreaterThan(boxM.min[k] - 1e-12);
          expect(answers.depthPointM[k]!).toBeLessThan(boxM.max[k] + 1e-12);
        }
      }),
      SETTINGS,
    );
  });
});

describe('moving and turning both bodies together', () => {
  test('changes no state, depth, clearance or volume', () => {
    fc.assert(
      fc.property(solid, solid, poseWithin(0.03), poseWithin(0.5), (first, second, pose, shift) => {
        // first solid with its vertices moved, the second posed to match
        const movedFirst = watertight(movedBy(shift, first.mesh));
        const before = look(first, second, pose, 0.1);
        const after = look(movedFirst, second, composePose(shift, pose), 0.1);
        expect(after.state).toBe(before.state);
        // coordinates of 0.5 m carry 1e-16 m; a nearest feature is found through some ten operations
        expect(Math.abs(after.depthM - before.depthM)).toBeLessThan(1e-13);
        expect(Math.abs(after.clearanceM - before.clearanceM)).toBeLessThan(1e-13);
      }),
      SETTINGS,
    );
  });

  test('changes no violation of an audit', async () => {
    await fc.assert(
      fc.asyncProperty(solid, solid, poseWithin(0.02), poseWithin(0.5), async (first, second, pose, shift) => {
        const bodies = [await meshBody('a', first.mesh), await meshBody('b', second.mesh)];
        const rest = await auditInterference(inputOf(bodies), restOf(bodies, { b: pose }), wasm);
        const moved = await auditInterference(
          inputOf(bodies),
          restOf(bodies, { a: shift, b: composePose(shift, pose) }),
          wasm,
        );
        expect(moved.violations.length).toBe(rest.violations.length);
        for (const [i, violation] of rest.violations.entries()) {
          expect(Math.abs(moved.violations[i]!.depthM - violation.depthM)).toBeLessThan(1e-12);
          expect(Math.abs(moved.violations[i]!.volumeM3 / violation.volumeM3 - 1)).toBeLessThan(1e-9);
        }
      }),
      { ...SETTINGS, numRuns: 20 },
    );
  });
});

describe('more clearance', () => {
  test('never adds an interference', async () => {
    const sides = 48;
    const pinOf = async (name: string, radiusM: number) => ({
      name,
      parts: [
        {
          part: await loadPart({ kind: 'cylinder', radiusM, lengthM: 0.02, segmentCount: sides }, { name }),
          poseInBody: { positionM: [0, 0, 0] as const, rotation: [0, 0, 0, 1] as const },
        },
      ],
      refine: null,
    });
    const plate = await meshBody('plate', await plateWithHole(5, sides));
    const seen = { violation: 0, none: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(unit, unit).map(([x, y]): Vec3 => [x * 3e-4, y * 3e-4, 0]),
        unit.map((gap) => Math.abs(gap) * 4e-4),
        unit.map((more) => Math.abs(more) * 2e-4),
        async (positionM, gapM, moreM) => {
          const count = async (radiusM: number): Promise<number> => {
            const bodies = [plate, await pinOf('pin', radiusM)];
            const poses = restOf(bodies, { pin: { positionM, rotation: [0, 0, 0, 1] } });
            return (await auditInterference(inputOf(bodies), poses, wasm)).violations.length;
          };
          const [tight, loose] = [await count(5e-3 - gapM), await count(5e-3 - gapM - moreM)];
          expect(loose).toBeLessThanOrEqual(tight);
          seen[tight > 0 ? 'violation' : 'none']++;
        },
      ),
      { ...SETTINGS, numRuns: 25 },
    );
    expect(Math.min(seen.violation, seen.none)).toBeGreaterThan(2);
  });
});

describe('a backend', () => {
  const backend = createWasmBackend({ threadCount: 1 });
  afterAll(() => backend.close());

  test('gives the same overlap whichever solid comes first', async () => {
    await backend.load(SOLIDS.map(watertight));
    await fc.assert(
      fc.asyncProperty(fc.nat(SOLIDS.length - 1), fc.nat(SOLIDS.length - 1), poseWithin(0.02), async (i, j, pose) => {
        const { positionM: p, rotation: q } = pose;
        const back = transformPoint({ positionM: [0, 0, 0], rotation: [-q[0], -q[1], -q[2], q[3]] }, [
          -p[0],
          -p[1],
          -p[2],
        ]);
        const poses = Float64Array.of(...p, ...q, ...back, -q[0], -q[1], -q[2], q[3]);
        const [there, here] = await backend.overlap(Uint32Array.of(i, j, j, i), poses);
        // 1e-6 mm³: what two orders of the same Boolean were seen to differ by
        expect(Math.abs(there!.volumeM3 - here!.volumeM3)).toBeLessThan(1e-15);
      }),
      { ...SETTINGS, numRuns: 40 },
    );
  });
});
