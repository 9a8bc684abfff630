// The page docs/accuracy.md: what docs/validation.md says, case by case, and what no figure there can say.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** One case of the validation: how many quantities, and how each engine does on them. */
interface Case {
  readonly group: string;
  readonly title: string;
  readonly rows: readonly { readonly tolerance: number; readonly direct: Cell; readonly rapier: Cell }[];
}

interface Cell {
  readonly error: number;
  readonly isMissed: boolean;
}

const cell = (text: string): Cell => ({ error: Number(text.replaceAll('*', '')), isMissed: text.includes('**') });

/** Cases of the tables in a validation page. */
function casesOf(page: string): Case[] {
  const cases: Case[] = [];
  let group = '';
  for (const line of page.split('\n')) {
    if (line.startsWith('## ')) group = line.slice(3);
    else if (line.startsWith('### ')) cases.push({ group, title: line.slice(4), rows: [] });
    const cells = line.split(' | ').map((text) => text.replace(/^\| | \|$/g, ''));
    const current = cases.at(-1);
    if (cells.length !== 6 || current === undefined || !Number.isFinite(Number(cells[3]))) continue;
    const row = { tolerance: Number(cells[3]), direct: cell(cells[4]!), rapier: cell(cells[5]!) };
    cases[cases.length - 1] = { ...current, rows: [...current.rows, row] };
  }
  return cases.filter(({ rows }) => rows.length > 0);
}

function caseRow({ title, rows }: Case): string {
  const within = (engine: 'direct' | 'rapier') => rows.filter((row) => !row[engine].isMissed).length;
  const worst = Math.max(...rows.map(({ tolerance, direct }) => (tolerance > 0 ? direct.error / tolerance : 0)));
  return `| ${title} | ${rows.length} | ${within('direct')} | ${worst.toFixed(2)} | ${within('rapier')} |`;
}

/** The page, from docs/validation.md. */
export function accuracyPage(): string {
  const page = readFileSync(resolve(import.meta.dirname, '../docs/validation.md'), 'utf8');
  const cases = casesOf(page).filter(({ title }) => !title.startsWith('First run'));
  const rows = cases.flatMap((one) => one.rows);
  const count = (engine: 'direct' | 'rapier') => rows.filter((row) => !row[engine].isMissed).length;
  for (const engine of ['direct', 'rapier'] as const)
    if (!page.includes(`\`${engine}\`: ${count(engine)} of ${rows.length} quantities`))
      throw new Error(`docs/validation.md counts its quantities of ${engine} in another way than its tables say`);
  const groups = [...new Set(cases.map(({ group }) => group))];
  const lines = [
    '# How accurate is it?',
    '',
    'Written by `npm run docs:reference` from [validation.md](validation.md), which `npm run validation` measures: ADAMS data, closed forms,',
    'held-out mechanisms whose answers were fixed before they were run.',
    '',
    `Of ${rows.length} quantities in ${cases.length} cases, \`direct\` is within tolerance on **${count('direct')}**, \`rapier\` on **${count('rapier')}**. \`direct\` is the`,
    'default; `rapier` is a second opinion, and its answers should not be read as a measurement.',
    '',
    'In each table: quantities of the case, how many `direct` has within tolerance, its largest error as a share of the tolerance, and how many',
    '`rapier` has within tolerance.',
    '',
    ...groups.flatMap((group) => [
      `## ${group}`,
      '',
      '| case | quantities | direct | largest error / tolerance | rapier |',
      '|---|---|---|---|---|',
      ...cases.filter((one) => one.group === group).map(caseRow),
      '',
    ]),
    ...LIMITS,
  ];
  return `${lines.join('\n')}\n`;
}

const LIMITS = [
  '## What no figure here covers',
  '',
  'The figures say how well the equations are solved. Whether they are the right ones for your mechanism is another matter:',
  '',
  '- **Bodies are rigid.** Nothing bends, stretches or wears. Leaves, springs and belts are models with the numbers that you declare.',
  '- **Joints are ideal.** They have no play. The play of a pin in its hole is measured on the CAD and reported, not simulated; a mechanism',
  '  that only works, or only jams, because of play needs its pin and hole to touch as bodies in contact.',
  '- **Friction is one coefficient** per pair of materials, the same standing and sliding. Real ones scatter by half and more. Run the trial',
  '  with the smallest and the largest that you would believe.',
  '- **Redundant joints share their load by a rule.** Two hinges on one leaf carry the sum that they must; how much each carries depends on',
  '  elasticity and play, which are not simulated.',
  '- **Impacts** are dead, or rebound with one coefficient. The force during an impact is that of one step, and depends on the step.',
  '- **Contact pieces are not the CAD.** How far they are off is measured and reported with the verdict ([contact.md](contact.md)); the audit',
  '  looks at the CAD itself.',
  '',
  '## How to find out for your own mechanism',
  '',
  '- Read `quality` in the verdict: separation, penetration, energy residual beside what is allowed ([reading a verdict](reading-a-verdict.md)).',
  '- `--verify` runs again at half the step. `--engine both` asks the other engine.',
  '- A margin that is small against the uncertainty of a mass, a friction or a torque is no margin: change that number, and run again.',
];
