import type { Page } from 'playwright-core';

/** How far down the page is. */
export function scrollY(page: Page): Promise<number> {
  return page.evaluate(() => Math.round(window.scrollY));
}

/** Scrolls the page once it is long enough, and gives where it is then. */
export async function scrollTo(page: Page, y: number): Promise<number> {
  await page.waitForFunction((top) => document.documentElement.scrollHeight - innerHeight >= top, y);
  await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), y);
  await page.waitForTimeout(200);
  return scrollY(page);
}

/** Every place the page scrolls to from now on. */
export async function noteScrolls(page: Page): Promise<() => Promise<number[]>> {
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
