import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { loadFileParts, loadPart } from '../../../src/geometry/index.js';
import { issueOf, scratchDirectory, writeInto } from './fixtures.js';

const directory = scratchDirectory();
const RELATIONS =
  '<Relationships><Relationship Target="/3D/3dmodel.model" Id="r" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>';
const TETRAHEDRON = `<mesh><vertices><vertex x="0" y="0" z="0"/><vertex x="6" y="0" z="0"/><vertex x="0" y="6" z="0"/><vertex x="0" y="0" z="6"/></vertices>
  <triangles><triangle v1="0" v2="2" v3="1"/><triangle v1="0" v2="1" v3="3"/><triangle v1="0" v2="3" v3="2"/><triangle v1="1" v2="2" v3="3"/></triangles></mesh>`;
const OBJECT = `<object id="1" name="wedge">${TETRAHEDRON}</object>`;

function model(resources: string, build: string, attributes = 'unit="millimeter"') {
  return `<?xml version="1.0"?><model ${attributes} xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"><resources>${resources}</resources><build>${build}</build></model>`;
}

function pack(entries: Record<string, string>): string {
  const bytes = zipSync(Object.fromEntries(Object.entries(entries).map(([name, text]) => [name, strToU8(text)])));
  return writeInto(directory, 'part.3mf', bytes);
}

const packModel = (text: string, more: Record<string, string> = {}) =>
  pack({ '_rels/.rels': RELATIONS, '3D/3dmodel.model': text, ...more });
const all = (file: string) => loadFileParts({ file }, { baseDirectory: directory });
const item = (transform = '') => `<item objectid="1"${transform && ` transform="${transform}"`}/>`;

describe('units', () => {
  test.each([
    ['micron', 1e-6],
    ['millimeter', 1e-3],
    ['centimeter', 1e-2],
    ['inch', 0.0254],
    ['foot', 0.3048],
    ['meter', 1],
  ])('%s', async (unit, meters) => {
    const [part] = await all(packModel(model(OBJECT, item(), `unit="${unit}"`)));
    expect(part!.boundsM.max.map((x) => x / (6 * meters))).toEqual([1, 1, 1].map((x) => expect.closeTo(x, 14)));
    expect(part!.massProperties.volumeM3 / (36 * meters ** 3)).toBeCloseTo(1, 12);
  });

  test('millimeter where the file does not say', async () => {
    const [part] = await all(packModel(model(OBJECT, item(), '')));
    expect(part!.boundsM.max).toEqual([0.006, 0.006, 0.006]);
  });

  test('an unknown one, and one declared beside the file’s own', async () => {
    const file = packModel(model(OBJECT, item(), 'unit="cubit"'));
    expect(await issueOf(all(file))).toMatchObject({ code: 'threemf_unit_unknown', file });
    const load = loadPart({ kind: 'file', file, lengthUnit: 'mm' }, { baseDirectory: directory });
    expect(await issueOf(load)).toMatchObject({ code: 'unit_not_allowed', file });
  });
});

describe('placement', () => {
  test('row vectors: an item turned by 90° about z, then moved', async () => {
    const [part] = await all(packModel(model(OBJECT, item('0 1 0 -1 0 0 0 0 1 100 0 0'))));
    // (6, 0, 0) → (100, 6, 0) and (0, 6, 0) → (94, 0, 0)
    expect(part!.boundsM.min).toEqual([0.094, 0, 0]);
    expect(part!.boundsM.max).toEqual([0.1, 0.006, 0.006]);
  });

  test('nested components: the innermost transform acts first', async () => {
    const middle = `<object id="2" name="pair"><components><component objectid="1" transform="1 0 0 0 1 0 0 0 1 10 0 0"/><component objectid="1"/></components></object>`;
    const outer = `<object id="3" name="top"><components><component objectid="2" transform="0 1 0 -1 0 0 0 0 1 0 0 0"/></components></object>`;
    const build = '<item objectid="3" transform="1 0 0 0 1 0 0 0 1 0 0 50"/>';
    const parts = await all(packModel(model(OBJECT + middle + outer, build)));
    expect(parts.map((part) => part.origin.split(' → ')[1])).toEqual(['top / pair / wedge', 'top / pair / wedge#2']);
    // first +10 along x, then x → y, then up by 50
    expect(parts[0]!.boundsM.min).toEqual([-0.006, 0.01, 0.05]);
    expect(parts[1]!.boundsM.max).toEqual([0, 0.006, 0.056]);
  });

  test('a mirrored item keeps its faces outwards', async () => {
    const [part] = await all(packModel(model(OBJECT, item('-1 0 0 0 1 0 0 0 1 0 0 0'))));
    expect(part!.massProperties.volumeM3).toBeCloseTo(36e-9, 20);
    expect(part!.warnings).toEqual([]);
  });

  test('several items of one object are several solids', async () => {
    const file = packModel(model(OBJECT, item() + item('1 0 0 0 1 0 0 0 1 20 0 0')));
    expect(await issueOf(loadPart({ kind: 'file', file }, { baseDirectory: directory }))).toMatchObject({
      code: 'solid_not_picked',
    });
    const second = await loadPart({ kind: 'file', file, solid: 1 }, { baseDirectory: directory });
    expect(second.boundsM.min[0]).toBeCloseTo(0.02, 12);
    const byName = { kind: 'file', file, solid: 'wedge#2' } as const;
    expect((await loadPart(byName, { baseDirectory: directory })).hash).toBe(second.hash);
  });

  test('support is left out with a warning, other model parts of the package are followed', async () => {
    const resources = `${OBJECT.replace('id="1"', 'id="9" type="support"')}<object id="1"><components><component p:path="/3D/Objects/other.model" objectid="1"/></components></object>`;
    const file = packModel(model(resources, `${item()}<item objectid="9"/>`), {
      '3D/Objects/other.model': model(OBJECT, ''),
    });
    const parts = await all(file);
    expect(parts.map((part) => part.name)).toEqual(['wedge']);
    expect(parts[0]!.warnings.join()).toContain('support');
  });
});

