import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';
import { type MainThread, mainThreadOf, TRACED, type TraceEvent } from './trace.ts';

export const SCREEN = { width: 390, height: 844 };
export const SLOWDOWN = 4;
/** A frame later than this is one that was missed. */
const LATE_MS = 33.4;
/** Until the work of a page after its opening is over: bars disappear, other screens are loaded. */
export const SETTLED_MS = 4500;
/** Work that follows a scroll counts as part of it. */
const AFTERWARDS_MS = 500;

/** A page on a phone: a screen, touches, and a processor four times as slow. */
export type Phone = { page: Page; cdp: CDPSession; close(): Promise<void> };

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox'] });
}

/** The mode of the reader, the link that shows that the page is there (else a picture), and a script for each page. */
type Wishes = { mode?: string; link?: string; prepare?: () => void };

/** Opens an address as a reader who has answered the consent of the first visit and has seen the tap zones. */
export async function openPhone(browser: Browser, url: string, wishes: Wishes = {}): Promise<Phone> {
  const { mode = 'auto', link, prepare } = wishes;
  const context = await browser.newContext({ viewport: SCREEN, deviceScaleFactor: 2, hasTouch: true, isMobile: true });
  await context.addInitScript((chosen) => {
    localStorage.setItem('settings', JSON.stringify({ consent: 'given' }));
    localStorage.setItem('reader', JSON.stringify({ device: { mode: chosen, hinted: true }, comics: {} }));
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry) shifts.push(Number(entry.value));
    }).observe({ type: 'layout-shift', buffered: true });
  }, mode);
  if (prepare) await context.addInitScript(prepare);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await page.goto(url);
  if (link) await page.locator(link).first().waitFor();
  else await page.waitForFunction(() => [...document.images].some((image) => image.complete && image.naturalWidth > 0));
  return { page, cdp, close: () => context.close() };
}

export type Scroll = { px: number; pxPerSecond: number };
export type Scrolled = MainThread & { lateFrames: number; frames: number; shift: number; pictures: number };

/** Scrolls at 4× CPU slowdown and returns the cost. Throws if the page did not scroll. */
export async function scroll(browser: Browser, url: string, { px, pxPerSecond }: Scroll): Promise<Scrolled> {
  const { page, cdp, close } = await openPhone(browser, url);
  try {
    await page.waitForTimeout(SETTLED_MS);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await page.evaluate(countFrames);
    await browser.startTracing(page, { categories: TRACED });
    await wheel(cdp, { px, pxPerSecond });
    await page.waitForTimeout(AFTERWARDS_MS);
    const trace: { traceEvents: TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString('utf8'));
    const seen = await page.evaluate(seenInPage);
    if (seen.position < px * 0.9) throw new Error(`${url} was scrolled to ${seen.position} instead of ${px}`);
    const lateFrames = seen.deltas.filter((delta) => delta > LATE_MS).length;
    const { pictures, shift } = seen;
    return { ...mainThreadOf(trace.traceEvents), lateFrames, frames: seen.deltas.length, shift, pictures };
  } finally {
    await close();
  }
}

async function wheel(cdp: CDPSession, { px, pxPerSecond }: Scroll): Promise<void> {
  await cdp.send('Input.synthesizeScrollGesture', {
    x: SCREEN.width / 2,
    y: SCREEN.height / 2,
    yDistance: -px,
    speed: pxPerSecond,
    gestureSourceType: 'mouse',
  });
}

/** Runs in the page. */
function countFrames(): void {
  const deltas: number[] = [];
  Object.assign(window, { deltas });
  let last: number | null = null;
  const note = (now: number) => {
    if (last !== null) deltas.push(now - last);
    last = now;
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
}

/** Runs in the page: how far it was scrolled, and how many pictures are there. */
function seenInPage() {
  const shifts: number[] = Reflect.get(window, 'shifts');
  const deltas: number[] = Reflect.get(window, 'deltas');
  return {
    position: document.querySelector('[data-reader]')?.scrollTop ?? window.scrollY,
    deltas,
    shift: shifts.reduce((sum, value) => sum + value, 0),
    pictures: [...document.images].filter((image) => image.complete && image.naturalWidth > 0).length,
  };
}
