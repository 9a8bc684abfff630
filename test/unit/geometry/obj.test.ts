import { describe, expect, test } from 'vitest';
import { loadPart } from '../../../src/geometry/index.js';
import { triangulatePolygon } from '../../../src/geometry/triangulate-polygon.js';
import { issueOf, scratchDirectory, writeInto } from './fixtures.js';

const directory = scratchDirectory();
const load = (text: string, solid?: string | number) =>
  loadPart(
    { kind: 'file', file: writeInto(directory, 'part.obj', text), lengthUnit: 'mm', solid },
    { baseDirectory: directory },
  );

const CUBE_VERTICES = ['0 0 0', '1 0 0', '1 1 0', '0 1 0', '0 0 1', '1 0 1', '1 1 1', '0 1 1'];
const CUBE_QUADS = ['1 4 3 2', '5 6 7 8', '1 2 6 5', '2 3 7 6', '3 4 8 7', '4 1 5 8'];
const lines = (keyword: string, rows: readonly string[]) => rows.map((row) => `${keyword} ${row}`);
const cube = (newline = '\n') => [...lines('v', CUBE_VERTICES), ...lines('f', CUBE_QUADS)].join(newline);

describe('what is read', () => {
  test.each([
    ['quads', cube()],
    ['CRLF and a byte order mark', `\ufeff${cube('\r\n')}`],
    [
      'comments, colours, texture and normal indices',
      cube().replaceAll(/^f (\d) (\d) (\d) (\d)$/gm, 'f $1/1/1 $2//2 $3/3 $4 # side'),
    ],
    ['continued lines', cube().replaceAll(/^f (\d) (\d) /gm, 'f $1 $2 \\\n')],
    [
      'negative indices',
      [
        ...lines('v', CUBE_VERTICES),
        ...lines(
          'f',
          CUBE_QUADS.map((q) => q.replaceAll(/\d/g, (d) => `${Number(d) - 9}`)),
        ),
      ].join('\n'),
    ],
  ])('%s', async (_, text) => {
    const part = await load(text);
    expect(part).toMatchObject({ isWatertight: true });
    expect(part.massProperties.volumeM3).toBeCloseTo(1e-9, 22);
    expect(part.mesh.triangles).toHaveLength(36);
  });

  test('an L-shaped prism with hexagonal ends, convex or not', async () => {
    const outline = [
      [0, 0],
      [3, 0],
      [3, 1],
      [1, 1],
      [1, 2],
      [0, 2],
    ];
    const vertices = [0, 1].flatMap((z) => outline.map(([x, y]) => `${x} ${y} ${z}`));
    const sides = outline.map((_, i) => `${i + 1} ${((i + 1) % 6) + 1} ${((i + 1) % 6) + 7} ${i + 7}`);
    const part = await load(
      [...lines('v', vertices), 'f 6 5 4 3 2 1', 'f 7 8 9 10 11 12', ...lines('f', sides)].join('\n'),
    );
    expect(part.isWatertight).toBe(true);
    expect(part.massProperties.volumeM3).toBeCloseTo(4e-9, 22);
    // the two ends: 4 mm² each; sides: perimeter 10 mm × 1 mm. A fan over the notch would cover more.
    expect(part.massProperties.areaM2).toBeCloseTo(18e-6, 18);
  });

  test('objects are solids', async () => {
    const second = lines(
      'v',
      CUBE_VERTICES.map((v) => v.replace(/^\d/, (x) => `${Number(x) + 5}`)),
    );
    const shifted = CUBE_QUADS.map((quad) => quad.replaceAll(/\d/g, (d) => `${Number(d) + 8}`));
    const text = ['o left', cube(), 'o right', ...second, ...lines('f', shifted)].join('\n');
    expect(await issueOf(load(text))).toMatchObject({ code: 'solid_not_picked' });
    expect((await load(text, 'right')).boundsM.min).toEqual([0.005, 0, 0]);
    expect((await load(text, 0)).name).toBe('left');
  });

  test('free-form geometry is left out with a warning', async () => {
    expect((await load(`${cube()}\nsurf 0 1 0 1 1 2 3 4`)).warnings.join()).toContain('surf');
  });
});

describe('what is refused', () => {
  test('no unit', async () => {
    const file = writeInto(directory, 'bare.obj', cube());
    expect(await issueOf(loadPart({ kind: 'file', file }, { baseDirectory: directory }))).toMatchObject({
      code: 'unit_missing',
      file,
    });
  });

  test.each(['9 1 2', '0 1 2', '-9 1 2', '1.5 1 2', 'x 1 2'])('face with the index in “%s”', async (corners) => {
    const issue = await issueOf(load(`${cube()}\nf ${corners}`));
    expect(issue).toMatchObject({ code: 'obj_bad_index', file: 'part.obj' });
    expect(issue.message).toContain('line 15');
  });

  test.each([
    ['two corners', `${cube()}\nf 1 2`, 'obj_malformed'],
    ['two coordinates', 'v 1 2\n', 'obj_malformed'],
    ['a word for a coordinate', 'v 1 2 nan\n', 'not_finite'],
    ['vertices only', 'v 1 2 3\n', 'no_solids'],
    ['prose', 'It was a dark and stormy night.\n', 'no_solids'],
  ])('%s', async (_, text, code) => {
    expect(await issueOf(load(text))).toMatchObject({ code, file: 'part.obj' });
  });
});

test('a polygon without area is fanned, so that its edges stay paired', () => {
  expect(triangulatePolygon([0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0], [0, 1, 2, 3])).toHaveLength(6);
});
