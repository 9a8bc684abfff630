import { GeometryError, type Issue } from '../core/errors.js';

/** What went wrong with a CAD source; `path` is empty unless a field of the source record is meant. */
export type GeometryIssue = Omit<Issue, 'path'> & { readonly path?: Issue['path'] };

/** One-issue GeometryError, ready to throw. */
export function geometryError(issue: GeometryIssue): GeometryError {
  return new GeometryError([{ path: [], ...issue }]);
}

/**
 * Names closest to `wanted`, nearest first: at most `limit`, all within half the length of the longer name.
 * Distance is Levenshtein's, ignoring case.
 */
export function closestNames(wanted: string, known: readonly string[], limit = 3): readonly string[] {
  const target = wanted.toLowerCase();
  return [...new Set(known)]
    .map((name) => ({ name, distance: editDistance(target, name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= Math.max(name.length, wanted.length) / 2)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, limit)
    .map(({ name }) => name);
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[b.length]!;
}
