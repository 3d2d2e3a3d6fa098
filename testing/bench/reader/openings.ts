import type { Browser, Page } from 'playwright-core';
import { openPhone, SETTLED_MS } from './phone.ts';

/** 1.6 Mbit/s with a latency of 150 ms. */
const SLOW_LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };
const PAINTED_WITHIN_MS = 60_000;

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