describe('what is refused', () => {
  const refused = async (file: string, code: string) => {
    const issue = await issueOf(all(file));
    expect(issue).toMatchObject({ code, file });
    return issue;
  };

  test('not a ZIP, a cut ZIP, a ZIP without a model', async () => {
    await refused(writeInto(directory, 'text.3mf', 'It was a dark and stormy night.'), 'threemf_bad_zip');
    const whole = zipSync({ '3D/3dmodel.model': strToU8(model(OBJECT, item())) });
    await refused(writeInto(directory, 'cut.3mf', whole.subarray(0, whole.length / 2)), 'threemf_bad_zip');
    await refused(pack({ 'readme.txt': 'hello' }), 'threemf_no_model');
  });

  test('a ZIP bomb: by what it says it unpacks to, before unpacking', async () => {
    const bytes = zipSync({ '3D/3dmodel.model': strToU8(model(OBJECT, item())) });
    const view = new DataView(bytes.buffer);
    for (let i = 0; i < bytes.length - 28; i++) {
      if (view.getUint32(i, true) === 0x02014b50) view.setUint32(i + 24, 0xf0000000, true); // size in the central directory
    }
    await refused(writeInto(directory, 'bomb.3mf', bytes), 'threemf_too_large');
  });

  test('components without end', async () => {
    const loop = '<object id="1"><components><component objectid="1"/></components></object>';
    await refused(packModel(model(loop, item())), 'threemf_too_large');
    const doubling = Array.from({ length: 25 }, (_, i) => {
      const child = `<component objectid="${i + 1}"/>`;
      return `<object id="${i + 2}"><components>${child}${child}</components></object>`;
    });
    await refused(packModel(model(OBJECT + doubling.join(''), '<item objectid="26"/>')), 'threemf_too_large');
  });

  test('a model outside the package, an undefined object', async () => {
    const outside =
      '<object id="1"><components><component p:path="/3D/missing.model" objectid="1"/></components></object>';
    const issue = await refused(packModel(model(outside, item())), 'threemf_external_path');
    expect(issue.message).toContain('/3D/missing.model');
    await refused(packModel(model(OBJECT, '<item objectid="7"/>')), 'threemf_bad_reference');
  });

  test('an extension that changes shapes; not one that does not', async () => {
    const beams =
      'unit="millimeter" requiredextensions="b" xmlns:b="http://schemas.microsoft.com/3dmanufacturing/beamlattice/2017/02"';
    expect((await refused(packModel(model(OBJECT, item(), beams)), 'threemf_unsupported')).message).toContain(
      'beamlattice',
    );
    const material =
      'unit="millimeter" requiredextensions="m" xmlns:m="http://schemas.microsoft.com/3dmanufacturing/material/2015/02"';
    expect(await all(packModel(model(OBJECT, item(), material)))).toHaveLength(1);
  });

  test.each([
    ['broken XML', model(OBJECT, item()).replace('</resources>', ''), 'threemf_malformed'],
    [
      'a document type',
      model(OBJECT, item()).replace('<model', '<!DOCTYPE a [<!ENTITY b "c">]><model'),
      'threemf_malformed',
    ],
    [
      'a mesh without triangles element',
      model('<object id="1"><mesh><vertices/></mesh></object>', item()),
      'threemf_malformed',
    ],
    ['a vertex index out of range', model(OBJECT.replace('v3="3"', 'v3="4"'), item()), 'threemf_malformed'],
    ['a transform of 11 numbers', model(OBJECT, item('1 0 0 0 1 0 0 0 1 0 0')), 'threemf_malformed'],
    ['NaN in a vertex', model(OBJECT.replace('x="6"', 'x="NaN"'), item()), 'not_finite'],
    ['no build items', model(OBJECT, ''), 'no_solids'],
    ['nothing at all', model('', ''), 'no_solids'],
  ])('%s', async (_, text, code) => {
    await refused(packModel(text), code);
  });
});
