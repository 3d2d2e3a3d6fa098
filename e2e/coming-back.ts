import type { Page } from 'playwright-core';

/** The reader has been in another app for this long; the page's clock must be installed. */
export async function comeBack(page: Page, awayMs: number): Promise<void> {
  await turn(page, 'hidden');
  await page.clock.fastForward(awayMs);
  await turn(page, 'visible');
}

function turn(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  return page.evaluate((to) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => to });
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => to === 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}
