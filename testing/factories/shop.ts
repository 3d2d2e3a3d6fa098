import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { expect } from 'vitest';
import type { InputOf } from '#contract/call';
import { chargeOrder, chargeSubmit } from '#contract/calls/wallet';
import type { SandboxAct } from '../../server/adapters/channels/sandbox.ts';
import type { Tx } from '../../server/core/db/db.ts';
import { addGrowth } from '../../server/modules/account/account.ts';
import type { PackagePart } from '../../server/modules/editorial/editing.ts';
import { DEFAULT_PARTS } from '../../server/modules/editorial/editorial.ts';
import { checkPasses, ORDER_PASS_FUNCTIONS } from '../../server/modules/membership/membership.ts';
import { checkOrders, findOrder, type NotifyingChannel, refundOrder } from '../../server/modules/shop/shop.ts';
import { takeBack } from '../../server/modules/wallet/wallet.ts';
import type { TestApp } from '../app/app.ts';
import { editPart } from './editorial.ts';
import { newAddress } from './readers.ts';
import { expectSoundLedger } from './wallets.ts';

/** The cheapest default package: 6 yuan, 60 coins, 30 bonus at the first top-up. */
export const CHEAPEST = { id: 1, cash: 600, coins: 60, first: 30 };

/** 30 days of 月卡 for 15 yuan. No editor sells it by default. */
export const MONTH: PackagePart = {
  id: 31,
  title: '月卡 30 天',
  cashFen: 1500,
  coins: 0,
  days: 30,
  bonus: 0,
  firstBonus: 0,
  badge: '',
  start: null,
  end: null,
};

/** Sells 月卡 beside the default packages. */
export function sellPass(site: TestApp): Promise<void> {
  return editPart(site, 'packages', [...DEFAULT_PARTS.packages, MONTH]);
}

/** The request for the cheapest package. */
export function newRequest(more: Partial<InputOf<typeof chargeSubmit>> = {}): InputOf<typeof chargeSubmit> {
  const where = { channel: 'sandbox', scene: 'mobile', back: '/chapter/7' } as const;
  return { itemId: CHEAPEST.id, ...where, key: randomUUID(), ...more };
}

type Ordered = { orderId: string; expiresAt: string; cashier: string };

/** Orders a package in the sandbox from a new address. `cashier`: the path of the payment page. */
export async function orderBy(
  site: TestApp,
  token: string,
  more: Partial<InputOf<typeof chargeSubmit>> = {},
): Promise<Ordered> {
  const { data, message } = await site.call(chargeSubmit, newRequest(more), { token, remoteAddress: newAddress() });
  if (data?.next.kind !== 'redirect') throw new Error(`no order: ${message}`);
  return { orderId: data.orderId, expiresAt: data.expiresAt, cashier: new URL(data.next.url).pathname };
}

/** Submits a button of the cashier's page. */
export function press(site: TestApp, cashier: string, act: SandboxAct) {
  return site.http.inject({
    method: 'POST',
    url: cashier,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    payload: `act=${act}`,
  });
}

/** The reader's view of an order. */
export async function seenBy(site: TestApp, token: string, orderId: string) {
  const { data } = await site.call(chargeOrder, { orderId }, { token });
  if (!data) throw new Error('no such order');
  return data;
}

/** Refunds an order, or `amount` of it, like the command. Returns the refund number. */
export async function refundBy(
  { pool }: Pick<TestApp, 'pool'>,
  orderId: string,
  {
    amount = null,
    takesBack = true,
    confirmed,
    now = new Date(),
  }: {
    amount?: number | null;
    takesBack?: boolean;
    confirmed?: Parameters<typeof refundOrder>[3]['confirmed'];
    now?: Date;
  } = {},
): Promise<string> {
  const order = await findOrder(pool, orderId);
  if (!order) throw new Error('no such order');
  const lockReader = (tx: Tx, readerId: number) => addGrowth(tx, readerId, 0);
  const wish = { amount, takesBack, ...(confirmed && { confirmed }), actor: 'operator', note: '读者要求' };
  return (await refundOrder(pool, { lockReader, addGrowth, takeBack, ...ORDER_PASS_FUNCTIONS }, order, wish, now)).no;
}

/** Every invariant of the ledger, of the orders and of 月卡 holds. */
export async function expectSoundShop(site: Pick<TestApp, 'pool'>): Promise<void> {
  expect((await checkOrders(site.pool)).broken).toEqual([]);
  expect((await checkPasses(site.pool)).broken).toEqual([]);
  await expectSoundLedger(site);
}

export type SentNotification = { headers: Record<string, string>; body: string };

/**
 * Sends a notification from a new address, because the number of waiting requests of an address is limited. Returns status and
 * body.
 */
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

/** The body of the response to a channel. */
export function answerBy({ answer }: NotifyingChannel, verdict: 'accepted' | 'refused' | 'later') {
  const { status, body } = answer(verdict);
  return { status, body };
}

/** Waits until a statement in this database waits for a lock. */
export async function untilLockAwaited(pool: Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rows.length > 0) return;
  }
}
