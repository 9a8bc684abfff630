/**
 * Cases of both engines beside the published figures of Project Chrono 10, errors beside times.
 *
 *   npm run bench:dynamics [-- --json] [--engine direct|rapier] [--case NAME]
 *
 * Times are of `step()` only, median and mean over the run, JIT warmed by a run before. `kernelUs` is the time of a fixed piece
 * of arithmetic in the same process: divide by it to compare runs on machines, or at loads, that differ.
 */
import { startDirectEngine } from '../../src/dynamics/direct/index.js';
import type { StartEngine } from '../../src/dynamics/engine.js';
import { startRapierEngine } from '../../src/dynamics/rapier/index.js';
import { clamp, gearTeeth, incline, pile } from './cases/contact.js';
import { latch, ratchet, toggleClamp } from './cases/holding.js';
import {
  bob,
  drivenFourBar,
  freeChain,
  freeFourBar,
  pendulum,
  reducer,
  scissorLift,
  sliderCrank,
} from './cases/linkages.js';
import { type CaseResult, kernelUs } from './run.js';

interface Case {
  readonly name: string;
  /** Chrono: solver, µs per step, errors; measured on a machine of the same kind. */
  readonly chrono?: string;
  /** Bound that is asked for [µs per recorded ms] on a quiet machine. */
  readonly goalUs?: number;
  /** Engines that run it unless one is asked for; all when left out. */
  readonly engines?: readonly string[];
  readonly measure: (start: StartEngine) => Promise<CaseResult>;
  readonly warmUp?: (start: StartEngine) => Promise<CaseResult>;
}

const CASES: readonly Case[] = [
  {
    name: 'four-bar',
    chrono: 'psor150 84 µs, 1.4e-3 mm, 0.0023°; bb100 60 µs, 3.8e-4 mm',
    goalUs: 20,
    measure: (s) => drivenFourBar(s),
  },
  { name: 'free four-bar', measure: (s) => freeFourBar(s) },
  { name: 'slider-crank', measure: (s) => sliderCrank(s) },
  { name: 'scissor 3', measure: (s) => scissorLift(s, 3) },
  { name: 'scissor 10', measure: (s) => scissorLift(s, 10) },
  { name: 'chain 10', measure: (s) => freeChain(s, 10, 2) },
  { name: 'chain 50', measure: (s) => freeChain(s, 50, 0.5) },
  { name: 'chain 200', measure: (s) => freeChain(s, 200, 0.2) },
  { name: 'bob 1 g / 1 kg', measure: (s) => bob(s, 1e-3, 1) },
  { name: 'bob 1 g / 20 kg', measure: (s) => bob(s, 1e-3, 20) },
  { name: 'pendulum 60 s', measure: (s) => pendulum(s, 60), warmUp: (s) => pendulum(s, 4) },
  {
    name: 'reducer 0.1 N·m',
    chrono: 'bb100 64 µs, ratio 6e-11 mm; psor50 41 µs, ratio 2e-13',
    goalUs: 25,
    measure: (s) => reducer(s, 0.1),
  },
  {
    name: 'gear teeth',
    chrono: 'psor50 70 µs, ratio 2e-6, 0.010°, ripple 1.1 %, 1.7 µm, ×1.019',
    goalUs: 120,
    measure: (s) => gearTeeth(s),
  },
  { name: 'incline µ 0.5', chrono: 'psor50 14 µs, creep 1.7e-6 mm', measure: (s) => incline(s, 0.5) },
  { name: 'incline µ 0.2', measure: (s) => incline(s, 0.2) },
  { name: 'clamp 5 N', measure: (s) => clamp(s, 5) },
  { name: 'clamp 9.9 N', measure: (s) => clamp(s, 9.9) },
  { name: 'latch', measure: (s) => latch(s) },
  { name: 'ratchet', measure: (s) => ratchet(s) },
  { name: 'toggle clamp 0.5 mm', measure: (s) => toggleClamp(s, 5e-4) },
  { name: 'toggle clamp 1 µm', measure: (s) => toggleClamp(s, 1e-6) },
  {
    name: '200 boxes',
    // the direct engine advises against piles; `--engine direct --case '200 boxes'` runs them all the same
    engines: ['rapier'],
    chrono: 'psor50 4870 µs, overlap 0.25 mm at impact, 0.014 mm settled',
    measure: (s) => pile(s),
    warmUp: (s) => pile(s, 0.05),
  },
];

const ENGINES: Readonly<Record<string, StartEngine>> = { direct: startDirectEngine, rapier: startRapierEngine };

interface Row extends CaseResult {
  readonly case: string;
  readonly engine: string;
  readonly chrono?: string;
  readonly goalUs?: number;
  /** Time of the reference kernel right after the case [µs]. */
  readonly kernelUs: number;
}

function option(name: string): string | undefined {
  const i = process.argv.indexOf(`--${name}`);
  return i < 0 ? undefined : process.argv[i + 1];
}

async function main(): Promise<void> {
  const rows: (Row | { case: string; engine: string; failed: string })[] = [];
  for (const item of CASES) {
    if ((option('case') ?? item.name) !== item.name) continue;
    for (const [engine, start] of Object.entries(ENGINES)) {
      const asked = option('engine');
      if (asked === undefined ? !(item.engines ?? [engine]).includes(engine) : asked !== engine) continue;
      try {
        await (item.warmUp ?? item.measure)(start);
        const result = await item.measure(start);
        const { chrono, goalUs } = item;
        const extra = { ...(chrono ? { chrono } : {}), ...(goalUs ? { goalUs } : {}) };
        rows.push({ case: item.name, engine, ...extra, ...result, kernelUs: kernelUs() });
      } catch (error) {
        rows.push({ case: item.name, engine, failed: error instanceof Error ? error.message : String(error) });
      }
      if (!process.argv.includes('--json')) print(rows.at(-1)!);
    }
  }
  if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
}

function print(row: Row | { case: string; engine: string; failed: string }): void {
  const head = `${row.case.padEnd(16)} ${row.engine.padEnd(7)}`;
  if ('failed' in row) {
    process.stdout.write(`${head} FAILED ${row.failed}\n`);
    return;
  }
  const { run, errors } = row;
  const goal = row.goalUs ? `, goal ${row.goalUs}` : '';
  const list = Object.entries(errors).map(([name, value]) => `${name} ${value.toExponential(1)}`);
  const bodies = [
    `${run.medianUs.toFixed(0)} µs (mean ${run.meanUs.toFixed(0)}, kernel ${row.kernelUs.toFixed(0)}${goal})`,
    `separation ${(1e3 * run.separationM).toExponential(1)} mm`,
    `balance ${run.energyResidualJ.toExponential(1)} J`,
    ...list,
    ...(run.troubles.length > 0 ? [`troubles ${run.troubles.join(',')}`] : []),
    ...(row.chrono ? [`| Chrono ${row.chrono}`] : []),
  ];
  process.stdout.write(`${head} ${bodies.join('  ')}\n`);
}

await main();
