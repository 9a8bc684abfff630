import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { invariant } from '../core/errors.js';

/** The package's folder: the first one above this file that holds its package.json, from source and from dist alike. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    invariant(dirname(folder) !== folder, 'the package has a package.json');
    folder = dirname(folder);
  }
  return folder;
}

/** Version in package.json. */
export function packageVersion(): string {
  return (JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as { version: string }).version;
}
