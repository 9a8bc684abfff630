/**
 * `npm run validation`: every case on both engines.
 *
 *   npm run validation                      table on stdout, writes docs/validation.md
 *   npm run validation -- --json            the same as JSON on stdout
 *   npm run validation -- --engine direct   one engine only; with case names after it, only those. Writes nothing.
 *
 * Exit code 1 if the direct engine misses a tolerance.
 */
import { writeFileSync } from 'node:fs';
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
  options: { json: { type: 'boolean', default: false }, engine: { type: 'string' } },
  allowPositionals: true,
});
const engines = ENGINES.filter((name) => values.engine === undefined || values.engine === name);
const isWhole = engines.length === ENGINES.length && positionals.length === 0;

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
if (isWhole) writeFileSync(DOCUMENT, renderValidation(chapters));
if (values.json) console.log(JSON.stringify({ rows, missedByDirect: missed.length }, jsonNumber, 2));
else for (const engine of engines) console.log(summary(engine));
process.exitCode = missed.length > 0 ? 1 : 0;

async function runCase(chapter: Chapter, validationCase: ValidationCase, engine: EngineName): Promise<void> {
  const found = await evaluateCase(validationCase, labOf(engine));
  chapter.rows.push(...found);
  if (!values.json) for (const row of found) console.log(line(row));
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
