import type { Browser, Page } from 'playwright-core';
import { SLOWDOWN } from '../reader/phone.ts';
import { newPhone, SETTLED_MS } from './visit.ts';

/** How long after a tap its answer is waited for. */
const ANSWERED_MS = 1500;

/** What is tapped, one after the other, from home on: the places, a tab, a comic, its chapters, back, and the reader. */
const TAPS: readonly { name: string; at(page: Page): ReturnType<Page['locator']> }[] = [
  { name: '书架', at: (page) => placeOf(page, '书架') },
  { name: '我的', at: (page) => placeOf(page, '我的') },
  { name: '首页', at: (page) => placeOf(page, '首页') },
  { name: '新作', at: (page) => page.getByRole('navigation', { name: '频道' }).getByRole('link', { name: '新作' }) },
  { name: 'a card', at: cardOf },
  { name: '正序', at: (page) => page.getByRole('button', { name: '正序' }) },
  { name: '返回', at: (page) => page.getByRole('button', { name: '返回' }) },
  { name: 'a card, again', at: cardOf },
  { name: '开始阅读', at: (page) => page.locator('.actions a[href^="/chapter/"]') },
  { name: 'a page', at: (page) => page.locator('[data-reader]') },
];

function cardOf(page: Page) {
  return page.locator('main:visible a[href^="/comic/"]').first();
}

function placeOf(page: Page, name: string) {
  return page.getByRole('navigation', { name: '主要页面' }).getByRole('link', { name });
}

export type Tapped = { name: string; ms: number };

/** Milliseconds from each tap to the frame that answers it, on a slow phone, by the browser's own account of it. */
export async function measureTaps(browser: Browser, url: string): Promise<Tapped[]> {
  const context = await newPhone(browser);
  try {
    await context.addInitScript(noteEvents);
    const page = await context.newPage();
    await page.goto(url);
    await page.waitForTimeout(SETTLED_MS);
    const cdp = await context.newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    const tapped: Tapped[] = [];
    for (const { name, at } of TAPS) {
      await page.evaluate(() => Object.assign(window, { slowestEvent: 0 }));
      await at(page).tap();
      await page.waitForTimeout(ANSWERED_MS);
      tapped.push({ name, ms: await page.evaluate(() => Number(Reflect.get(window, 'slowestEvent'))) });
    }
    return tapped;
  } finally {
    await context.close();
  }
}

/** Runs in each page. What is not reported took less than 16 ms. */
function noteEvents(): void {
  Object.assign(window, { slowestEvent: 0 });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      Object.assign(window, { slowestEvent: Math.max(Reflect.get(window, 'slowestEvent'), duration) });
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}
