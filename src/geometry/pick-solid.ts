import { nearest } from '../core/nearest.js';
import { geometryError } from './geometry-issue.js';
import type { SolidPick } from './source.js';
import type { SourceFile } from './source-file.js';

const LISTED_CANDIDATES = 12;

/**
 * Index of the solid that a pick means. Without a pick the file must hold one solid. A name must be unique; a path may leave
 * out leading names.
 *
 * @throws GeometryError `solid_not_picked`, `solid_not_found`, `solid_ambiguous`, each listing the candidates
 */
export function pickSolid({ solids }: SourceFile, pick: SolidPick | undefined, file: string): number {
  if (pick === undefined) {
    if (solids.length === 1) return 0;
    throw geometryError({
      code: 'solid_not_picked',
      file,
      message: `holds ${solids.length} solids and none was picked: ${listSolidNames(solids, everyIndex(solids))}`,
      fix: 'Add solid: a name, an index, or { path: […] }.',
    });
  }
  if (typeof pick === 'number') return pickIndex(solids, pick, file);
  const wanted = typeof pick === 'string' ? [pick] : pick.path;
  const found = everyIndex(solids).filter((i) =>
    typeof pick === 'string' ? matchesName(solids[i]!, pick) : endsWith(solids[i]!.path, wanted),
  );
  if (found.length === 1) return found[0]!;
  const label = typeof pick === 'string' ? `“${pick}”` : `path ${wanted.join(' / ')}`;
  if (found.length > 1) {
    throw geometryError({
      code: 'solid_ambiguous',
      file,
      part: wanted.join('/'),
      message: `${label} fits ${found.length} solids: ${listSolidNames(solids, found)}`,
      fix: 'Pick by index, or by a longer path.',
    });
  }
  throw notFound(solids, label, wanted.at(-1)!, file);
}

type Solids = SourceFile['solids'];

function pickIndex(solids: Solids, index: number, file: string): number {
  if (index < solids.length) return index;
  throw geometryError({
    code: 'solid_not_found',
    file,
    part: String(index),
    message: `has no solid with index ${index}; it holds ${listSolidNames(solids, everyIndex(solids))}`,
    fix: `Indices run from 0 to ${solids.length - 1}.`,
  });
}

function notFound(solids: Solids, label: string, name: string, file: string) {
  const known = solids.flatMap((solid) => [solid.name, solid.path.at(-1) ?? '']).filter((known) => known !== '');
  const near = nearest(name, known);
  return geometryError({
    code: 'solid_not_found',
    file,
    part: name,
    message: `has no solid ${label}; it holds ${listSolidNames(solids, everyIndex(solids))}`,
    fix: near === null ? 'Pick one of these, or use an index.' : `Did you mean “${near}”? Otherwise pick by index.`,
  });
}

const everyIndex = (solids: Solids): number[] => solids.map((_, i) => i);

function matchesName(solid: Solids[number], name: string): boolean {
  return solid.name === name || solid.path.at(-1) === name;
}

function endsWith(path: readonly string[], end: readonly string[]): boolean {
  return end.length <= path.length && end.every((name, i) => path[path.length - end.length + i] === name);
}

function listSolidNames(solids: Solids, indices: readonly number[]): string {
  const shown = indices.slice(0, LISTED_CANDIDATES).map((i) => `${i}: ${solids[i]!.path.join(' / ')}`);
  const rest = indices.length - shown.length;
  return shown.join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
