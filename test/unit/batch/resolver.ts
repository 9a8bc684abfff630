// Tests of a batch by name: drawers of several lengths, and evaluations that go wrong in every way.
import type { ResolvedTest } from '../../../src/batch/index.js';
import { bindDrawer, DRAWER, drawer } from '../harness/rig.js';

/** `drawer-N` is 50 + N mm long; `weak` cannot pull; `loop`, `abort`, `throw` and `refused` never come to a verdict. */
export async function resolveTest(test: string): Promise<ResolvedTest> {
  if (test === 'loop') for (;;);
  if (test === 'abort') process.abort();
  if (test === 'throw') throw new Error('out of order');
  if (test === 'refused') return { template: DRAWER, candidate: drawer(), binding: bindDrawer({ operations: {} }) };
  if (test === 'weak') {
    const operations = DRAWER.operations!.map((operation) => ({ ...operation, cap: 0.2 }));
    return { template: { ...DRAWER, operations }, candidate: drawer(), binding: bindDrawer() };
  }
  const lengthM = 0.05 + Number(test.split('-')[1]) / 1000;
  return { template: DRAWER, candidate: drawer(lengthM), binding: bindDrawer() };
}
