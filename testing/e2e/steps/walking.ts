import type { Page } from 'playwright-core';

/**
 * Goes to an address within the app, as the browser's own buttons do, which loads nothing anew and keeps what the app knows: for
 * screens to which no link leads, where loading is not what a test is about.
 */
export async function goWithin(page: Page, address: string): Promise<void> {
  // The app hears of the step only once it has replaced the frame of index.html.
  await page.locator('#root > .frame').waitFor({ state: 'detached' });
  await page.evaluate((path) => {
    const idx = Number(history.state?.idx ?? 0) + 1;
    const state = { usr: null, key: `walked-${idx}`, idx };
    history.pushState(state, '', path);
    dispatchEvent(new PopStateEvent('popstate', { state }));
  }, address);
}

/** Follows one of the links to the main screens. */
export async function goToPlace(page: Page, name: '首页' | '书架' | '礼包' | '我的'): Promise<void> {
  await page
    .getByRole('navigation', { name: '主要页面' })
    .filter({ visible: true })
    .getByRole('link', { name })
    .click();
}
