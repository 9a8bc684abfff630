import type { Trouble } from '../engine.js';

/** Troubles merged per code: the first instant, the worst value and its message. */
export interface TroubleList {
  readonly entries: Trouble[];
  add(code: string, message: string, atS: number, value: number): void;
  /** Replaces all entries (restoring a snapshot). */
  replace(entries: readonly Trouble[]): void;
}

export function createTroubleList(): TroubleList {
  const entries: Trouble[] = [];
  return {
    entries,
    add(code, message, atS, value) {
      const i = entries.findIndex((entry) => entry.code === code);
      if (i < 0) entries.push({ code, message, atS, value });
      else if (value > entries[i]!.value) entries[i] = { code, message, atS: entries[i]!.atS, value };
    },
    replace(next) {
      entries.splice(0, entries.length, ...next);
    },
  };
}
