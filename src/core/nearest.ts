/** Number of single-character edits (insert, delete, replace, swap of neighbours) from `a` to `b`. */
export function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      let best = Math.min(replaced, rows[i - 1]![j]! + 1, row[j - 1]! + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, rows[i - 2]![j - 2]! + 1);
      row.push(best);
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}

/** The candidate that the user most likely meant, or null when none is near (more than a third of the letters differ). */
export function nearest(word: string, candidates: readonly string[]): string | null {
  let best: string | null = null;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best !== null && bestDistance <= Math.max(2, Math.ceil(word.length / 3)) ? best : null;
}

/** A fix sentence for a name that does not exist. */
export function didYouMean(word: string, candidates: readonly string[], what: string): string {
  const near = nearest(word, candidates);
  const shown = candidates.slice(0, 12).join(', ') + (candidates.length > 12 ? ', …' : '');
  if (near !== null) return `Did you mean '${near}'? Known ${what}: ${shown}.`;
  return candidates.length === 0 ? `There are no ${what} here.` : `Known ${what}: ${shown}.`;
}
