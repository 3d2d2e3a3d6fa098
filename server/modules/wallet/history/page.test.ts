import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { readersInBulk } from '../../../../testing/factories/readers.ts';
import { expectSoundLedger, giveTo } from '../../../../testing/factories/wallets.ts';
import { type Tx, transaction } from '../../../core/db/db.ts';
import { listEvents } from './store.ts';

const EVENTS = 3000;

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.close());

/** Adds many top-ups of one coin each. */
async function giveMany(readerId: number): Promise<void> {
  await giveTo(site, readerId, { coins: 1 });
  await site.pool.query(
    `with moved as (
       insert into wallet.transfer (idem_key, event_id, kind, title, asset, debit_id, credit_id, amount, at)
       select 'x' || n, nextval('wallet.event_id'), 'topup', 'x', 'coin', s.id, a.id, 1, now()
       from generate_series(1, $2) n, wallet.account s, wallet.account a join wallet.wallet w on w.id = a.wallet_id
       where s.code = 'sys:topup' and a.asset = 'coin' and w.reader_id = $1 returning id, credit_id
     ), made as (
       insert into wallet.credit_lot (account_id, asset, transfer_id, granted, remaining, cost_fen)
       select credit_id, 'coin', id, 1, 1, 0 from moved
     ) update wallet.account set balance = balance + $2 where id = (select min(credit_id) from moved)`,
    [readerId, EVENTS],
  );
  await site.pool.query('vacuum analyze wallet.transfer');
}

async function transfersRead(tx: Tx): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select (pg_stat_get_xact_tuples_returned(t) + sum(pg_stat_get_xact_tuples_returned(i.indexrelid)))::int as count
     from (select 'wallet.transfer'::regclass::oid as t) named join pg_index i on i.indrelid = t group by t`,
  );
  return rows[0]?.count ?? 0;
}

test('a page of the history reads only its own events, however long the history is', async () => {
  const [reader] = await readersInBulk(site, 1);
  const readerId = reader?.id ?? 0;
  await giveMany(readerId);
  await expectSoundLedger(site);
  await transaction(site.pool, async (tx) => {
    const [latest] = await listEvents(tx, readerId, Number.MAX_SAFE_INTEGER, 20);
    const before = await transfersRead(tx);
    const page = await listEvents(tx, readerId, (latest?.id ?? 0) - EVENTS / 2, 20);
    expect(page).toHaveLength(20);
    const read = (await transfersRead(tx)) - before;
    expect(read).toBeGreaterThanOrEqual(20);
    expect(read).toBeLessThan(200);
  });
});
