import { describe, expect, test } from 'vitest';
import { packReplay, renderContactSheet, replayPage } from '../../src/report/index.js';
import { openRun, runTrial } from '../../src/trial/index.js';
import { latch } from './bindings.js';
import { CHROMIUM, ownFolder } from './browser.js';

describe.skipIf(CHROMIUM === null)('pictures', () => {
  test('a contact sheet has a column per moment and a row per direction, and shows something in each', async () => {
    const folder = ownFolder();
    try {
      await runTrial(latch(), { outDirectory: folder.path });
      const page = replayPage(packReplay(await openRun(folder.path)));
      const size = { widthPx: 160, heightPx: 120 };
      const sheet = { trial: null, timesS: [0, 0.4, 0.8], views: ['iso', 'front'], ...size } as const;
      const png = await renderContactSheet(page, sheet);
      expect([...png.subarray(1, 4)]).toEqual([...Buffer.from('PNG')]);
      const view = new DataView(png.buffer, png.byteOffset);
      expect(view.getUint32(16)).toBe(8 + 3 * (160 + 8)); // gap, and per column a picture and a gap
      expect(view.getUint32(20)).toBe(56 + 2 * (120 + 8) + 26); // head, rows with gaps, caption
      const again = await renderContactSheet(page, sheet);
      expect(Buffer.from(again).equals(Buffer.from(png))).toBe(true);
      const other = await renderContactSheet(page, { ...sheet, timesS: [0, 0.2, 0.8] });
      expect(Buffer.from(other).equals(Buffer.from(png))).toBe(false);
    } finally {
      folder.remove();
    }
  });
});
