import type { Page } from 'playwright-core';

/**
 * Goes to an address within the app, as the browser's own buttons do: for screens to which no link leads, where loading the
 * app anew is not what a test is about.
 */
export async function goWithin(page: Page, address: string): Promise<void> {
  await page.evaluate((path) => {
    const idx = Number(history.state.idx) + 1;
    const state = { usr: null, key: `walked-${idx}`, idx };
    history.pushState(state, '', path);
    dispatchEvent(new PopStateEvent('popstate', { state }));
  }, address);
}
