import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Bumped by every change that can alter a verdict. */
export const NUMERICS_VERSION = 4;

/** Packages whose version can change a number. */
const NUMERIC_PACKAGES = ['@dimforge/rapier3d-compat', 'manifold-3d', 'occt-import-js'] as const;

/** Versions that belong into the provenance of a verdict. */
export function versions(): Readonly<Record<string, string>> {
  const found: Record<string, string> = {
    mechtrial: versionIn(import.meta.url),
    numerics: String(NUMERICS_VERSION),
    node: process.versions.node,
  };
  for (const name of NUMERIC_PACKAGES) found[name] = versionIn(packageFile(name));
  return found;
}

/** The package.json of an installed package: not every package lets it be resolved through its exports. */
function packageFile(name: string): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const file = join(folder, 'node_modules', name, 'package.json');
    if (existsSync(file) || dirname(folder) === folder) return file;
    folder = dirname(folder);
  }
}

/** Version in the nearest package.json above a file or file URL. */
function versionIn(location: string): string {
  let folder = dirname(location.startsWith('file:') ? fileURLToPath(location) : location);
  for (;;) {
    const file = join(folder, 'package.json');
    if (existsSync(file)) {
      const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version?: string };
      if (version !== undefined) return version;
    }
    if (dirname(folder) === folder) return 'unknown';
    folder = dirname(folder);
  }
}
