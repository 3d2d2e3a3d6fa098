import type { PoolClient } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { readerOf } from '../../../../testing/factories/library.ts';
import { newVisitor } from '../../../../testing/factories/readers.ts';
import { giveTo } from '../../../../testing/factories/wallets.ts';

/**
 * Every constraint of the ledger, with a statement that it refuses. `coin`, `bonus` and `ticket` are the accounts of a wallet
 * with one lot each; `lot` is the lot of its coins.
 */
const REFUSED: Record<string, string | null> = {
  account_asset: `insert into wallet.account (code, asset) values ('sys:topup', 'gold')`,
  adjustment_request_amount: request({ amount: 0 }),
  adjustment_request_asset: request({ asset: 'gold' }),
  adjustment_request_days: request({ days: 0 }),
  adjustment_request_decided: request({ state: 'approved' }),
  adjustment_request_hash: request({ hash: `'short'` }),
  adjustment_request_once_a_key: request({ rows: 2 }),
  adjustment_request_state: request({ state: 'lost', decided: `'staff:2', now()` }),
  adjustment_request_wallet_id_fkey: request({ wallet: '0' }),
  alone_limit_day: 'insert into wallet.alone_limit (once, day) values (2, 1)',
  alone_limit_once: 'insert into wallet.alone_limit (once, day) values (-1, 1)',
  alone_limit_pkey: 'insert into wallet.alone_limit (once, day) select 1, 1 from generate_series(1, 2)',
  alone_limit_single: 'insert into wallet.alone_limit (id, once, day) values (false, 1, 1)',
  account_balance_not_negative: 'update wallet.account set balance = -1 where id = :coin',
  account_of_wallet_or_system: `update wallet.account set code = 'sys:x' where id = :coin`,
  account_balance_of_wallets: `update wallet.account set balance = 0 where code = 'sys:topup'`,
  account_once_a_wallet: `insert into wallet.account (wallet_id, asset, balance) values (:wallet, 'coin', 0)`,
  account_once_a_code: `insert into wallet.account (code, asset) values ('sys:topup', 'coin')`,
  account_wallet_id_fkey: `insert into wallet.account (wallet_id, asset, balance) values (0, 'coin', 0)`,
  credit_lot_cost_not_negative: 'update wallet.credit_lot set cost_fen = -1 where id = :lot',
  credit_lot_cost_of_coins: 'update wallet.credit_lot set cost_fen = 1 where account_id = :bonus',
  credit_lot_granted_positive: 'update wallet.credit_lot set granted = 0, remaining = 0 where id = :lot',
  credit_lot_of_same_asset: 'update wallet.credit_lot set account_id = :bonus where id = :lot',
  credit_lot_once_a_transfer: `insert into wallet.credit_lot (account_id, asset, transfer_id, granted, remaining, cost_fen)
    select account_id, asset, transfer_id, granted, remaining, cost_fen from wallet.credit_lot where id = :lot`,
  credit_lot_only_coins_stay: 'update wallet.credit_lot set expires_at = now() where id = :lot',
  credit_lot_remaining_within: 'update wallet.credit_lot set remaining = granted + 1 where id = :lot',
  credit_lot_transfer_id_fkey: 'update wallet.credit_lot set transfer_id = 0 where id = :lot',
  idempotency_pkey: `insert into wallet.idempotency select :wallet, 'k', sha256('x'), '{}', now() from generate_series(1, 2)`,
  idempotency_request_hash: `insert into wallet.idempotency values (:wallet, 'k', 'short', '{}', now())`,
  idempotency_wallet_id_fkey: `insert into wallet.idempotency values (0, 'k', sha256('x'), '{}', now())`,
  lot_use_amount_positive: 'insert into wallet.lot_use values (:lot, :transfer, 0)',
  lot_use_lot_id_fkey: 'insert into wallet.lot_use values (0, :transfer, 1)',
  lot_use_pkey: 'insert into wallet.lot_use select :lot, :transfer, 1 from generate_series(1, 2)',
  moved_chapter_pkey: 'insert into wallet.moved_chapter select 1, 1, 1 from generate_series(1, 2)',
  lot_use_transfer_id_fkey: 'insert into wallet.lot_use values (:lot, 0, 1)',
  purchase_bonus_not_negative: purchase({ coins: 31, bonus: -1 }),
  purchase_coins_not_negative: purchase({ coins: -1, bonus: 31 }),
  purchase_cost_positive: purchase({ cost: 0, coins: 0 }),
  purchase_once_a_chapter: purchase({ rows: 2 }),
  purchase_paid_in_full: purchase({ coins: 29 }),
  purchase_price_covers_cost: purchase({ cost: 31, coins: 31 }),
  purchase_wallet_id_fkey: purchase({ wallet: '0' }),
  transfer_amount_positive: transfer({ amount: 0 }),
  transfer_between_two: transfer({ debit: ':coin' }),
  transfer_explained: transfer({ kind: 'adjust' }),
  transfer_from_same_asset: transfer({ debit: ':bonus' }),
  transfer_kind: transfer({ kind: 'theft' }),
  transfer_of_purchase: transfer({ kind: 'purchase' }),
  transfer_once_a_key: transfer({ rows: 2 }),
  transfer_purchase_id_fkey: transfer({ kind: 'purchase', purchase: '0' }),
  transfer_title_not_empty: transfer({ title: '' }),
  transfer_to_same_asset: transfer({ credit: ':bonus' }),
  wallet_reader_id_fkey: 'insert into wallet.wallet (reader_id, opened_at) values (0, now())',
  wallet_reader_id_key:
    'insert into wallet.wallet (reader_id, opened_at) select reader_id, opened_at from wallet.wallet where id = :wallet',
  // Ids that the database makes; the last constraint is the target of foreign keys.
  account_pkey: null,
  adjustment_request_pkey: null,
  credit_lot_pkey: null,
  purchase_pkey: null,
  transfer_pkey: null,
  wallet_pkey: null,
  account_with_asset: null,
};

