import type { Page } from 'playwright-core';

/** Lets the reader return after this long in another app; the page's clock must be installed. */
export async function returnAfter(page: Page, awayMs: number): Promise<void> {
  await turn(page, 'hidden');
  await page.clock.fastForward(awayMs);
  await turn(page, 'visible');
}

/** Hides the page or shows it again. */
export function turn(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  return page.evaluate((to) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => to });
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => to === 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}
