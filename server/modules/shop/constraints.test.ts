import type { PoolClient } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { signedIn } from '../../../testing/factories/readers.ts';
import { orderBy, press } from '../../../testing/factories/shop.ts';

/** The person who decided the request, and the time. */
const DECIDED = `'staff:2', now()`;

/** A statement that each constraint or unique index refuses; `null` for ids that the database makes. */
const REFUSED: Record<string, string | null> = {
  bill_difference_class: difference({ class: 'lost' }),
  bill_difference_kind: difference({ kind: 'gift' }),
  bill_difference_of_bill: difference({ channel: 'none' }),
  bill_difference_once: difference({ rows: 2 }),
  bill_difference_sides: difference({ class: 'ours-only' }),
  bill_line_currency: line({ currency: 'yuan' }),
  bill_line_kind: line({ kind: 'gift' }),
  bill_line_of_bill: line({ channel: 'none' }),
  bill_line_once: line({ rows: 2 }),
  bill_once_a_day: bill({ rows: 2 }),
  bill_reconciled_at: bill({ state: 'matched' }),
  bill_state: bill({ state: 'lost' }),
  notification_digest: notification({ digest: `'x'` }),
  notification_once_a_body: notification({ rows: 2 }),
  payment_amount_positive: payment({ cash: 0 }),
  payment_once_a_transaction: payment({ rows: 2 }),
  payment_one_an_order: payment({ state: 'held', transaction: `'a' || n`, rows: 1 }),
  payment_order_id_fkey: payment({ order: '0' }),
  payment_state: payment({ state: 'lost' }),
  payment_refunded_within: 'update shop.payment set refunded = amount + 1',
  refund_explained: refund({ reason: 'operator' }),
  refund_request_amount_positive: request({ amount: 0 }),
  refund_request_decided: request({ state: 'approved' }),
  refund_request_once_a_number: request({ no: `'same'`, state: 'approved', decided: DECIDED, rows: 2 }),
  refund_request_one_open: request({ rows: 2 }),
  refund_request_order_id_fkey: request({ order: '0' }),
  refund_request_pkey: null,
  refund_request_state: request({ state: 'lost', decided: DECIDED }),
  refund_pass_days_not_negative: refund({ passDays: -1 }),
  refund_share_not_negative: refund({ share: -1 }),
  refund_taken_within: refund({ debt: 1 }),
  refund_amount_positive: refund({ cash: 0 }),
  refund_done_at: refund({ state: 'done', tryAt: 'null' }),
  refund_number: refund({ no: `'short'` }),
  refund_once_a_number: refund({ rows: 2 }),
  refund_payment_id_fkey: refund({ payment: '0' }),
  refund_reason: refund({ reason: 'whim' }),
  refund_state: refund({ state: 'lost', tryAt: 'null' }),
  refund_tried_while_pending: refund({ tryAt: 'null' }),
  sandbox_trade_once_a_key: `with o as (${order({})})
    insert into shop.sandbox_trade select 'order-1', cashier_key, 'open' from shop.sandbox_trade`,
  sandbox_trade_order_no_fkey: `insert into shop.sandbox_trade values ('none', 'key', 'open')`,
  sandbox_trade_pkey: `insert into shop.sandbox_trade select order_no, 'key', 'open' from shop.sandbox_trade`,
  sandbox_trade_state: `update shop.sandbox_trade set state = 'lost'`,
  sandbox_transaction_amount_positive: transaction({ amount: 0 }),
  sandbox_transaction_order_no_fkey: transaction({ order: `'none'` }),
  sandbox_transaction_pkey: transaction({ rows: 2 }),
  sandbox_transaction_refund_of_fkey: transaction({ refundOf: `'none'` }),
  topup_order_back_of_granted: order({ coinsBack: 1 }),
  topup_order_bonus_back_within:
    'update shop.topup_order set bonus_back = granted_bonus + 1 where granted_at is not null',
  topup_order_coins_back_within: 'update shop.topup_order set coins_back = coins + 1 where granted_at is not null',
  topup_order_bonus_not_negative: order({ bonus: -1 }),
  topup_order_amount_of_yuan: order({ amount: 601 }),
  topup_order_amount_positive: order({ amount: 0, currency: 'USD' }),
  topup_order_cash_positive: order({ cash: 0, currency: 'USD' }),
  topup_order_coins_or_pass: order({ coins: 0 }),
  topup_order_pass_days: order({ passDays: -1 }),
  topup_order_pass_without_bonus: order({ coins: 0, passDays: 30, bonus: 1 }),
  topup_order_currency: order({ currency: 'yuan' }),
  topup_order_expires_later: order({ expires: 'now()' }),
  topup_order_first_bonus_not_negative: order({ firstBonus: -1 }),
  topup_order_granted: `update shop.topup_order set state = 'created' where state = 'granted'`,
  topup_order_granted_bonus:
    'update shop.topup_order set granted_bonus = bonus + first_bonus + 1 where granted_at is not null',
  topup_order_number: order({ no: `'a b c d e'` }),
  topup_order_once_a_key: order({ no: `'order-' || n`, rows: 2 }),
  topup_order_once_a_number: order({ key: `'key-' || n`, rows: 2 }),
  topup_order_paid_at: 'update shop.topup_order set paid_at = null where paid_at is not null',
  topup_order_reader_id_fkey: order({ reader: '0' }),
  topup_order_request_hash: order({ request: `'x'` }),
  topup_order_scene: order({ scene: 'tv' }),
  topup_order_state: order({ state: 'lost' }),
  topup_order_visit_ends: `update shop.topup_order set visit = sha256('x')`,
  topup_order_visit_hash: `update shop.topup_order set visit = 'x', visit_until = now()`,
  notification_pkey: null,
  payment_pkey: null,
  refund_pkey: null,
  topup_order_pkey: null,
};

