import type { BrowserContextOptions, Page } from 'playwright-core';
import type { TestApp } from '../../app/app.ts';
import { openSite, PHONE as PLAIN_PHONE } from './app.ts';
import { type DrawnComic, importDrawn } from './drawn-comics.ts';
import { watchShifts } from './layout-shifts.ts';

export const PHONE: BrowserContextOptions = { ...PLAIN_PHONE, deviceScaleFactor: 2 };

/** One app with these comics and one browser for all tests of a file. */
export function openReader(comics: DrawnComic[], fill: (app: TestApp) => void | Promise<void> = () => {}) {
  let ids: Record<string, number[]> = {};
  const site = openSite(async (app) => {
    ids = await importDrawn(app, comics);
    await fill(app);
  });
  return {
    ...site,
    chapter: (title: string, no: number) => ids[title]?.[no - 1] ?? 0,
    /** A new page that records layout shifts. */
    async openPage(options = PHONE, answers: { consent?: 'given' | 'refused'; hint?: boolean } = {}): Promise<Page> {
      const page = await site.openPage(options, answers);
      await watchShifts(page);
      return page;
    },
  };
}

/** Sets the reading mode for the next load. */
export async function chooseMode(page: Page, mode: string): Promise<void> {
  await page.evaluate(
    (chosen) => localStorage.setItem('reader', JSON.stringify({ device: { mode: chosen, hinted: true } })),
    mode,
  );
}

/** Shows the bars so that they stay. After opening they disappear by themselves. */
export async function showBars(page: Page): Promise<void> {
  await page.locator('header[data-bar] button').first().focus();
  await page.locator('header[data-bar="shown"]').waitFor();
}

/** Waits until every image in view is decoded. */
export async function imagesDrawn(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const inView = [...document.querySelectorAll('[data-source]')].filter((slot) => {
      const { top, bottom, left, right } = slot.getBoundingClientRect();
      return bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
    });
    return inView.length > 0 && inView.every((slot) => slot.querySelector('img')?.complete === true);
  });
  await page.evaluate(() =>
    Promise.all([...document.querySelectorAll<HTMLImageElement>('[data-source] img')].map((image) => image.decode())),
  );
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** Scrolls the strip to a position in a page. */
export async function readTo(page: Page, key: string, offset: number): Promise<void> {
  // The pages in view are laid out before the others.
  await page.locator(`[data-page="${key}"]`).waitFor({ state: 'attached' });
  await page.evaluate(
    ([pageKey, part]) => {
      const strip = document.querySelector('[data-reader]');
      const box = document.querySelector(`[data-page="${pageKey}"]`);
      if (!strip || !box) throw new Error(`no page ${pageKey}`);
      const { top, height } = box.getBoundingClientRect();
      strip.scrollTop += top + height * Number(part);
      // Waits until the app has handled the scroll event.
      return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    },
    [key, offset] as const,
  );
  // Long enough for the position to be stored.
  await page.waitForTimeout(500);
}

/** The page at the top edge, and the part of it above the edge; negative at the beginning, below the top bar. */
export async function positionOf(page: Page): Promise<{ key: string; offset: number }> {
  await page.waitForSelector('[data-page]');
  return page.evaluate(() => {
    const boxes = [...document.querySelectorAll('[data-page]')];
    for (const [n, box] of boxes.entries()) {
      const { top, bottom, height } = box.getBoundingClientRect();
      if (n === 0 && top > 0.5) return { key: box.getAttribute('data-page') ?? '', offset: 0 };
      if (bottom > 0.5 && top <= 0.5) return { key: box.getAttribute('data-page') ?? '', offset: -top / height };
    }
    return { key: '', offset: 0 };
  });
}
