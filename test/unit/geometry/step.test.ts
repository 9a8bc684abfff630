import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { listSolids, loadFileParts, loadPart } from '../../../src/geometry/index.js';
import { externalFiles, stepLengthUnits } from '../../../src/geometry/step-text.js';
import { issueOf, REALCAD, scratchDirectory, writeInto } from './fixtures.js';

const directory = scratchDirectory();
const AS1 = 'caxif_as1-oc-214.stp';
const TWO = 'cadquery_red_cube_blue_cylinder.step';
const read = (file: string) => readFileSync(join(REALCAD, file), 'latin1');
const pick = (file: string, solid?: string | number | { path: string[] }) =>
  loadPart({ kind: 'file', file, ...(solid !== undefined && { solid }) }, { baseDirectory: REALCAD });

describe('picking a solid', () => {
  test('by name, by index and by the end of its path', async () => {
    expect((await pick(TWO, 'red_cube')).massProperties.volumeM3).toBeCloseTo(1e-6, 15);
    expect((await pick(TWO, 1)).name).toBe('red_cube');
    const bolt = await pick(AS1, { path: ['l-bracket-assembly#2', 'bolt#3'] });
    expect(bolt.origin).toBe(`${AS1} → as1 / l-bracket-assembly#2 / bolt#3`);
    expect((await pick(AS1, 'plate')).name).toBe('plate');
  });

  test('several solids and no pick: lists them', async () => {
    const issue = await issueOf(pick(TWO));
    expect(issue).toMatchObject({ code: 'solid_not_picked', file: TWO });
    expect(issue.message).toContain('0: blue_cylinder, 1: red_cube');
  });

  test('a name that fits several: lists those', async () => {
    const issue = await issueOf(pick(AS1, 'nut'));
    expect(issue).toMatchObject({ code: 'solid_ambiguous', part: 'nut' });
    expect(issue.message).toMatch(/fits 8 solids: .*as1 \/ rod-assembly \/ nut#2/);
  });

  test('a name that fits none: offers the closest', async () => {
    const issue = await issueOf(pick(TWO, 'red_cub'));
    expect(issue).toMatchObject({ code: 'solid_not_found', part: 'red_cub' });
    expect(issue.fix).toContain('“red_cube”');
    expect(await issueOf(pick(TWO, 7))).toMatchObject({ code: 'solid_not_found', part: '7' });
    expect(await issueOf(pick(AS1, { path: ['plate', 'bolt'] }))).toMatchObject({ code: 'solid_not_found' });
  });

  test('listSolids gives what picks understand', async () => {
    const listing = await listSolids(AS1, { baseDirectory: REALCAD });
    expect(listing).toHaveLength(18);
    for (const { index, path } of listing) {
      expect((await pick(AS1, { path: [...path] })).hash).toBe((await pick(AS1, index)).hash);
    }
  });
});

describe('units', () => {
  test('an inch file comes in meters', async () => {
    const parts = await loadFileParts({ file: 'caxif_dm1-id-214.stp' }, { baseDirectory: REALCAD });
    expect(parts).toHaveLength(7);
    const bracket = parts.find((part) => part.name === 'l-bracket')!;
    // modelled 50 × 60 × 100 mm in inches; planes are exact, so only the file's own digits limit it
    [0.05, 0.06, 0.1].forEach((size, k) => {
      expect(Math.abs(bracket.boundsM.max[k]! - bracket.boundsM.min[k]! - size)).toBeLessThan(1e-8);
    });
  });

  test('a declared unit is refused', async () => {
    const issue = await issueOf(
      loadPart({ kind: 'file', file: TWO, lengthUnit: 'mm', solid: 0 }, { baseDirectory: REALCAD }),
    );
    expect(issue).toMatchObject({ code: 'unit_not_allowed', file: TWO });
  });

  test('the units of the geometry contexts, not every unit in the file', () => {
    const text =
      "#1=(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.));\r\n#2=(CONVERSION_BASED_UNIT('INCH',#9)LENGTH_UNIT()NAMED_UNIT(#8));\n" +
      "#3=(GEOMETRIC_REPRESENTATION_CONTEXT(3)GLOBAL_UNIT_ASSIGNED_CONTEXT((#2,#5))REPRESENTATION_CONTEXT('',''));";
    expect(stepLengthUnits(text)).toEqual(['in']);
  });
});

describe('files without geometry', () => {
  test('external references only: names the files', async () => {
    const issue = await issueOf(pick('caxif_s1-c5-214_external_refs.stp'));
    expect(issue).toMatchObject({ code: 'external_references_only' });
    for (const name of ['TAIL.stp', 'HEAD.stp', 'MAINBODY.stp', 'FOOT.stp']) expect(issue.message).toContain(name);
    expect(issue.fix).toContain('into one STEP file');
  });

  test('zero solids', async () => {
    const text = read('caxif_s1-c5-214_external_refs.stp').replaceAll('DOCUMENT_FILE', 'DOCUMENT');
    expect(externalFiles(text)).toEqual([]);
    const file = writeInto(directory, 'nothing.stp', text);
    expect(await issueOf(loadPart({ kind: 'file', file }, { baseDirectory: directory }))).toMatchObject({
      code: 'no_solids',
      file,
    });
  });
});

describe('damaged files', () => {
  const load = (file: string) => loadPart({ kind: 'file', file, solid: 0 }, { baseDirectory: directory });

  test.each([0.2, 0.5, 0.999])('cut off at %d of its length', async (fraction) => {
    const text = read(TWO);
    const file = writeInto(directory, `cut-${fraction}.step`, text.slice(0, Math.floor(text.length * fraction)));
    expect(await issueOf(load(file))).toMatchObject({ code: 'step_truncated', file });
  });

  test('both ends there and nothing between', async () => {
    const file = writeInto(directory, 'hollow.step', 'ISO-10303-21;\nHEADER;\ngarbage((;\nEND-ISO-10303-21;\n');
    const { code } = await issueOf(load(file));
    expect(['step_import_failed', 'no_solids']).toContain(code);
  });

  test('the importer still works after a failure', async () => {
    expect((await pick(TWO, 'red_cube')).isWatertight).toBe(true);
  });

  test('a byte order mark and a leading comment do no harm', async () => {
    const file = writeInto(directory, 'bom.step', `\ufeff${read(TWO)}`);
    expect((await load(file)).name).toBe('blue_cylinder');
  });
});

describe('tessellation', () => {
  test('a finer chord gives more triangles and a larger volume, the same hash', async () => {
    const source = { kind: 'file', file: TWO, solid: 'blue_cylinder' } as const;
    const coarse = await loadPart(source, { baseDirectory: REALCAD, chordM: 5e-5, angleRad: 0.5 });
    const fine = await loadPart(source, { baseDirectory: REALCAD, chordM: 2e-6, angleRad: 0.5 });
    expect(fine.mesh.triangles.length).toBeGreaterThan(coarse.mesh.triangles.length);
    expect(fine.massProperties.volumeM3).toBeGreaterThan(coarse.massProperties.volumeM3);
    expect([coarse.chordM, fine.chordM]).toEqual([5e-5, 2e-6]);
    expect(fine.hash).toBe(coarse.hash);
  });

  test('solids of one file and tessellation share one import', async () => {
    const first = await pick(AS1, 10);
    const again = await pick(AS1, 10);
    expect(again.mesh).toBe(first.mesh);
  });

  test('nothing is printed, whether import works or fails', () => {
    const index = fileURLToPath(new URL('../../../src/geometry/index.ts', import.meta.url));
    const script = `
      import { loadFileParts, loadPart } from ${JSON.stringify(index)};
      await loadFileParts({ file: ${JSON.stringify(join(REALCAD, TWO))} });
      await loadPart({ kind: 'file', file: ${JSON.stringify(join(directory, 'hollow.step'))} }).catch(() => {});
    `;
    writeInto(directory, 'silent.mts', script);
    const root = fileURLToPath(new URL('../../..', import.meta.url));
    const run = spawnSync(process.execPath, ['--import', 'tsx', join(directory, 'silent.mts')], { cwd: root });
    expect([run.status, run.stdout.toString(), run.stderr.toString()]).toEqual([0, '', '']);
  });
});
