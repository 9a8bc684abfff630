import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BindingError } from '../core/errors.js';
import { didYouMean } from '../core/nearest.js';
import type { Binding } from '../trial/index.js';
import type { Register } from './main.js';
import { EXIT, toJson } from './output.js';
import { packageRoot } from './version.js';

/** A mechanism that ships with the package, as `sims/index` lists it. */
export interface ShippedFamily {
  readonly name: string;
  readonly title: string;
  readonly binding: () => Binding;
  readonly defects: readonly {
    readonly name: string;
    readonly summary: string;
    readonly caughtBy: string;
    readonly binding: () => Binding;
  }[];
}

/** The mechanisms that ship with the package; from dist, or from source when run unbuilt. */
export async function shippedFamilies(): Promise<readonly ShippedFamily[]> {
  const built = join(packageRoot(), 'dist', 'sims', 'index.js');
  const isBuilt = import.meta.url.includes('/dist/');
  const file = isBuilt && existsSync(built) ? built : join(packageRoot(), 'sims', 'index.ts');
  const sims = (await import(pathToFileURL(file).href)) as { FAMILIES: readonly ShippedFamily[] };
  return sims.FAMILIES;
}

/**
 * The binding of a shipped family, or of one of its defects as `family/defect`.
 *
 * @throws BindingError naming the known families
 */
export async function shippedBinding(name: string): Promise<Binding> {
  const families = await shippedFamilies();
  const [familyName, defectName] = name.split('/') as [string, string | undefined];
  const family = families.find((candidate) => candidate.name === familyName);
  if (family === undefined) {
    const known = families.map((candidate) => candidate.name);
    const message = `'${name}' is neither a file nor a shipped mechanism`;
    throw new BindingError([
      { code: 'unknown_binding', path: [], message, fix: didYouMean(familyName, known, 'mechanisms') },
    ]);
  }
  if (defectName === undefined) return family.binding();
  const defect = family.defects.find((candidate) => candidate.name === defectName);
  if (defect !== undefined) return defect.binding();
  const known = family.defects.map((candidate) => candidate.name);
  const message = `'${familyName}' has no defect '${defectName}'`;
  throw new BindingError([
    { code: 'unknown_binding', path: [], message, fix: didYouMean(defectName, known, 'defects') },
  ]);
}

/** `mechtrial families`: what ships with the package. */
export const familiesCommand: Register = (program, output, finish) => {
  program
    .command('families')
    .description('the mechanisms that ship with the package, and their defects')
    .option('--json', 'as JSON')
    .action(async (options: { readonly json?: boolean }) => {
      const rows = (await shippedFamilies()).map(({ name, title, defects }) => ({
        name,
        title,
        defects: defects.map(({ name: defect, summary, caughtBy }) => ({ name: defect, summary, caughtBy })),
      }));
      output.out(options.json === true ? toJson(rows) : `${rows.flatMap(familyLines).join('\n')}\n`);
      finish(EXIT.pass);
    });
};

function familyLines(row: {
  name: string;
  title: string;
  defects: readonly { name: string; summary: string; caughtBy: string }[];
}): string[] {
  return [
    `${row.name}  ${row.title}`,
    ...row.defects.map((defect) => `  ${row.name}/${defect.name}  ${defect.summary} (caught by ${defect.caughtBy})`),
  ];
}