/** The changes that triggers refuse. */
const APPEND_ONLY: Record<string, string[]> = {
  transfer_append_only: ['update wallet.transfer set amount = amount + 1', 'delete from wallet.transfer'],
  transfer_never_emptied: ['truncate wallet.transfer cascade'],
  lot_use_append_only: ['update wallet.lot_use set amount = amount + 1', 'delete from wallet.lot_use'],
  lot_use_never_emptied: ['truncate wallet.lot_use'],
  purchase_stays: ['update wallet.purchase set coins = coins - 1', 'delete from wallet.purchase'],
  purchase_never_emptied: ['truncate wallet.purchase cascade'],
};

function purchase({ wallet = ':wallet', cost = 30, coins = 30, bonus = 0, rows = 1 }): string {
  return `insert into wallet.purchase (wallet_id, comic_id, chapter_id, price_coins, cost_coins, coins, bonus, tickets, at)
    select ${wallet}, 1, 1, 30, ${cost}, ${coins}, ${bonus}, 0, now() from generate_series(1, ${rows})`;
}

function request({
  wallet = ':wallet',
  asset = 'coin',
  amount = 1,
  days = 1,
  state = 'open',
  hash = `sha256('x')`,
  decided = 'null, null',
  rows = 1,
}): string {
  return `insert into wallet.adjustment_request
      (wallet_id, idem_key, request, asset, amount, days, actor, reason, state, created_at, decided_by, decided_at)
    select ${wallet}, 'k', ${hash}, '${asset}', ${amount}, ${days}, 'staff:1', 'r', '${state}', now(), ${decided} from generate_series(1, ${rows})`;
}

function transfer({
  kind = 'topup',
  debit = ':topup',
  credit = ':coin',
  amount = 1,
  rows = 1,
  purchase = 'null',
  title = '充值',
}): string {
  return `insert into wallet.transfer (idem_key, event_id, kind, title, purchase_id, asset, debit_id, credit_id, amount, at)
    select 'key', 0, '${kind}', '${title}', ${purchase}, 'coin', ${debit}, ${credit}, ${amount}, now() from generate_series(1, ${rows})`;
}

let site: TestApp;
let client: PoolClient;
let names: Record<string, number>;

beforeAll(async () => {
  site = await startTestApp();
  const readerId = await readerOf(site, await newVisitor(site));
  await giveTo(site, readerId, { coins: 30, bonus: 10, tickets: 1 });
  const { rows } = await site.pool.query(
    `select w.id as wallet, (select id from wallet.account where code = 'sys:topup') as topup,
       max(a.id) filter (where a.asset = 'coin') as coin, max(a.id) filter (where a.asset = 'bonus') as bonus,
       max(l.id) filter (where a.asset = 'coin') as lot, max(l.transfer_id) filter (where a.asset = 'coin') as transfer
     from wallet.wallet w join wallet.account a on a.wallet_id = w.id join wallet.credit_lot l on l.account_id = a.id
     where w.reader_id = $1 group by w.id`,
    [readerId],
  );
  names = rows[0];
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

  test.each(Object.entries(APPEND_ONLY))('changes, by %s', async (_, texts) => {
    const { rows } = await client.query(inFull(`${purchase({})} returning id`));
    await client.query(`insert into wallet.lot_use values (${names.lot}, ${names.transfer}, 1)`);
    expect(rows).toHaveLength(1);
    for (const text of texts) {
      await client.query('savepoint before');
      await expect(client.query(text), text).rejects.toThrow('is append-only');
      await client.query('rollback to before');
    }
  });

  test('everything that is listed here; there are no other constraints and triggers', async () => {
    const { rows } = await client.query<{ name: string }>(
      `select conname as name from pg_constraint where connamespace = 'wallet'::regnamespace and contype not in ('n', 't')`,
    );
    expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(REFUSED).sort());
    const { rows: triggers } = await client.query<{ name: string }>(
      `select tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
       where c.relnamespace = 'wallet'::regnamespace and not tgisinternal and tgenabled = 'O'`,
    );
    expect(triggers.map(({ name }) => name).sort()).toEqual(Object.keys(APPEND_ONLY).sort());
  });
});
