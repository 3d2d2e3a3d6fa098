import type { Page } from 'playwright-core';

/** Playwright's default, in each frame, makes the browser draw sixty frames a second while it loads. */
const POLLING_MS = 30;

/** Resolves when the app runs the screen that the server has rendered, if it has. */
export async function whenHydrated(page: Page, timeout?: number): Promise<void> {
  const isHydrated = () => {
    if (document.documentElement.dataset.rendered === undefined) return true;
    const main = [...document.querySelectorAll('main')].find((each) => each.checkVisibility());
    // React has no other sign of it.
    return Object.keys(main?.firstElementChild ?? {}).some((key) => key.startsWith('__reactFiber'));
  };
  await page.waitForFunction(isHydrated, undefined, { polling: POLLING_MS, ...(timeout !== undefined && { timeout }) });
}
