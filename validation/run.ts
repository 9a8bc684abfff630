/**
 * `npm run validation`: every case on both engines.
 *
 *   npm run validation                      table on stdout, writes docs/validation.md
 *   npm run validation -- --json            the same as JSON on stdout
 *   npm run validation -- --engine direct   one engine only; with case names after it, only those. Writes nothing.
 *   npm run validation -- --into rows.json  in pieces: rows are kept in the file, case after case, and those of another run
 *                                           stay; docs/validation.md is written once the file holds every case on both
 *
 * Exit code 1 if the direct engine misses a tolerance.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { adamsCases } from './adams/index.js';
import { type EngineName, evaluateCase, type ValidationCase, type ValidationRow } from './case.js';
import { CLOSED_FORMS } from './closed-forms/index.js';
import { CONTACT, CONTACT_LONG } from './contact/index.js';
import { HELD_OUT_CONTACT, HELD_OUT_JOINTED } from './heldout/index.js';
import { labOf } from './lab.js';
import { MUJOCO } from './mujoco/cases.js';
import { type Chapter, renderValidation } from './render.js';

const ENGINES: readonly EngineName[] = ['direct', 'rapier'];
const DOCUMENT = new URL('../docs/validation.md', import.meta.url);

const { values, positionals } = parseArgs({
  options: { json: { type: 'boolean', default: false }, engine: { type: 'string' }, into: { type: 'string' } },
  allowPositionals: true,
});
const engines = ENGINES.filter((name) => values.engine === undefined || values.engine === name);
const store = values.into;

const chapters: Chapter[] = [
  { title: 'Joints, springs and actuators against ADAMS', cases: adamsCases(), rows: [] },
  { title: 'Closed forms', cases: CLOSED_FORMS, rows: [] },
  { title: 'Held-out mechanisms without contact', cases: HELD_OUT_JOINTED, rows: [] },
  { title: 'Held-out mechanisms with contact', cases: HELD_OUT_CONTACT, rows: [] },
  { title: 'Against MuJoCo', cases: MUJOCO, rows: [] },
  { title: 'Contact from the source geometry', cases: [...CONTACT, ...CONTACT_LONG], rows: [] },
];

for (const chapter of chapters) {
  for (const validationCase of chapter.cases) {
    if (positionals.length > 0 && !positionals.includes(validationCase.name)) continue;
    for (const engine of engines) await runCase(chapter, validationCase, engine);
  }
}

const rows = chapters.flatMap((chapter) => chapter.rows);
const missed = rows.filter((row) => row.engine === 'direct' && !row.pass);
if (store !== undefined) for (const chapter of chapters) chapter.rows.splice(0, Infinity, ...keptRows(chapter));
if (chapters.every(isWhole)) writeFileSync(DOCUMENT, renderValidation(chapters));
if (values.json) console.log(JSON.stringify({ rows, missedByDirect: missed.length }, jsonNumber, 2));
else for (const engine of engines) console.log(summary(engine));
process.exitCode = missed.length > 0 ? 1 : 0;

async function runCase(chapter: Chapter, validationCase: ValidationCase, engine: EngineName): Promise<void> {
  const halved = engine === 'rapier' ? labOf(engine, 2) : null;
  const found = await evaluateCase(validationCase, labOf(engine), halved);
  chapter.rows.push(...found);
  if (store !== undefined) keep(store, found);
  if (!values.json) for (const row of found) console.log(line(row));
}

/** Whether every case of the chapter has run on both engines. */
function isWhole({ cases, rows: own }: Chapter): boolean {
  return cases.every(({ name }) =>
    ENGINES.every((engine) => own.some((row) => row.case === name && row.engine === engine)),
  );
}

/** Rows of the store, those that were not measured with an infinite error again. */
function stored(file: string): ValidationRow[] {
  if (!existsSync(file)) return [];
  const kept = JSON.parse(readFileSync(file, 'utf8')) as (Omit<ValidationRow, 'error' | 'measured'> & {
    readonly error: number | null;
    readonly measured: number | null;
  })[];
  return kept.map((row) => ({
    ...row,
    error: row.error ?? Number.POSITIVE_INFINITY,
    measured: row.measured ?? Number.NaN,
  }));
}

function keptRows({ cases }: Chapter): ValidationRow[] {
  return stored(store!).filter((row) => cases.some(({ name }) => name === row.case));
}

/** Puts the rows of one case on one engine in the place of the older ones. */
function keep(file: string, found: readonly ValidationRow[]): void {
  const others = stored(file).filter((row) => !found.some((one) => one.case === row.case && one.engine === row.engine));
  writeFileSync(file, JSON.stringify([...others, ...found], jsonNumber, 1));
}

function line({ pass, engine, case: name, quantity, unit, error, tolerance, note }: ValidationRow): string {
  const figures = `${error.toExponential(1)} of ${tolerance.toExponential(1)} ${unit}`;
  return `${pass ? 'pass' : 'MISS'}  ${engine.padEnd(7)} ${name.padEnd(20)} ${quantity}: ${figures}${note ? `  (${note})` : ''}`;
}

function summary(engine: EngineName): string {
  const own = rows.filter((row) => row.engine === engine);
  return `${engine}: ${own.filter((row) => row.pass).length} of ${own.length} quantities within tolerance`;
}

/** JSON has no infinity: a quantity that was not measured has error null. */
function jsonNumber(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? null : value;
}
