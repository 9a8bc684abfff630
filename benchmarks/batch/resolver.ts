import { FAMILIES } from '../../sims/index.js';
import type { ResolvedTest } from '../../src/index.js';

/** The reference mechanism of a family; the same one for every evaluation of it. */
export async function resolveTest(test: string): Promise<ResolvedTest> {
  const family = FAMILIES.find(({ name }) => name === test.split('#')[0])!;
  return { template: family.template, candidate: family.candidate(), binding: family.binding() };
}
