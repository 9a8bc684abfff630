import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { findChromium, packReplay, replayPage } from '../../src/report/index.js';
import type { ReplayPage } from '../../src/report/replay/viewer/main.js';
import { type Binding, openRun, runTrial } from '../../src/trial/index.js';

declare global {
  /** Set by the replay page; used only in functions that run there. */
  var mechtrialReplay: Promise<ReplayPage>;
}

/** The browser that tests use; without one they are skipped, and say so. */
export const CHROMIUM = findChromium();
if (CHROMIUM === null) {
  console.warn('browser tests are skipped: no Chromium was found (Debian: apt-get install -y chromium)');
}

export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: CHROMIUM!,
    args: [
      '--no-sandbox',
      '--enable-unsafe-swiftshader',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-quic',
    ],
  });

/** A folder for the tests of a file. */
export function ownFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'mechtrial-browser-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Runs a binding and writes its replay, once per folder; returns the file. */
export async function replayFile(binding: Binding, folder: string): Promise<string> {
  const directory = join(folder, binding.name);
  const file = join(folder, `${binding.name}.html`);
  if (existsSync(file)) return file;
  await runTrial(binding, { outDirectory: directory });
  writeFileSync(file, replayPage(packReplay(await openRun(directory))));
  return file;
}

/** A page with a replay, and what it did wrong: messages on its console, requests beyond its own file. */
export interface OpenPage {
  readonly page: Page;
  readonly complaints: string[];
  readonly requests: string[];
}

/** Opens a replay from disk and waits until it is on the page. */
export async function openReplay(
  browser: Browser,
  file: string,
  { width = 1440, height = 900, colorScheme = 'light' as 'light' | 'dark' } = {},
): Promise<OpenPage> {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme });
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => {
    // WebGL in software says at every read-back of a picture that it is slow; nothing is wrong
    if (!/GPU stall due to ReadPixels/.test(message.text())) complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(pathToFileURL(file).href);
  await page.evaluate(async () => void (await globalThis.mechtrialReplay));
  return { page, complaints, requests };
}

/** The clock of the page [s]. */
export const timeOf = (page: Page): Promise<number> =>
  page.evaluate(async () => (await globalThis.mechtrialReplay).clock.timeS);

/** Goes to a time and waits until it is drawn. */
export const seek = (page: Page, timeS: number): Promise<void> =>
  page.evaluate(async (t) => {
    (await globalThis.mechtrialReplay).clock.seek(t);
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  }, timeS);

/** Colours of the stage's canvas around a point of the page: red, green, blue, alpha of every pixel of a square. */
export const pixelsAt = (page: Page, x: number, y: number, halfPx: number): Promise<number[]> =>
  page.evaluate(
    ([px, py, half]) => {
      const canvas = document.querySelector<HTMLCanvasElement>('.stage canvas')!;
      const { left, top, width } = canvas.getBoundingClientRect();
      const scale = canvas.width / width;
      const copy = document.createElement('canvas');
      copy.width = copy.height = 2 * half!;
      const context = copy.getContext('2d')!;
      context.drawImage(
        canvas,
        ...([(px! - left - half!) * scale, (py! - top - half!) * scale, 2 * half! * scale, 2 * half! * scale] as const),
        ...([0, 0, 2 * half!, 2 * half!] as const),
      );
      return Array.from(context.getImageData(0, 0, 2 * half!, 2 * half!).data);
    },
    [x, y, halfPx],
  );

/**
 * How many of the pixels are plainly red. The stage's canvas has no background of its own: a dim mark in front of nothing
 * is as red as a live one, but seen through; one in front of an orange part is less red.
 */
export function redCount(pixels: readonly number[]): number {
  let count = 0;
  for (let i = 0; i < pixels.length; i += 4) {
    const [r, g, b, alpha] = [pixels[i]!, pixels[i + 1]!, pixels[i + 2]!, pixels[i + 3]!];
    if (alpha > 200 && r > 190 && r - g > 115 && r - b > 100) count++;
  }
  return count;
}
