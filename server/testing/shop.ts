import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { InputOf } from '#contract/call';
import { chargeOrder, chargeSubmit } from '#contract/calls/wallet';
import type { Tx } from '../core/db.ts';
import { addGrowth } from '../modules/account/account.ts';
import { readKeys } from '../modules/sandbox/key-store.ts';
import { APP, CURRENCY, MERCHANT, NOTIFICATION, RECEIVED, signBody } from '../modules/sandbox/sandbox.ts';
import { checkOrders, findOrder, refundOrder } from '../modules/shop/shop.ts';
import { takeBack } from '../modules/wallet/wallet.ts';
import type { TestApp } from './app.ts';
import { newAddress } from './readers.ts';
import { expectSoundLedger } from './wallets.ts';

/** The cheapest package of those that nobody has edited: 6 yuan, 60 coins, 30 bonus at the first top-up. */
export const CHEAPEST = { id: 1, cash: 600, coins: 60, first: 30 };

/** What a page sends to order the cheapest package. */
export function newRequest(more: Partial<InputOf<typeof chargeSubmit>> = {}): InputOf<typeof chargeSubmit> {
  const where = { channel: 'sandbox', scene: 'mobile', back: '/chapter/7' } as const;
  return { itemId: CHEAPEST.id, ...where, key: randomUUID(), ...more };
}

type Ordered = { orderId: string; expiresAt: string; cashier: string };

/** Orders a package in the sandbox, from an address of its own; `cashier` = the path of the page on which it is paid. */
export async function orderBy(
  site: TestApp,
  token: string,
  more: Partial<InputOf<typeof chargeSubmit>> = {},
): Promise<Ordered> {
  const { data, message } = await site.call(chargeSubmit, newRequest(more), { token, remoteAddress: newAddress() });
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

/** Gives the money of an order back, or `amount` of it, as the command does; answers the number of the refund. */
export async function refundBy(
  { pool }: Pick<TestApp, 'pool'>,
  orderId: string,
  {
    amount = null,
    takesBack = true,
    now = new Date(),
  }: { amount?: number | null; takesBack?: boolean; now?: Date } = {},
): Promise<string> {
  const order = await findOrder(pool, orderId);
  if (!order) throw new Error('no such order');
  const lockReader = (tx: Tx, readerId: number) => addGrowth(tx, readerId, 0);
  const wish = { amount, takesBack, actor: 'operator', note: '读者要求' };
  return (await refundOrder(pool, { lockReader, addGrowth, takeBack }, order, wish, now)).no;
}

/** Every invariant of the ledger and of the orders holds. */
export async function expectSoundShop(site: Pick<TestApp, 'pool'>): Promise<void> {
  expect((await checkOrders(site.pool)).broken).toEqual([]);
  await expectSoundLedger(site);
}

export type SentNotification = { headers: Record<string, string>; body: string };

/** What the sandbox would send of a payment for an order; `says` = where it says something else. */
export function paidBody(orderNo: string, says: Record<string, unknown> = {}): string {
  const payment = {
    merchant: MERCHANT,
    app: APP,
    orderNo,
    transactionId: randomUUID(),
    amount: '6.00',
    currency: CURRENCY,
    paidAt: new Date().toISOString(),
    ...says,
  };
  return JSON.stringify({ event: 'payment.paid', payment });
}

/** Signs a body as the sandbox does. */
export async function signedAsSandbox(site: TestApp, body: string, now = new Date()): Promise<SentNotification> {
  const { gateway } = await readKeys(site.pool);
  return { headers: { ...signBody(gateway.privateKey, NOTIFICATION, body, now) }, body };
}

/** Sends a notification as it is, from an address of its own: of one address only so many wait. Answers status and text. */
export async function send(
  site: TestApp,
  { headers, body }: { headers: Record<string, string>; body: string | Buffer },
) {
  const { statusCode, body: text } = await site.http.inject({
    method: 'POST',
    url: '/pay/sandbox/notify',
    headers: { 'content-type': 'application/json', ...headers },
    payload: body,
    remoteAddress: newAddress(),
  });
  return { status: statusCode, text };
}

export const ACCEPTED = { status: 200, text: RECEIVED };
export const REFUSED = { status: 400, text: '{"code":"FAIL"}' };

/** Tells that an order was paid, signed as it should be. */
export async function tellPaid(site: TestApp, orderNo: string, says: Record<string, unknown> = {}, now = new Date()) {
  return send(site, await signedAsSandbox(site, paidBody(orderNo, says), now));
}
