import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext } from 'playwright-core';
import { SCREEN } from '../reader/phone.ts';
import { mainThreadOf, TRACED, type TraceEvent } from '../reader/trace.ts';
import { openPlainPhone, type PlainPhone } from './plain-phone.ts';

const PAINTED_WITHIN_MS = 60_000;
/** Time for background work after the page is shown: other screens load, and the service worker caches the app. */
export const SETTLED_MS = 10_000;

/** The time until the first pictures are painted, and the layout shift. */
export type Visit = { picturesMs: number; shift: number };
export type Visits = { cold: Visit; warm: Visit };

/** Visits an address twice with a slow phone: with an empty cache, and again. */
export async function visitTwice(browser: Browser, url: string, pictures: number): Promise<Visits> {
  const phone = await openPlainPhone(browser, [agree, watchPictures]);
  try {
    const cold = await visit(phone, { url, pictures });
    return { cold, warm: await visit(phone, { url, pictures }) };
  } finally {
    await phone.close();
  }
}

/** The first pictures that a screen shows without scrolling, in the order of their requests. */
export async function picturesOf(browser: Browser, url: string, atMost: number): Promise<string[]> {
  const context = await newPhone(browser);
  try {
    await context.addInitScript(watchPictures);
    const page = await context.newPage();
    const fetched: string[] = [];
    page.on('request', (request) => request.url().includes('/img/') && fetched.push(new URL(request.url()).pathname));
    await page.goto(url);
    await page.waitForTimeout(SETTLED_MS);
    const shown = await page.evaluate(() => Reflect.get(window, 'shownPictures')().length);
    return fetched.slice(0, Math.min(shown, atMost));
  } finally {
    await context.close();
  }
}

/** A context of a reader who has answered the consent sheet and seen the tap hint. */
export async function newPhone(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: SCREEN, deviceScaleFactor: 2, hasTouch: true, isMobile: true });
  await context.addInitScript(agree);
  return context;
}

/** CPU milliseconds of the longest task of a first visit. Measured separately, because observing the pictures takes time. */
export async function longestTask(browser: Browser, url: string): Promise<number> {
  const phone = await openPlainPhone(browser, [agree]);
  try {
    const page = await phone.openPage();
    await browser.startTracing(undefined, { categories: TRACED });
    await page.go(url);
    await sleep(SETTLED_MS);
    const trace: { traceEvents: TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString('utf8'));
    return mainThreadOf(trace.traceEvents).longestMs;
  } finally {
    await phone.close();
  }
}

async function visit(phone: PlainPhone, { url, pictures }: { url: string; pictures: number }): Promise<Visit> {
  const page = await phone.openPage();
  await page.go(url);
  const until = Date.now() + PAINTED_WITHIN_MS;
  let picturesMs: unknown;
  while (typeof picturesMs !== 'number') {
    if (Date.now() > until) throw new Error(`${url} did not show ${pictures} pictures`);
    await sleep(100);
    picturesMs = await page.valueOf(`window.paintedMs?.[${pictures - 1}]`);
  }
  await sleep(SETTLED_MS);
  const shift = Number(await page.valueOf('window.shift'));
  await page.close();
  return { picturesMs, shift };
}

/** Runs in each page. */
export function agree(): void {
  localStorage.setItem('settings', JSON.stringify({ consent: 'given' }));
  localStorage.setItem('reader', JSON.stringify({ device: { mode: 'auto', hinted: true }, comics: {} }));
}

/** Runs in each page: notes the times at which one, two, … visible pictures were painted, and the layout shift. */
function watchPictures(): void {
  const paintedMs: number[] = [];
  Object.assign(window, { paintedMs, shift: 0, shownPictures });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if ('value' in entry) Object.assign(window, { shift: Reflect.get(window, 'shift') + Number(entry.value) });
  }).observe({ type: 'layout-shift', buffered: true });

  /** The pictures in view, without placeholders. */
  function shownPictures(): HTMLImageElement[] {
    return [...document.images].filter((image) => {
      const { top, bottom, left, right, width } = image.getBoundingClientRect();
      const isInView = width > 0 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
      return isInView && image.complete && image.naturalWidth > 0 && !sourceOf(image)?.startsWith('data:image/gif');
    });
  }

  /** The attribute: the property `src` would parse the whole data URI in every frame. */
  function sourceOf(image: HTMLImageElement): string | null {
    return image.getAttribute('src');
  }

  const asked = new WeakMap<HTMLImageElement, string | null>();
  const decoded = new WeakSet<HTMLImageElement>();
  const look = () => {
    const shown = shownPictures();
    for (const image of shown) {
      if (asked.get(image) === sourceOf(image)) continue;
      asked.set(image, sourceOf(image));
      image.decode().then(
        () => decoded.add(image),
        () => undefined,
      );
    }
    const count = shown.filter((image) => decoded.has(image)).length;
    // Drawn in this frame, visible in the next.
    const now = performance.now();
    while (paintedMs.length < count) paintedMs.push(now);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
