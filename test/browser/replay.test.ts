import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gripper, latch, wiperWithPost } from './bindings.js';
import { CHROMIUM, launch, openReplay, ownFolder, pixelsAt, redCount, replayFile, seek, timeOf } from './browser.js';

const isFull = process.env.MECHTRIAL_FULL === '1';
const DESK = [1440, 900, 'light'] as const;
const PHONE = [390, 844, 'dark'] as const;
const ALL = [DESK, PHONE];

/** Every mechanism on every page in the full check; by default one page each of the two that other tests look at too. */
const MECHANISMS = [
  { name: 'wiper', bindingOf: wiperWithPost, pages: isFull ? ALL : [DESK] },
  { name: 'latch', bindingOf: latch, pages: isFull ? ALL : [PHONE] },
  ...(isFull ? [{ name: 'gripper', bindingOf: gripper, pages: ALL }] : []),
];

describe.skipIf(CHROMIUM === null)('replay in a browser', () => {
  const folder = ownFolder();
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    folder.remove();
  });

  describe.each(MECHANISMS)('$name', ({ bindingOf, pages }) => {
    let file: string;
    beforeAll(async () => {
      file = await replayFile(bindingOf(), folder.path);
    });

    test.each(pages)('at %i × %i: loads in silence, plays, obeys the keyboard', async (width, height, colorScheme) => {
      const { page, complaints, requests } = await openReplay(browser, file, { width, height, colorScheme });
      expect(requests).toHaveLength(1); // the file itself
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await page.click('.play');
      await expect.poll(() => timeOf(page), { timeout: 60_000 }).toBeGreaterThan(0.02);
      await page.keyboard.press('Space');
      const paused = await timeOf(page);
      await page.keyboard.press('ArrowRight');
      const next = await timeOf(page);
      expect(next).toBeGreaterThan(paused);
      expect(next - paused).toBeLessThan(0.0201); // poses are recorded every 20 ms; times in the page are f32
      await page.keyboard.press('Home');
      expect(await timeOf(page)).toBe(0);
      await page.keyboard.press('End');
      expect(await timeOf(page)).toBeCloseTo(await endOf(page), 9);
      await page.keyboard.press('j');
      expect(await page.getAttribute('.tool[title*="(J)"]', 'aria-pressed')).toBe('true');
      await page.keyboard.press('t');
      expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe(
        colorScheme === 'light' ? 'dark' : 'light',
      );
      expect(complaints).toEqual([]);
      await page.close();
    });

    test('the parts move on the stage', async () => {
      const { page } = await openReplay(browser, file);
      const picture = () => page.locator('.stage canvas').screenshot();
      const start = await picture();
      await seek(page, (await endOf(page)) * 0.6);
      expect((await picture()).equals(start)).toBe(false);
      await seek(page, 0);
      expect((await picture()).equals(start)).toBe(true);
      await page.close();
    });
  });

  test('a click on a check goes to its instant', async () => {
    const { page } = await openReplay(browser, await replayFile(latch(), folder.path));
    const row = page.locator('[data-check="R2/lifts"]');
    const [, atS] = (await row.getAttribute('title'))!.match(/Go to ([\d.]+) s/)!;
    await row.click();
    expect(await timeOf(page)).toBeCloseTo(Number(atS), 3); // the title has four digits
    expect(await timeOf(page)).toBeGreaterThan(0.2); // the pawl is on the catch in the second phase
    await page.keyboard.press('Home');
    await page.keyboard.press('n');
    expect(await timeOf(page)).toBeCloseTo(Number(atS), 3);
    await page.close();
  });

  test('a violation is seen in red at its place, and a click on its label goes to its onset', async () => {
    const { page } = await openReplay(browser, await replayFile(wiperWithPost(), folder.path));
    await page.locator('.pin').click();
    const onset = await timeOf(page);
    expect(onset).toBeGreaterThan(0.2); // nothing touches before the crank turns
    await seek(page, onset + 0.01);
    const place = await markPlace(page);
    const alive = redCount(await pixelsAt(page, place.x, place.y, 24));
    expect(alive).toBeGreaterThan(60); // the ring: 2π·13 px of circumference, more than 3 px wide
    await seek(page, 0);
    const dim = await pixelsAt(page, place.x, place.y, 24);
    expect(redCount(dim)).toBeLessThan(alive / 2);
    await page.locator('[data-violation="0"]').click();
    expect(await timeOf(page)).toBeCloseTo(onset, 6);
    await page.close();
  });

  test('parts are hidden and seen through, the section opens them', async () => {
    const { page, complaints } = await openReplay(browser, await replayFile(latch(), folder.path));
    const picture = () => page.locator('.stage canvas').screenshot();
    const whole = await picture();
    await page.click('.tab-parts');
    await page.locator('.part .show').first().click();
    const hidden = await picture();
    expect(hidden.equals(whole)).toBe(false);
    await page.getByText('Show all').click();
    expect((await picture()).equals(whole)).toBe(true);
    await page.getByText('All transparent').click();
    expect((await picture()).equals(whole)).toBe(false);
    await page.getByText('Show all').click();
    await page.keyboard.press('c');
    await expect.poll(async () => (await picture()).equals(whole)).toBe(false);
    await page.keyboard.press('c');
    await expect.poll(async () => (await picture()).equals(whole)).toBe(true);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('a press on a signal goes to the time under the pointer', async () => {
    const { page } = await openReplay(browser, await replayFile(latch(), folder.path));
    const plot = page.locator('[data-signal="travel"] .u-over');
    const { width } = (await plot.boundingBox())!;
    await plot.click({ position: { x: width * 0.75, y: 20 } });
    expect(await timeOf(page)).toBeCloseTo(0.75 * (await endOf(page)), 1); // a pixel is 3 ms here
    await page.close();
  });
});

const endOf = (page: Page): Promise<number> => page.evaluate(async () => (await globalThis.mechtrialReplay).clock.endS);

/** Where the label of the first violation points to, on the page. */
const markPlace = (page: Page): Promise<{ x: number; y: number }> =>
  page.evaluate(() => {
    const pin = document.querySelector<HTMLElement>('.pin')!;
    const { left, top } = document.querySelector('.pins')!.getBoundingClientRect();
    return { x: left + Number(pin.dataset.x), y: top + Number(pin.dataset.y) };
  });
