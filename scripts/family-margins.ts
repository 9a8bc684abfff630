// How firmly the reference mechanism of a family passes: half the step, the other engine, friction, density and gain changed.
//
//   npx tsx scripts/family-margins.ts FAMILY [--only nominal,verify,both,friction,density,gain] [--out DIRECTORY]
import { FAMILIES } from '../sims/index.js';
import { type EvaluateOptions, evaluate, type Verdict } from '../src/index.js';

const [name, ...rest] = process.argv.slice(2);
const option = (flag: string): string | undefined => {
  const i = rest.indexOf(`--${flag}`);
  return i < 0 ? undefined : rest[i + 1];
};

const family = FAMILIES.find((candidate) => candidate.name === name);
if (family === undefined) throw new Error(`no family '${name}'; there are ${FAMILIES.map((f) => f.name).join(', ')}`);

const out = option('out');
const CASES: Readonly<Record<string, readonly (readonly [label: string, options: EvaluateOptions])[]>> = {
  nominal: [['nominal', out === undefined ? {} : { outDirectory: out }]],
  verify: [['half step', { verify: true }]],
  both: [['both engines', { engine: 'both' }]],
  friction: [0.8, 1.2].map((factor) => [`friction × ${factor}`, { perturbation: { frictionFactor: factor } }]),
  density: [0.9, 1.1].map((factor) => [`density × ${factor}`, { perturbation: { densityFactor: factor } }]),
  gain: [0.8, 1.2].map((factor) => [`gain × ${factor}`, { perturbation: { gainFactor: factor } }]),
};

const wanted = option('only')?.split(',') ?? Object.keys(CASES);
for (const [label, options] of wanted.flatMap((key) => CASES[key] ?? [])) {
  const before = process.cpuUsage();
  const verdict = await evaluate(family.template, family.candidate(), family.binding(), options);
  const { user, system } = process.cpuUsage(before);
  const cpuS = (user + system) / 1e6;
  process.stdout.write(
    `${label.padEnd(15)} ${verdict.status.padEnd(12)} ${cpuS.toFixed(1)} s CPU  ${tightest(verdict)}\n`,
  );
  if (verdict.status !== 'PASS') process.stdout.write(`  ${verdict.summary}\n`);
  for (const line of disagreements(verdict)) process.stdout.write(`  ${line}\n`);
}

/** The three checks with the least of their bound to spare. */
function tightest({ trials }: Verdict): string {
  const margins = trials.flatMap(({ id, checks }) =>
    checks.flatMap(({ id: check, measured, bound }) =>
      measured === null || bound === 0 || /^(drive|observed|assembles|joints-held)/.test(check)
        ? []
        : [{ at: `${id}/${check}`, share: Math.abs(bound - measured) / Math.abs(bound) }],
    ),
  );
  const least = margins.sort((a, b) => a.share - b.share).slice(0, 3);
  return least.map(({ at, share }) => `${at} ${(100 * share).toFixed(1)} %`).join(' · ');
}

/** Checks that the two engines measure differently by more than 1 % of the bound. */
function disagreements({ trials }: Verdict): string[] {
  return trials.flatMap(({ id, checks }) =>
    checks.flatMap(({ id: check, byEngine, bound, unit }) => {
      if (byEngine === undefined) return [];
      const { direct, rapier } = byEngine;
      const apart = Math.abs((direct ?? Number.NaN) - (rapier ?? Number.NaN));
      if (direct === rapier || apart <= 0.01 * Math.abs(bound)) return [];
      return [`${id}/${check}: direct ${direct}, rapier ${rapier}, bound ${bound} ${unit}`];
    }),
  );
}
