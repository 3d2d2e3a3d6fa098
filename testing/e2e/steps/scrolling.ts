import type { Locator, Page } from 'playwright-core';

/** The scroll position of the page. */
export function scrollY(page: Page): Promise<number> {
  return page.evaluate(() => Math.round(window.scrollY));
}

/** The scroll position after it was stable for some frames, when all scroll events have been handled. */
export function settledScrollY(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let y = Number.NaN;
    for (let still = 0; still < 6; ) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      still = window.scrollY === y ? still + 1 : 0;
      y = window.scrollY;
    }
    return Math.round(y);
  });
}

/** The position of an element after it was stable for some frames. */
export function settledBox(element: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  return element.evaluate(async (node) => {
    let box = node.getBoundingClientRect();
    for (let still = 0; still < 6; ) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const next = node.getBoundingClientRect();
      still = next.x === box.x && next.y === box.y ? still + 1 : 0;
      box = next;
    }
    return { x: box.x, y: box.y, width: box.width, height: box.height };
  });
}

/** Waits until the page is long enough, scrolls, and returns the position. */
export async function scrollTo(page: Page, y: number): Promise<number> {
  await page.waitForFunction((top) => document.documentElement.scrollHeight - innerHeight >= top, y);
  await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), y);
  return settledScrollY(page);
}

/** Scrolls a control to the middle of the screen, where no bar covers it, and returns the scroll position. */
export async function bringToMiddle(page: Page, control: Locator): Promise<number> {
  await control.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
  return settledScrollY(page);
}

/** Records every scroll position from now on. */
export async function recordScrolls(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { seen });
    const { scrollTo } = window;
    window.scrollTo = (...to: unknown[]) => {
      const [options] = to;
      if (typeof options === 'object' && options && 'top' in options) seen.push(Number(options.top));
      Reflect.apply(scrollTo, window, to);
    };
  });
  return () => page.evaluate(() => Reflect.get(window, 'seen'));
}
