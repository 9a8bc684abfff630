import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { auditInterference, chooseBackend, listBackends } from '../../../src/audit/index.js';
import { closePart, loadFileParts, loadPart, type TriangleMesh } from '../../../src/geometry/index.js';
import { at, inputOf, meshBody, partBody, restOf, solidBody } from './bodies.js';
import { mesh } from './solids.js';

const available = (await listBackends()).filter(({ isAvailable }) => isAvailable).map(({ name }) => name);

/** A ball of 10 mm radius without the triangles of one vertex: a small hole, flat within the sag of its neighbours. */
async function punctured(): Promise<{ readonly whole: TriangleMesh; readonly open: TriangleMesh }> {
  // a dimple of 0.4 mm on the top face of a block is cut into a fan that is left out
  const whole = await mesh(({ Manifold: M }) =>
    M.cube([10, 10, 10], true).add(M.cylinder(1, 0.3, 0.3, 12).translate([0, 0, 4.5])),
  );
  const { verticesM: v, triangles } = whole;
  const isTop = (t: number): boolean => [0, 1, 2].every((k) => v[3 * triangles[3 * t + k]! + 2]! > 0.00549);
  const kept = Array.from({ length: triangles.length / 3 }, (_, t) => t).filter((t) => !isTop(t));
  const open = Uint32Array.from(kept.flatMap((t) => [...triangles.subarray(3 * t, 3 * t + 3)]));
  return { whole, open: { verticesM: v, triangles: open } };
}

describe.each(available)('a block whose boss has no top, on %s', (prefer) => {
  const options = { createBackend: () => chooseBackend({ prefer }) };

  test('is closed, said to be, and audited like the whole one', async () => {
    const { whole, open } = await punctured();
    const other = await solidBody('other', { kind: 'box', sizeM: [0.01, 0.01, 0.01] });
    const look = async (given: TriangleMesh) => {
      const bodies = [await meshBody('block', given), other];
      return auditInterference(inputOf(bodies), restOf(bodies, { other: at(0.001, 0.002, 0.009) }), options);
    };
    const mended = await look(open);
    const reference = await look(whole);
    expect(mended.repairs).toMatchObject([{ body: 'block', part: 'block', openEdgeCount: 12, filledLoopCount: 1 }]);
    // 12 chords of 2·0.3·sin 15° mm
    expect(mended.repairs[0]!.largestPerimeterM).toBeCloseTo(24 * 0.3e-3 * Math.sin(Math.PI / 12), 9);
    expect(mended).toMatchObject({ status: 'FAIL', notAudited: [] });
    expect(mended.violations[0]!.volumeM3).toBeCloseTo(reference.violations[0]!.volumeM3, 14);
    expect(mended.violations[0]!.depthM).toBeCloseTo(reference.violations[0]!.depthM, 9);
    expect(reference.repairs).toEqual([]);
  });
});

test('a part that lacks a face as large as itself is not closed', async () => {
  const { whole } = await punctured();
  const part = await loadPart({ kind: 'mesh', verticesM: whole.verticesM, triangles: whole.triangles.slice(3) });
  const top = Math.max(...[0, 1, 2].map((k) => Math.abs(whole.verticesM[3 * whole.triangles[k]!]!)));
  // the first triangle is one of the large ones
  expect(top).toBeGreaterThan(0.004);
  expect(closePart(part)).toBeNull();
});

test('the STEP solid of the corpus that is not watertight, by a sliver of 0.13 mm, is closed and said to be', async () => {
  const file = join(import.meta.dirname, '../../fixtures/realcad/so101_Motor_holder_SO101_Base.step');
  const [part] = await loadFileParts({ file }, { chordM: 1e-5 });
  expect(part!.isWatertight).toBe(false);
  const bodies = [partBody(part!), await solidBody('probe', { kind: 'box', sizeM: [0.002, 0.002, 0.002] }, at(0.5))];
  const options = { createBackend: () => chooseBackend() };
  const report = await auditInterference(inputOf(bodies), restOf(bodies), options);
  expect(report).toMatchObject({ status: 'PASS', notAudited: [], repairs: [{ openEdgeCount: 6, filledLoopCount: 1 }] });
  // the sliver's corners are at (−36.0, −49.1, −21.7) and (−35.9, −49.0, −21.8) mm
  expect(report.repairs[0]!.largestPerimeterM).toBeLessThan(4e-4);
});
