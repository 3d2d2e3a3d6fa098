import type { Locator, Page } from 'playwright-core';

/** How far down the page is. */
export function scrollY(page: Page): Promise<number> {
  return page.evaluate(() => Math.round(window.scrollY));
}

/** How far down the page is once it has stood still for some frames: nothing moves it any more, and all have heard of it. */
export function restingAt(page: Page): Promise<number> {
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

/** Scrolls the page once it is long enough, and gives where it is then. */
export async function scrollTo(page: Page, y: number): Promise<number> {
  await page.waitForFunction((top) => document.documentElement.scrollHeight - innerHeight >= top, y);
  await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), y);
  return restingAt(page);
}

/** Brings a control to the middle of the screen, where no bar is over it, and gives how far down the page is then. */
export async function bringToMiddle(page: Page, control: Locator): Promise<number> {
  await control.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
  return restingAt(page);
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
