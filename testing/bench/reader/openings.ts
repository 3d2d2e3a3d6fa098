import type { Browser, CDPSession, Page } from 'playwright-core';
import { openPhone, SETTLED_MS, SLOWDOWN } from './phone.ts';

/** A line of 1.6 Mbit/s on which an answer takes 150 ms. */
const SLOW_LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };
const PAINTED_WITHIN_MS = 60_000;
const TURNS = 10;
const BETWEEN_TURNS_MS = 700;

/** Milliseconds from the finger's touch to the first page: of a chapter opened for the first time, and once again. */
export type Opening = { firstMs: number; againMs: number };

/** Opens a chapter by a tap on a link of another page, goes back and does so again. */
export async function openByTap(
  browser: Browser,
  url: string,
  link: string,
  { isSlow = false } = {},
): Promise<Opening> {
  const { page, cdp, close } = await openPhone(browser, url, { link, prepare: watchFirstPicture });
  try {
    await page.waitForTimeout(SETTLED_MS);
    if (isSlow) await cdp.send('Network.emulateNetworkConditions', SLOW_LINE);
    const firstMs = await tapAndWait(page, link);
    await page.goBack();
    await page.locator(link).first().waitFor();
    await page.waitForTimeout(SETTLED_MS);
    return { firstMs, againMs: await tapAndWait(page, link) };
  } finally {
    await close();
  }
}

async function tapAndWait(page: Page, link: string): Promise<number> {
  await page.evaluate(() => sessionStorage.clear());
  await page.locator(link).first().tap();
  const painted = await page.waitForFunction(() => Number(sessionStorage.getItem('paintedMs')) || null, null, {
    timeout: PAINTED_WITHIN_MS,
  });
  return Number(await painted.jsonValue());
}

/** Runs in each page: notes how long after the last touch its first picture of a chapter was painted. */
function watchFirstPicture(): void {
  const now = () => performance.timeOrigin + performance.now();
  addEventListener('pointerdown', () => sessionStorage.setItem('touchedAt', String(now())), true);
  const isFirst = () => sessionStorage.getItem('touchedAt') !== null && sessionStorage.getItem('paintedMs') === null;
  const look = () => {
    const image = document.querySelector<HTMLImageElement>('[data-source] img, body > img');
    const rest = () => requestAnimationFrame(look);
    if (!isFirst() || !image?.complete || image.naturalWidth === 0) return rest();
    const note = () => {
      if (isFirst()) sessionStorage.setItem('paintedMs', String(now() - Number(sessionStorage.getItem('touchedAt'))));
      rest();
    };
    // Decoded, drawn in one frame, and seen by the next.
    image.decode().then(() => requestAnimationFrame(() => requestAnimationFrame(note)), rest);
  };
  requestAnimationFrame(look);
}

/** Milliseconds from a key to the frame that shows the next page, whose pictures are there, at 4× CPU slowdown. */
export async function turnPages(browser: Browser, url: string): Promise<number[]> {
  const { page, cdp, close } = await openPhone(browser, url, { mode: 'paged-ltr', prepare: watchKeys });
  try {
    await page.waitForTimeout(SETTLED_MS);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    for (let turn = 0; turn < TURNS; turn++) await turnOnce(page, cdp);
    const durations = await page.evaluate<number[]>(() => Reflect.get(window, 'keyMs'));
    // What took less than two frames is not told.
    return [...durations, ...Array.from({ length: Math.max(0, TURNS - durations.length) }, () => 16)];
  } finally {
    await close();
  }
}

async function turnOnce(page: Page, cdp: CDPSession): Promise<void> {
  const position = () => page.evaluate(() => document.querySelector('[data-reader]')?.scrollLeft ?? 0);
  const before = await position();
  const key = { key: 'ArrowRight', code: 'ArrowRight', windowsVirtualKeyCode: 39 };
  await cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key });
  await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
  await page.waitForTimeout(BETWEEN_TURNS_MS);
  if ((await position()) === before) throw new Error('A key did not turn the page');
}

/** Runs in the page: how long the browser says that each key took to be seen. */
function watchKeys(): void {
  const keyMs: number[] = [];
  Object.assign(window, { keyMs });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.name === 'keydown') keyMs.push(entry.duration);
  }).observe(Object.assign({ type: 'event' }, { durationThreshold: 16 }));
}
