import { expect, test } from 'vitest';
import { inspectFile } from '../../../src/geometry/index.js';
import { issueOf, REALCAD, scratchDirectory, writeInto } from './fixtures.js';

test('STEP: units, mass at a density, cylinders and planes, how to pick', async () => {
  const report = await inspectFile('cadquery_red_cube_blue_cylinder.step', {
    baseDirectory: REALCAD,
    densityKgPerM3: 1250,
    chordM: 1e-5,
  });
  expect(report).toMatchObject({
    schema: 'mechtrial/file-report@1',
    file: 'cadquery_red_cube_blue_cylinder.step',
    format: 'step',
    lengthUnit: 'm',
    chordM: 1e-5,
    densityKgPerM3: 1250,
    warnings: [],
  });
  expect(report.hash).toMatch(/^sha256:[0-9a-f]{64}$/);
  const [cylinder, cube] = report.solids;
  expect(cube).toMatchObject({ index: 1, name: 'red_cube', path: ['red_cube'], componentCount: 1, faceCount: 6 });
  expect(cube!.massKg).toBeCloseTo(1.25e-3, 12);
  expect(cube!.volumeErrorM3).toBe(0);
  expect(cube!.cylinders).toEqual([]);
  expect(cube!.planes).toHaveLength(6);
  expect(cylinder!.cylinders).toMatchObject([{ isHole: false }]);
  const exact = Math.PI * 0.005 ** 2 * 0.01;
  expect(Math.abs(cylinder!.volumeM3 - exact)).toBeLessThan(cylinder!.volumeErrorM3);
  // 2πr·L × 10 µm, over a volume of 785 mm³
  expect(cylinder!.volumeErrorM3 / exact).toBeLessThan(0.0041);
});

test('cylinders come largest first', async () => {
  const { solids } = await inspectFile('lowcostrobot_gripper_moving_part.step', { baseDirectory: REALCAD });
  const size = solids[0]!.cylinders.map((c) => c.radiusM * c.lengthM * c.sweepRad);
  expect(size.length).toBeGreaterThan(3);
  expect(size).toEqual([...size].sort((a, b) => b - a));
  expect(solids[0]!.massKg).toBeNull();
});

test('a report is JSON', async () => {
  const report = await inspectFile('stackchan_horn.step', { baseDirectory: REALCAD });
  expect(JSON.parse(JSON.stringify(report))).toEqual(report);
});

test('a file that cannot be read is a GeometryError', async () => {
  const directory = scratchDirectory();
  const file = writeInto(directory, 'cut.step', 'ISO-10303-21;\nHEADER;\n');
  expect(await issueOf(inspectFile(file, { baseDirectory: directory }))).toMatchObject({
    code: 'step_truncated',
    file,
  });
});
