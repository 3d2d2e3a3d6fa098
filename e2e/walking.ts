import type { Page } from 'playwright-core';

/** Goes to a screen within the app, which loads nothing anew and keeps what it knows. */
export async function walkTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    const state = { usr: null, key: String(performance.now()), idx: Number(history.state?.idx ?? 0) + 1 };
    history.pushState(state, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state }));
  }, path);
}

/** Follows one of the links to the main screens. */
export async function goToPlace(page: Page, name: '首页' | '书架' | '礼包' | '我的'): Promise<void> {
  await page
    .getByRole('navigation', { name: '主要页面' })
    .filter({ visible: true })
    .getByRole('link', { name })
    .click();
}
