import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { InputOf } from '#contract/call';
import { chargeOrder, chargeSubmit } from '#contract/calls/wallet';
import { checkOrders } from '../modules/shop/shop.ts';
import type { TestApp } from './app.ts';
import { expectSoundLedger } from './wallets.ts';

/** The cheapest package of those that nobody has edited: 6 yuan, 60 coins, 30 bonus at the first top-up. */
export const CHEAPEST = { id: 1, cash: 600, coins: 60, first: 30 };

type Ordered = { orderId: string; expiresAt: string; cashier: string };

/** Orders a package in the sandbox; `cashier` = the path of the page on which it is paid. */
export async function orderBy(
  site: TestApp,
  token: string,
  more: Partial<InputOf<typeof chargeSubmit>> = {},
): Promise<Ordered> {
  const request = { itemId: CHEAPEST.id, channel: 'sandbox', scene: 'mobile', back: '/chapter/7', key: randomUUID() };
  const { data, message } = await site.call(chargeSubmit, { ...request, scene: 'mobile', ...more }, { token });
  if (data?.next.kind !== 'redirect') throw new Error(`no order: ${message}`);
  return { orderId: data.orderId, expiresAt: data.expiresAt, cashier: new URL(data.next.url).pathname };
}

export type CashierAct = 'pay' | 'cancel' | 'twice' | 'late' | 'silent';

/** Presses a button of the cashier's page, as a browser on it does. */
export function press(site: TestApp, cashier: string, act: CashierAct) {
  return site.http.inject({
    method: 'POST',
    url: cashier,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    payload: `act=${act}`,
  });
}

/** An order as its reader sees it. */
export async function seenBy(site: TestApp, token: string, orderId: string) {
  const { data } = await site.call(chargeOrder, { orderId }, { token });
  if (!data) throw new Error('no such order');
  return data;
}

/** Every invariant of the ledger and of the orders holds. */
export async function expectSoundShop(site: TestApp): Promise<void> {
  expect((await checkOrders(site.pool)).broken).toEqual([]);
  await expectSoundLedger(site);
}
