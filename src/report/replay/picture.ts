import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BrowserError, Chromium } from './devtools.js';
import { CHROMIUM_VARIABLE, findChromium } from './find-chromium.js';

/** Directions that a picture can be taken from. */
export const PICTURE_VIEWS = ['iso', 'front', 'right', 'top'] as const;
export type PictureView = (typeof PICTURE_VIEWS)[number];

/** Moments from left to right, directions from top to bottom; sizes of one picture in pixels. */
export interface ContactSheet {
  /** Trial to show; the first one where null. */
  readonly trial: string | null;
  readonly timesS: readonly number[];
  readonly views: readonly PictureView[];
  readonly widthPx: number;
  readonly heightPx: number;
}

/**
 * A contact sheet of a replay page as PNG, drawn by the page itself in an installed Chromium without a window.
 *
 * @param page  as `replayPage` wrote it
 * @throws BrowserError `no_chromium`, `chromium_failed`
 */
export async function renderContactSheet(page: string, sheet: ContactSheet): Promise<Uint8Array> {
  const executable = findChromium();
  if (executable === null) throw noChromium();
  const folder = mkdtempSync(join(tmpdir(), 'mechtrial-picture-'));
  const chromium = new Chromium(executable);
  try {
    const file = join(folder, 'replay.html');
    writeFileSync(file, page);
    const evaluate = await chromium.open(pathToFileURL(file).href, 1200, 800);
    const { trial, ...spec } = sheet;
    const url = await evaluate(`(async () => {
      document.documentElement.dataset.theme = 'light';
      const replay = await window.mechtrialReplay;
      if (${JSON.stringify(trial)} !== null) replay.showTrial(${JSON.stringify(trial)});
      return replay.sheet(${JSON.stringify(spec)});
    })()`);
    return Buffer.from(String(url).replace(/^data:image\/png;base64,/, ''), 'base64');
  } finally {
    await chromium.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const noChromium = (): BrowserError =>
  new BrowserError([
    {
      code: 'no_chromium',
      path: ['--png'],
      message: 'pictures are drawn by Chromium, and none was found',
      fix: `Install Chromium or Chrome (Debian: apt-get install chromium), or name one with ${CHROMIUM_VARIABLE}.`,
    },
  ]);
