import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { TestApp } from '../../app/app.ts';
import { signedIn } from '../../factories/readers.ts';
import { type Gifts, giveTo } from '../../factories/wallets.ts';

export type BuyerPage = { page: Page; id: number; token: string };

/** A page of a registered reader with these gifts. */
export async function buyerWith(
  app: TestApp,
  openPage: (options?: BrowserContextOptions) => Promise<Page>,
  gifts: Gifts = {},
  options?: BrowserContextOptions,
): Promise<BuyerPage> {
  const { id, token } = await signedIn(app);
  await giveTo(app, id, gifts);
  const page = await openPage(options);
  await page.context().addCookies([{ name: 'token', value: token, url: app.url }]);
  return { page, id, token };
}

/** Records the bodies of a call's requests. */
export function watchCalls(page: Page, call: string): string[] {
  const bodies: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(`/api/${call}`)) bodies.push(request.postData() ?? '');
  });
  return bodies;
}

export const cardOf = (page: Page) => page.getByRole('region', { name: '本话未解锁' });
export const buyButton = (page: Page) => page.getByRole('button', { name: /[漫赠]币解锁/ });
/** Before a login. */
export const loginToBuy = (page: Page) => page.getByRole('button', { name: '登录解锁' });
/** The link to the cashier when the coins are not enough. */
export const topUpLink = (page: Page | Locator) => page.getByRole('link', { name: /^还差 .* · 去充值$/ });