function order({
  no = `'order-1'`,
  reader = ':reader',
  key = `'key'`,
  request = `sha256('x')`,
  cash = 600,
  amount = 600,
  currency = 'CNY',
  coins = 60,
  passDays = 0,
  bonus = 0,
  firstBonus = 0,
  scene = 'pc',
  state = 'created',
  coinsBack = 0,
  expires = `now() + interval '1 hour'`,
  rows = 1,
}): string {
  return `insert into shop.topup_order (no, reader_id, key, request, package_id, title, cash_fen, amount, currency, coins, pass_days, bonus, first_bonus,
      channel, scene, back, state, coins_back, created_at, expires_at)
    select ${no}, ${reader}, ${key}, ${request}, 1, '', ${cash}, ${amount}, '${currency}', ${coins}, ${passDays}, ${bonus}, ${firstBonus},
      'sandbox', '${scene}', '/', '${state}', ${coinsBack}, now(), ${expires} from generate_series(1, ${rows}) n`;
}

function payment({ order = ':order', transaction = `'once'`, cash = 600, state = 'surplus', rows = 1 }): string {
  return `insert into shop.payment (order_id, channel, transaction_id, amount, currency, state, paid_at, at)
    select ${order}, 'sandbox', ${transaction}, ${cash}, 'CNY', '${state}', now(), now() from generate_series(1, ${rows}) n`;
}

function refund({
  no = `'refund-1'`,
  payment = ':payment',
  cash = 600,
  reason = 'paid-twice',
  state = 'pending',
  tryAt = 'now()',
  share = 0,
  passDays = 0,
  debt = 0,
  rows = 1,
}): string {
  return `insert into shop.refund (no, payment_id, amount, reason, state, try_at, coins, pass_days, debt, created_at)
    select ${no}, ${payment}, ${cash}, '${reason}', '${state}', ${tryAt}, ${share}, ${passDays}, ${debt}, now() from generate_series(1, ${rows})`;
}

function request({
  order = ':order',
  no = `'a' || n`,
  amount = 600,
  state = 'open',
  decided = 'null, null',
  rows = 1,
}) {
  return `insert into shop.refund_request (order_id, refund_no, amount, takes_back, actor, note, state, created_at, decided_by, decided_at)
    select ${order}, ${no}, ${amount}, true, 'staff:1', 'x', '${state}', now(), ${decided} from generate_series(1, ${rows}) n`;
}

function notification({ digest = `sha256('x')`, rows = 1 }): string {
  return `insert into shop.notification (channel, digest, body, headers, query, received_at, last_at)
    select 'sandbox', ${digest}, 'x', '{}', '', now(), now() from generate_series(1, ${rows})`;
}

function bill({ state = 'awaited', rows = 1 }): string {
  return `insert into shop.bill (channel, day, state) select 'sandbox', '2026-11-21', '${state}' from generate_series(1, ${rows})`;
}

function line({ channel = 'sandbox', kind = 'payment', currency = 'CNY', rows = 1 }): string {
  return `with b as (${bill({})})
    insert into shop.bill_line (channel, day, line, kind, no, order_no, transaction_id, amount, fee, currency, at)
    select '${channel}', '2026-11-21', 1, '${kind}', 't', 'o', 't', 600, 4, '${currency}', now() from generate_series(1, ${rows})`;
}

function difference({ channel = 'sandbox', kind = 'payment', class: found = 'theirs-only', rows = 1 }): string {
  return `with b as (${bill({})})
    insert into shop.bill_difference (channel, day, kind, no, class, order_no, their_amount, currency, at)
    select '${channel}', '2026-11-21', '${kind}', 't', '${found}', 'o', 600, 'CNY', now() from generate_series(1, ${rows})`;
}

function transaction({ order = 'order_no', refundOf = 'null', amount = 600, rows = 1 }): string {
  return `insert into shop.sandbox_transaction (id, order_no, refund_of, amount, at)
    select 'one', ${order}, ${refundOf}, ${amount}, now() from shop.sandbox_trade, generate_series(1, ${rows})`;
}

let site: TestApp;
let client: PoolClient;
let names: Record<string, number>;

beforeAll(async () => {
  site = await startTestApp();
  const { id, token } = await signedIn(site);
  await press(site, (await orderBy(site, token)).cashier, 'pay');
  const { rows } = await site.pool.query('select order_id as "order", id as payment from shop.payment');
  names = { ...rows[0], reader: id };
});
afterAll(() => site.close());
beforeEach(async () => {
  client = await site.pool.connect();
  await client.query('begin');
});
afterEach(async () => {
  await client.query('rollback');
  client.release();
});

const inFull = (text: string) => text.replace(/(?<![:\w]):(\w+)/g, (_, name: string) => String(names[name]));
const REFUSABLE = Object.entries(REFUSED).flatMap(([name, text]) => (text === null ? [] : [{ name, text }]));

describe('the database itself refuses', () => {
  test.each(REFUSABLE)('what $name forbids', async ({ name, text }) => {
    await expect(client.query(inFull(text))).rejects.toMatchObject({ constraint: name });
  });

  test('everything that is listed here; there are no other constraints', async () => {
    const { rows } = await client.query<{ name: string }>(
      `select conname as name from pg_constraint where connamespace = 'shop'::regnamespace and contype not in ('n', 't')
       union select c.relname from pg_index i join pg_class c on c.oid = i.indexrelid
       where c.relnamespace = 'shop'::regnamespace and i.indisunique`,
    );
    expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(REFUSED).sort());
  });
});
