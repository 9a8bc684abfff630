/**
 * Incline and pile of boxes: cases (d) and (e) of the baseline.
 *
 *   npm run bench:contact [-- --json] [-- --case rests|slides|boxes] [-- --engine direct|rapier] [-- --seconds 2]
 *
 * The incline on both engines (creep in 10 s at µ 0.5, sliding acceleration at µ 0.2), the pile of 200 boxes on `rapier`, the
 * engine for piles. The case filter and the seconds of the pile are for pieces of a minute; µs are wall time per recorded ms.
 */
import { startDirectEngine } from '../../src/dynamics/direct/index.js';
import { startRapierEngine } from '../../src/dynamics/rapier/index.js';
import { incline, pile } from '../dynamics/cases/contact.js';

const option = (name: string): string | undefined => {
  const i = process.argv.indexOf(`--${name}`);
  return i < 0 ? undefined : process.argv[i + 1];
};
const isWanted = (name: string, value: string): boolean => (option(name) ?? value) === value;
/** Slide [s]: it ends at 4.5 m/s; Rapier clamps a box of this size at 6 m/s, and says so. */
const SLIDE_S = 3;
const isJson = process.argv.includes('--json');
const rows: { case: string; engine: string; medianUs: number; errors: Readonly<Record<string, number>> }[] = [];

for (const [engine, start] of Object.entries({ direct: startDirectEngine, rapier: startRapierEngine })) {
  for (const mu of [0.5, 0.2]) {
    if (!isWanted('engine', engine) || !isWanted('case', mu === 0.5 ? 'rests' : 'slides')) continue;
    const { run, errors } = await incline(start, mu, mu === 0.5 ? 10.2 : SLIDE_S);
    add(`incline µ ${mu}`, engine, run.medianUs, errors);
  }
}
if (isWanted('case', 'boxes') && isWanted('engine', 'rapier')) {
  await pile(startRapierEngine, 0.05);
  const { run, errors } = await pile(startRapierEngine, Number(option('seconds') ?? 2));
  add('200 boxes', 'rapier', run.medianUs, errors);
}
if (isJson)
  process.stdout.write(
    `${JSON.stringify({ schema: 'mechtrial/bench-contact@1', chronoPileUs: 4870, rows }, null, 2)}\n`,
  );

function add(name: string, engine: string, medianUs: number, figures: Readonly<Record<string, number>>): void {
  rows.push({ case: name, engine, medianUs, errors: figures });
  const list = Object.entries(figures).map(([key, value]) => `${key} ${value.toExponential(2)}`);
  if (!isJson)
    process.stdout.write(`${name.padEnd(14)} ${engine.padEnd(7)} ${medianUs.toFixed(0)} µs  ${list.join('  ')}\n`);
}
