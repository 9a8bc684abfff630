/**
 * How true the contact shapes of every part in test/fixtures/realcad are to their source, each way for itself.
 *
 *   npm run bench:collision [-- --json] [-- FILE…]
 *
 * Nothing is read from the cache on disk, so that the seconds are those of making and measuring the pieces.
 */
import { readdirSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CollisionReport, inspectCollision } from '../../src/collision/index.js';
import { GeometryError, renderCollisionTable } from '../../src/index.js';

const FOLDER = fileURLToPath(new URL('../../test/fixtures/realcad/', import.meta.url));
const SUFFIXES = ['.step', '.stp', '.stl', '.3mf'];
/** Length unit of the STL files, as their sources say. */
const STL_UNIT = { 'robotiq2f140_inner_finger.stl': 'm' } as const;

interface FileRow {
  readonly file: string;
  readonly solids: readonly CollisionReport[];
  readonly refused: string | null;
}

async function rowOf(file: string): Promise<FileRow> {
  const lengthUnit = STL_UNIT[basename(file) as keyof typeof STL_UNIT] ?? 'mm';
  const unit = extname(file) === '.stl' ? { lengthUnit } : {};
  try {
    const solids = await inspectCollision(file, { ...unit, cacheDirectory: null });
    return { file: basename(file), solids, refused: null };
  } catch (error) {
    if (!(error instanceof GeometryError)) throw error;
    const refused = error.issues.map(({ code, message }) => `${code}: ${message}`).join('; ');
    return { file: basename(file), solids: [], refused };
  }
}

const isJson = process.argv.includes('--json');
const named = process.argv.slice(2).filter((argument) => argument !== '--json');
const all = readdirSync(FOLDER).filter((file) => SUFFIXES.includes(extname(file)));
const rows: FileRow[] = [];
for (const file of named.length > 0 ? named : all.map((file) => `${FOLDER}${file}`)) {
  const row = await rowOf(file);
  rows.push(row);
  if (!isJson) process.stdout.write(`${row.file}\n${row.refused ?? renderCollisionTable(row.solids)}\n`);
}
if (isJson) process.stdout.write(`${JSON.stringify({ schema: 'mechtrial/bench-collision@1', rows }, null, 2)}\n`);
