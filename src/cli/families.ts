import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BindingError } from '../core/errors.js';
import { didYouMean } from '../core/nearest.js';
import type { Candidate, TemplateBinding, TemplateInput } from '../harness/index.js';
import type { Binding } from '../trial/index.js';
import { describeFamily, type FamilyRow } from './family-row.js';
import type { Register } from './main.js';
import { EXIT, toJson } from './output.js';
import { packageRoot } from './version.js';

/** A candidate with the binding that was made for it. */
interface BoundCandidate {
  readonly candidate: () => Candidate;
  readonly binding: () => TemplateBinding;
}

/** A family that ships with the package, as `sims/index` lists it. */
export interface ShippedFamily extends BoundCandidate {
  readonly name: string;
  readonly title: string;
  readonly template: TemplateInput;
  readonly variants: readonly (BoundCandidate & { readonly name: string; readonly title: string })[];
  readonly defects: readonly (BoundCandidate & {
    readonly name: string;
    readonly summary: string;
    readonly requirement: string;
    readonly expected:
      | { readonly kind: 'check'; readonly trial: string; readonly check: string }
      | { readonly kind: 'audit'; readonly trial: string; readonly bodies: readonly [string, string] }
      | { readonly kind: 'refusal'; readonly code: string };
    readonly caughtBy: string;
  })[];
}

/** A mechanism with a test of its own. */
export interface ShippedMechanism {
  readonly name: string;
  readonly title: string;
  readonly binding: () => Binding;
}

/** What ships with the package. */
export interface Shipped {
  readonly FAMILIES: readonly ShippedFamily[];
  readonly MECHANISMS: readonly ShippedMechanism[];
}

/** What `mechtrial run NAME` puts on trial: a plain binding, or a template with a candidate and its binding. */
export type ShippedTest =
  | { readonly kind: 'trial'; readonly name: string; readonly binding: Binding }
  | {
      readonly kind: 'evaluation';
      readonly name: string;
      readonly template: TemplateInput;
      readonly candidate: Candidate;
      readonly binding: TemplateBinding;
    };

/** The mechanisms that ship with the package; from dist, or from source when run unbuilt. */
export async function shipped(): Promise<Shipped> {
  const built = join(packageRoot(), 'dist', 'sims', 'index.js');
  const isBuilt = import.meta.url.includes('/dist/');
  const file = isBuilt && existsSync(built) ? built : join(packageRoot(), 'sims', 'index.ts');
  return (await import(pathToFileURL(file).href)) as Shipped;
}

/**
 * The family with a name.
 *
 * @throws BindingError naming the known ones
 */
export async function shippedFamily(name: string): Promise<ShippedFamily> {
  const { FAMILIES } = await shipped();
  const family = FAMILIES.find((candidate) => candidate.name === name);
  if (family !== undefined) return family;
  throw unknown(`'${name}' is not a shipped family`, name, FAMILIES, 'families');
}

/**
 * The test of a shipped mechanism or family, or of a defect or variant of one as `family/name`.
 *
 * @throws BindingError naming what is known
 */
export async function shippedTest(name: string): Promise<ShippedTest> {
  const { FAMILIES, MECHANISMS } = await shipped();
  const [familyName, memberName] = name.split('/') as [string, string | undefined];
  const mechanism = MECHANISMS.find((candidate) => candidate.name === name);
  if (mechanism !== undefined) return { kind: 'trial', name, binding: mechanism.binding() };
  const family = FAMILIES.find((candidate) => candidate.name === familyName);
  if (family === undefined) {
    const message = `'${name}' is neither a file nor a shipped mechanism`;
    throw unknown(message, familyName, [...FAMILIES, ...MECHANISMS], 'mechanisms');
  }
  const members = [...family.variants, ...family.defects];
  const member = memberName === undefined ? family : members.find((candidate) => candidate.name === memberName);
  if (member === undefined) {
    const message = `'${familyName}' has no defect or variant '${memberName}'`;
    throw unknown(message, memberName!, members, 'defects and variants');
  }
  const { template } = family;
  return { kind: 'evaluation', name, template, candidate: member.candidate(), binding: member.binding() };
}

function unknown(
  message: string,
  name: string,
  known: readonly { readonly name: string }[],
  what: string,
): BindingError {
  const fix = didYouMean(
    name,
    known.map((candidate) => candidate.name),
    what,
  );
  return new BindingError([{ code: 'unknown_binding', path: [], message, fix }]);
}

/** `mechtrial families`: what ships with the package. */
export const familiesCommand: Register = (program, output, finish) => {
  program
    .command('families')
    .description('the mechanism families that ship with the package, with their variants and defects')
    .option('--wall', 'put every reference mechanism on trial and say how long that takes')
    .option('--json', 'as JSON')
    .action(async (options: { readonly json?: boolean; readonly wall?: boolean }) => {
      const { FAMILIES, MECHANISMS } = await shipped();
      const rows: FamilyRow[] = [];
      for (const family of FAMILIES) rows.push(await describeFamily(family, options.wall === true));
      const plain = MECHANISMS.map(({ name, title }) => ({ name, title }));
      if (options.json === true)
        output.out(toJson({ schema: 'mechtrial/families@1', families: rows, mechanisms: plain }));
      else
        output.out(
          `${[...rows.flatMap(familyLines), ...plain.map(({ name, title }) => `${name}  ${title}`)].join('\n')}\n`,
        );
      finish(EXIT.pass);
    });
};

function familyLines(row: FamilyRow): string[] {
  const wall = row.wallS === null ? '' : `, ${row.wallS.toFixed(1)} s of wall time (${row.status})`;
  return [
    `${row.name}  ${row.title}`,
    `  ${row.requirementCount} requirements, ${row.checkCount} checks, ${row.trialCount} trials of ${row.simulatedS.toFixed(1)} s in all${wall}`,
    ...row.variants.map(({ name, title }) => `  ${row.name}/${name}  ${title}`),
    ...row.defects.map((defect) => `  ${row.name}/${defect.name}  ${defect.summary} (caught by ${defect.caughtBy})`),
  ];
}
