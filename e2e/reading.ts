import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { startTestApp, type TestApp } from '../server/testing/app.ts';
import { answerConsent } from './consent.ts';
import { type DrawnComic, importDrawn } from './drawn-comics.ts';
import { watchShifts } from './layout-shifts.ts';

const ROOT = path.join(import.meta.dirname, '..');
export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
};

/** One app with these comics and one browser for all tests of a file. */
export function reading(comics: DrawnComic[]) {
  let app: TestApp;
  let browser: Browser;
  let ids: Record<string, number[]> = {};
  beforeAll(async () => {
    // The build that readers get, not one for tests.
    const env = { ...process.env, NODE_ENV: 'production' };
    await promisify(execFile)(process.execPath, [path.join(ROOT, 'scripts/build.ts')], { cwd: ROOT, env });
    app = await startTestApp({ listen: true, siteFolder: path.join(ROOT, 'dist/client') });
    ids = await importDrawn(app, comics);
    browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });
  return {
    chapter: (title: string, no: number) => ids[title]?.[no - 1] ?? 0,
    url: (pathname: string) => `${app.url}${pathname}`,
    /** A page of its own, with every layout shift counted. */
    async openPage(
      options: BrowserContextOptions = PHONE,
      { consent = 'given' }: { consent?: 'given' | 'refused' } = {},
    ): Promise<Page> {
      const context = await browser.newContext({ ...options, reducedMotion: 'reduce' });
      await answerConsent(context, consent);
      const page = await context.newPage();
      await watchShifts(page);
      return page;
    },
  };
}

/** Waits until every image in view is there and drawn. */
export async function settled(page: Page): Promise<void> {
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

/** Scrolls the strip to a place of the chapter's page, as a reader would have. */
export async function readTo(page: Page, key: string, offset: number): Promise<void> {
  await page.evaluate(
    ([wanted, part]) => {
      const strip = document.querySelector('[data-reader]');
      const box = document.querySelector(`[data-page="${wanted}"]`);
      if (!strip || !box) throw new Error(`no page ${wanted}`);
      const { top, height } = box.getBoundingClientRect();
      strip.scrollTop += top + height * Number(part);
    },
    [key, offset] as const,
  );
  // Long enough for the place to be kept.
  await page.waitForTimeout(500);
}

/** The page at the upper edge and how much of it has gone by. */
export async function placeOf(page: Page): Promise<{ key: string; offset: number }> {
  await page.waitForSelector('[data-page]');
  return page.evaluate(() => {
    for (const box of document.querySelectorAll('[data-page]')) {
      const { top, bottom, height } = box.getBoundingClientRect();
      if (bottom > 0.5 && top <= 0.5) return { key: box.getAttribute('data-page') ?? '', offset: -top / height };
    }
    return { key: '', offset: 0 };
  });
}
