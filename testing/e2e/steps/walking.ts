import type { Page } from 'playwright-core';

/** Goes to an address within the app without a reload, for screens without a link. */
export async function goWithin(page: Page, address: string): Promise<void> {
  // The app handles history changes after it has replaced the frame.
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

/** Goes back from a screen on which a dialog was just closed: the app is still going back over the entry of the dialog. */
export async function goBackAfterDialog(page: Page): Promise<void> {
  await page.waitForFunction(() => !(history.state && 'dialog' in history.state));
  await page.goBack();
}
