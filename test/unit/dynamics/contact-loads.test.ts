import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CONTACT_WIDTH } from '../../../src/signals/index.js';
import { type Binding, openRun, runTrial } from '../../../src/trial/index.js';

const MASS_KG = 7850 * 0.02 ** 3;

/** A steel cube of 20 mm, at rest on a table. */
const resting: Binding = {
  schema: 'mechtrial/binding@1',
  name: 'resting',
  scene: {
    schema: 'mechtrial/scene@1',
    name: 'resting',
    materials: [{ name: 'metal', densityKgPerM3: 7850 }],
    bodies: [
      {
        name: 'table',
        isGround: true,
        parts: [{ geometry: { kind: 'box', sizeM: [0.2, 0.2, 0.01] }, material: 'metal' }],
        poseInWorld: { positionM: [0, 0, -0.005] },
      },
      {
        name: 'cube',
        parts: [{ geometry: { kind: 'box', sizeM: [0.02, 0.02, 0.02] }, material: 'metal' }],
        poseInWorld: { positionM: [0, 0, 0.01] },
      },
    ],
    contact: {
      shapes: [
        { kind: 'box', body: 'table', sizeM: [0.2, 0.2, 0.01] },
        { kind: 'box', body: 'cube', sizeM: [0.02, 0.02, 0.02] },
      ],
    },
  },
  signals: [{ kind: 'contact-force', name: 'force', groupA: ['table'], groupB: ['cube'] }],
  trials: [{ id: 'T1', phases: [{ id: 'rest', durationS: 0.3 }] }],
};

test.each(['direct', 'rapier'] as const)(
  '%s: the contacts of a resting cube carry its weight, on the table',
  async (engine) => {
    const directory = mkdtempSync(join(tmpdir(), 'mechtrial-loads-'));
    try {
      await runTrial(resting, { engine, outDirectory: directory });
      const { loads, poses } = (await openRun(directory)).recordings[0]!;
      const { contactCounts, contacts } = loads!;
      expect(contactCounts).toHaveLength(poses.timesS.length);
      const count = contactCounts.at(-1)!;
      expect(count).toBeGreaterThan(0);
      let upN = 0;
      for (let i = contacts.length / CONTACT_WIDTH - count; i < contacts.length / CONTACT_WIDTH; i++) {
        const [a, b, x, y, z, , , fz] = contacts.subarray(CONTACT_WIDTH * i, CONTACT_WIDTH * (i + 1));
        const cube = poses.bodies.indexOf('cube');
        expect([a, b]).toContain(cube);
        upN += b === cube ? fz! : -fz!;
        expect(Math.abs(z!)).toBeLessThan(1e-4); // the skin and the overlap of either engine are below 0.1 mm
        expect(Math.max(Math.abs(x!), Math.abs(y!))).toBeLessThan(0.0101);
      }
      expect(upN / (MASS_KG * 9.81)).toBeCloseTo(1, 2); // rapier's settling leaves up to 0.5 %
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  },
);
