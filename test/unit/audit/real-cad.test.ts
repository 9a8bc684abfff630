// Files of test/fixtures/realcad (see SOURCES.md there).
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type AuditBody, auditInterference } from '../../../src/audit/index.js';
import { IDENTITY_POSE } from '../../../src/core/vector.js';
import { loadFileParts } from '../../../src/geometry/index.js';
import { inputOf, restOf, wasm } from './bodies.js';

const AS1 = fileURLToPath(new URL('../../fixtures/realcad/caxif_as1-oc-214.stp', import.meta.url));

/** Every solid of the assembly as a body, with a deflection and angle that the part keeps when it is refined. */
async function as1(chordM: number, angleRad: number): Promise<AuditBody[]> {
  const parts = await loadFileParts({ file: AS1 }, { chordM, angleRad });
  return parts.map((part, i) => ({
    name: `${part.name} ${i}`,
    parts: [{ part, poseInBody: IDENTITY_POSE }],
    refine: async (finerM: number) => [(await loadFileParts({ file: AS1 }, { chordM: finerM, angleRad: 0.2 }))[i]!],
  }));
}

test('as1 at 0.1 mm has 14 false overlaps above 1 mm³; depth and finer tessellation clear all of them', async () => {
  const bodies = await as1(1e-4, 0.5);
  const blind = { ...wasm, nearMissLimit: 200 };
  const coarse = await auditInterference(
    inputOf(bodies.map((body) => ({ ...body, refine: null }))),
    restOf(bodies),
    blind,
  );
  const volumes = [...coarse.violations, ...coarse.nearMisses].map(({ volumeM3 }) => volumeM3!);
  expect(volumes.filter((volume) => volume > 1e-9)).toHaveLength(14);
  // nuts are thinner than 5 mm: their tolerances are tighter, and facets exceed even both
  expect(coarse.violations.length).toBeGreaterThan(0);
  const report = await auditInterference(inputOf(bodies), restOf(bodies), wasm);
  expect(report).toMatchObject({ status: 'PASS', violations: [] });
});
