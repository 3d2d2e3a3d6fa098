import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { expect } from 'vitest';
import type { InputOf } from '#contract/call';
import { chargeOrder, chargeSubmit } from '#contract/calls/wallet';
import type { SandboxAct } from '../../server/adapters/channels/sandbox.ts';
import type { Tx } from '../../server/core/db/db.ts';
import { addGrowth } from '../../server/modules/account/account.ts';
import { checkOrders, findOrder, type NotifyingChannel, refundOrder } from '../../server/modules/shop/shop.ts';
import { takeBack } from '../../server/modules/wallet/wallet.ts';
import type { TestApp } from '../app/app.ts';
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

/** Presses a button of the cashier's page, as a browser on it does. */
export function press(site: TestApp, cashier: string, act: SandboxAct) {
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

/** Sends what a gateway tells, from an address of its own: of one address only so many wait. Answers status and body. */
export async function send(
  { http }: Pick<TestApp, 'http'>,
  { id }: Pick<NotifyingChannel, 'id'>,
  { headers, body: payload }: { headers: Record<string, string>; body: string | Buffer },
) {
  const remoteAddress = newAddress();
  const sent = { method: 'POST', url: `/pay/${id}/notify`, headers, payload, remoteAddress } as const;
  const { statusCode: status, body } = await http.inject(sent);
  return { status, body };
}

/** What a channel is answered. */
export function said({ answer }: NotifyingChannel, verdict: 'accepted' | 'refused' | 'later') {
  const { status, body } = answer(verdict);
  return { status, body };
}

/** Until a statement waits for a lock that another transaction of this database holds. */
export async function untilSomebodyWaits(pool: Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rows.length > 0) return;
  }
}
