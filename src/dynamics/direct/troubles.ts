/** Troubles merged per code: one entry each, with the worst value and the instant of that. */
import type { Trouble } from '../engine.js';

/** Adds a trouble, or raises the entry of its code if this one is worse. */
export function report(troubles: Trouble[], code: string, message: string, atS: number, value: number): void {
  const i = troubles.findIndex((t) => t.code === code);
  if (i < 0) troubles.push({ code, message, atS, value });
  else if (value > troubles[i]!.value) troubles[i] = { code, message, atS, value };
}
