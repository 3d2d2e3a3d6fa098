import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addComic } from '../server/testing/comics.ts';
import { openSite, PHONE } from './app.ts';

const { openPage, url, answerWith } = openSite(async (app) => {
  await addComic(app, {
    title: '一个特别特别长的标题，长到一行放不下，两行也放不下，还要继续往下写的漫画',
    genres: ['冒险', '奇幻'],
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    chapters: [
      { title: '出海', pages: 1 },
      { title: '归来', price: 12, pages: 1 },
    ],
  });
  await addComic(app, { title: '短', status: 'complete' });
});

const SCREENS = ['/home', '/weekly', '/new', '/complete', '/free', '/comic/1', '/comic/999', '/nowhere'];

async function faults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found: unknown = await page.evaluate(
    'axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"], rules: { "meta-viewport": { enabled: false } } })' +
      '.then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map((node) => node.html).join(" ")))',
  );
  return Array.isArray(found) ? found.map(String) : ['axe did not run'];
}

test.each(['light', 'dark'] as const)('no screen has an accessibility fault in %s', async (colorScheme) => {
  const page = await openPage({ ...PHONE, colorScheme, reducedMotion: 'reduce' });
  for (const screen of SCREENS) {
    await page.goto(url(screen));
    await page.locator('main a, main button').first().waitFor();
    await page.waitForTimeout(300);
    expect(await faults(page), screen).toEqual([]);
  }
  await answerWith(page, 'comic/info', { status: 0, message: '请先登录', code: 1401, data: null });
  await page.goto(url('/comic/1'));
  await page.getByRole('dialog').waitFor();
  expect(await faults(page), 'login').toEqual([]);
});

const SIZES = [
  { width: 360, height: 640 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 1280, height: 800 },
];

test.each(SIZES)('at $width×$height nothing shifts, nothing sticks out, every control can be hit', async (viewport) => {
  const page = await openPage({ ...PHONE, viewport });
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry) shifts.push(Number(entry.value));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const screen of ['/', '/weekly', '/new', '/complete', '/free', '/comic/1']) {
    await page.goto(url(screen));
    await page.locator('main a[href^="/c"]').first().waitFor();
    await page.waitForTimeout(500);
    const seen = await page.evaluate(() => ({
      shifts: 'shifts' in window ? window.shifts : null,
      wider: document.documentElement.scrollWidth - innerWidth,
      small: [...document.querySelectorAll('a, button')]
        .filter((control) => {
          const { width, height } = control.getBoundingClientRect();
          return width > 0 && (width < 44 || height < 43.5);
        })
        .map((control) => control.outerHTML.slice(0, 120)),
    }));
    expect(seen, screen).toEqual({ shifts: [], wider: 0, small: [] });
  }
});
