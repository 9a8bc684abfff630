import { chmodSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fileAccessError } from '../../../src/geometry/file-bytes.js';
import { loadPart } from '../../../src/geometry/index.js';
import { issueOf, REALCAD, scratchDirectory, writeInto } from './fixtures.js';

const directory = scratchDirectory();
const load = (file: string) => loadPart({ kind: 'file', file }, { baseDirectory: directory });

describe('files that cannot be read', () => {
  test('missing: names the file as written and a near one', async () => {
    writeInto(directory, 'bracket-left.step', 'x');
    const issue = await issueOf(load('bracket-lft.step'));
    expect(issue).toMatchObject({ code: 'file_missing', file: 'bracket-lft.step' });
    expect(issue.fix).toContain('bracket-left.step');
  });

  test('a file taken for a directory is a missing file', async () => {
    writeInto(directory, 'plain.step', 'x');
    expect(await issueOf(load('plain.step/part.step'))).toMatchObject({ code: 'file_missing' });
  });

  test('directory', async () => {
    mkdirSync(join(directory, 'parts.step'));
    expect(await issueOf(load('parts.step'))).toMatchObject({ code: 'file_is_directory', file: 'parts.step' });
  });

  test.each(['EACCES', 'EPERM'])('no permission (%s)', (code) => {
    const error = fileAccessError(Object.assign(new Error(code), { code, syscall: 'open' }), 'a.step');
    expect(error.issues[0]).toMatchObject({ code: 'file_not_permitted', file: 'a.step', path: [] });
  });

  test.skipIf(process.getuid?.() === 0 || process.platform === 'win32')('no permission, on a real file', async () => {
    writeInto(directory, 'secret.step', 'ISO-10303-21;');
    chmodSync(join(directory, 'secret.step'), 0);
    expect(await issueOf(load('secret.step'))).toMatchObject({ code: 'file_not_permitted' });
  });

  test('any other failure', () => {
    const error = fileAccessError(Object.assign(new Error('EIO'), { code: 'EIO', syscall: 'read' }), 'a.step');
    expect(error.issues[0]).toMatchObject({ code: 'file_unreadable', message: 'cannot be read: EIO' });
  });

  test('empty', async () => {
    writeInto(directory, 'empty.stl', '');
    expect(await issueOf(load('empty.stl'))).toMatchObject({ code: 'file_empty', file: 'empty.stl' });
  });

  test('larger than can be imported: refused before it is read', async () => {
    writeInto(directory, 'huge.step', 'ISO-10303-21;');
    truncateSync(join(directory, 'huge.step'), 600 * 1024 ** 2);
    expect(await issueOf(load('huge.step'))).toMatchObject({ code: 'file_too_large' });
  });
});

describe('files of the wrong kind', () => {
  test('50 MB of text named .step: refused by its first bytes', async () => {
    writeFileSync(join(directory, 'novel.step'), 'It was a dark and stormy night.\n'.repeat(1_640_000));
    const issue = await issueOf(load('novel.step'));
    expect(issue).toMatchObject({ code: 'step_no_header', file: 'novel.step' });
    expect(issue.message).toContain('52480000 bytes');
  });

  test('a ZIP archive named .step is recognised', async () => {
    writeInto(directory, 'zipped.step', 'PK\u0003\u0004 and so on');
    expect((await issueOf(load('zipped.step'))).fix).toContain('ZIP');
  });

  test.each(['part.iges', 'part.sldprt', 'part'])('unknown format: %s', async (file) => {
    const issue = await issueOf(load(file));
    expect(issue).toMatchObject({ code: 'format_unknown', file });
    expect(issue.fix).toContain('.step');
  });
});

test('relative paths start at the base directory', async () => {
  const part = await loadPart({ kind: 'file', file: 'stackchan_horn.step' }, { baseDirectory: REALCAD });
  expect(part).toMatchObject({ name: 'horn v22', origin: 'stackchan_horn.step → horn v22' });
});
