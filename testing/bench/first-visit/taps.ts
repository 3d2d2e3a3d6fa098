import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { SLOWDOWN } from '../reader/phone.ts';
import { openPlainPhone } from './plain-phone.ts';
import { agree, newPhone, SETTLED_MS } from './visit.ts';

/** The observed time after a tap. */
const ANSWERED_MS = 1500;

/** The taps in order, starting at home: bottom tabs, a channel, a comic, its chapters, back, and the reader. */
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

export type Tapped = {
  name: string;
  /** Time to the frame that reacts, by the browser's event timing; for a tab at least until it is marked. */
  ms: number;
  /** Time to the frame that shows another screen; null if the screen stays. */
  screenMs: number | null;
};

/** The time from each tap to a visible reaction, on a slow phone. */
export async function measureTaps(browser: Browser, url: string): Promise<Tapped[]> {
  const context = await newPhone(browser);
  try {
    await context.addInitScript(noteEvents);
    await context.addInitScript(noteScreens);
    const page = await context.newPage();
    await page.goto(url);
    await page.waitForTimeout(SETTLED_MS);
    const cdp = await context.newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    const tapped: Tapped[] = [];
    for (const { name, at } of TAPS) {
      await page.evaluate(() => Object.assign(window, { slowestEvent: 0, markedMs: 0, screenMs: null }));
      await tap(page, at(page));
      await page.waitForTimeout(ANSWERED_MS);
      const [slowestEvent, markedMs, screenMs] = await page.evaluate(() =>
        ['slowestEvent', 'markedMs', 'screenMs'].map((kept) => Reflect.get(window, kept)),
      );
      tapped.push({ name, ms: Math.max(slowestEvent, markedMs), screenMs });
    }
    return tapped;
  } finally {
    await context.close();
  }
}

/** In the margin of the page, where no link or button is. */
const MARGIN = { x: 4, y: 400 };
const START_WITHIN_MS = 8000;
const BETWEEN_TAPS_MS = 60;

/**
 * The slowest reaction to a tap while a page starts, from the first paint until the app has been hydrated, on a slow phone. One
 * tap follows the other, so that some come during the longest tasks. Each event of a tap changes the page: without a change the
 * browser reports the time until the next frame of the app, which has nothing to do with the tap.
 */
export async function measureTapsAtStart(browser: Browser, url: string): Promise<number> {
  const phone = await openPlainPhone(browser, [agree, noteEvents, changeAtEvents]);
  try {
    const page = await phone.openPage();
    await page.go(url);
    const until = Date.now() + START_WITHIN_MS;
    while (Date.now() < until) {
      const isPainted = await page.valueOf(`performance.getEntriesByName('first-contentful-paint').length > 0`);
      if (isPainted) await page.tap(MARGIN.x, MARGIN.y);
      await sleep(BETWEEN_TAPS_MS);
    }
    return Number(await page.valueOf('window.slowestEvent'));
  } finally {
    await phone.close();
  }
}

/** Taps by coordinates: `tap` of a locator would also query the page while the time runs. */
async function tap(page: Page, element: ReturnType<Page['locator']>): Promise<void> {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (!box) throw new Error('Nothing to tap');
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
}

/** Runs in each page. Events under 16 ms are not reported. */
function noteEvents(): void {
  Object.assign(window, { slowestEvent: 0 });
  new PerformanceObserver((list) => {
    // The browser adds mouse moves after a touch. They change nothing, so their end is the next change of the page.
    for (const { name, duration } of list.getEntries())
      if (!/^(mouse|pointer)(over|out|enter|leave)$/.test(name))
        Object.assign(window, { slowestEvent: Math.max(Reflect.get(window, 'slowestEvent'), duration) });
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}

/** Runs in each page: an outline appears or disappears at each event of a tap. It takes no room. */
function changeAtEvents(): void {
  const { style } = document.documentElement;
  const change = () => {
    style.outline = style.outline ? '' : '1px solid';
  };
  for (const name of ['pointerdown', 'pointerup', 'click']) addEventListener(name, change, true);
}

/** Runs in each page: notes when the tapped tab is marked, and when another screen is shown. */
function noteScreens(): void {
  const shownMain = () => [...document.querySelectorAll('main')].find((main) => main.checkVisibility());
  addEventListener(
    'pointerdown',
    ({ timeStamp, target }) => {
      const link = target instanceof Element ? target.closest('nav a') : null;
      const before = shownMain();
      const noted = new Set<string>();
      const note = (name: string) => {
        if (noted.has(name)) return;
        noted.add(name);
        // Drawn in this frame, visible in the next.
        requestAnimationFrame(() => Object.assign(window, { [name]: performance.now() - timeStamp }));
      };
      const look = () => {
        if (link?.ariaCurrent === 'page' || (link && !link.isConnected)) note('markedMs');
        const main = shownMain();
        if (main && main !== before) note('screenMs');
        if (performance.now() - timeStamp < 1200) requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    },
    true,
  );
}
