import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { transaction } from '../../server/core/db/db.ts';
import { credit } from '../../server/modules/wallet/wallet.ts';

export const PRICE = 7;
const CHAPTERS = 1_000;
const COINS = 100_000_000;

/** A buyer with a session. */
export type Buyer = { readerId: number; token: string };
/** A comic of a thousand chapters. */
export type LongComic = { comicId: number; chapterIds: number[] };

/** Readers with accounts and enough coins. */
export async function addBuyers(pool: pg.Pool, count: number): Promise<Buyer[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
  const { rows } = await pool.query<{ id: string }>(
    `insert into account.reader (nickname, domain, created_at, username, password_hash)
     select '书友', 'bench', now(), 'buyer_' || n || '_' || $2::text, 'none' from generate_series(1, $1::int) n returning id`,
    [count, randomBytes(4).toString('hex')],
  );
  const buyers = rows.map(({ id }, index) => ({ readerId: Number(id), token: tokens[index] ?? '' }));
  await pool.query(
    `insert into account.session (token_hash, reader_id, created_at, seen_at, expires_at)
     select hash, id, now(), now(), now() + interval '180 days' from unnest($1::bytea[], $2::bigint[]) s (hash, id)`,
    [buyers.map(({ token }) => createHash('sha256').update(token).digest()), buyers.map(({ readerId }) => readerId)],
  );
  for (const { readerId } of buyers) await topUp(pool, readerId);
  return buyers;
}

async function topUp(pool: pg.Pool, readerId: number): Promise<void> {
  const topup = { kind: 'topup', key: `topup:bench:${readerId}`, title: '充值' } as const;
  const coins = { amount: COINS, costFen: COINS * 10 };
  await transaction(pool, (tx) => credit(tx, readerId, { ...topup, coins }, new Date()));
}

/** Copies a comic with a thousand copies of one of its chapters, at this price. */
export async function addLongComic(
  pool: pg.Pool,
  like: { comicId: number; chapterId: number },
  price: number,
): Promise<LongComic> {
  const key = randomBytes(16).toString('hex');
  const { rows } = await pool.query<{ id: string }>(
    `insert into catalog.comic (title, title_key, code, authors, genres, description, status, weekdays, store_key, cover,
       created_at, updated_at)
     select $2, $2, $3, authors, genres, description, status, weekdays, $2, cover, now(), now() from catalog.comic where id = $1
     returning id`,
    [like.comicId, key, String(1_000_000 + Number.parseInt(key.slice(0, 6), 16))],
  );
  const comicId = Number(rows[0]?.id);
  const added = await pool.query<{ id: string }>(
    `insert into catalog.chapter (comic_id, no, title, published_at, page_count, thumb, preview, guarded, store_key, pages,
       source_sha256, source_name, recipe, price_coins, created_at, updated_at)
     select $2, n, title, published_at, page_count, thumb, preview, $3 > 0, md5($4 || n), pages, sha256(($4 || n)::bytea),
       n || '.cbz', recipe, $3, now(), now()
     from catalog.chapter, generate_series(1, $5) n where id = $1 order by n returning id`,
    [like.chapterId, comicId, price, key, CHAPTERS],
  );
  return { comicId, chapterIds: added.rows.map(({ id }) => Number(id)) };
}

/**
 * Fills the ledger with purchases of other readers and their transfers. Fast, in replication mode: without triggers and foreign
 * keys.
 */
export async function fillLedger(pool: pg.Pool, purchases: number): Promise<void> {
  const client = await pool.connect();
  const perWallet = 1_000;
  try {
    await client.query('set session_replication_role = replica');
    await client.query('set synchronous_commit = off');
    for (let left = purchases; left > 0; left -= perWallet * 100)
      await client.query(FILL, [Math.ceil(Math.min(left, perWallet * 100) / perWallet), perWallet]);
    await client.query('reset session_replication_role');
    await client.query('reset synchronous_commit');
    await client.query(
      'vacuum analyze wallet.transfer, wallet.purchase, wallet.lot_use, wallet.credit_lot, wallet.account, wallet.wallet',
    );
  } finally {
    client.release();
  }
}

/** Wallets without readers; their balances don't matter. */
const FILL = `
  with opened as (
    insert into wallet.wallet (opened_at) select now() from generate_series(1, $1) returning id
  ), account as (
    insert into wallet.account (wallet_id, asset, balance)
    select id, asset, 0 from opened cross join unnest(array['coin', 'bonus', 'ticket']) asset returning id, wallet_id, asset
  ), given as (
    insert into wallet.transfer (idem_key, event_id, kind, title, asset, debit_id, credit_id, amount, at)
    select 'fill:' || a.id, nextval('wallet.event_id'), 'topup', '充值', 'coin',
      (select id from wallet.account where code = 'sys:topup'), a.id, $2 * 7, now() - interval '1 day'
    from account a where asset = 'coin' returning id, credit_id, amount
  ), lot as (
    insert into wallet.credit_lot (account_id, asset, transfer_id, granted, remaining, cost_fen)
    select credit_id, 'coin', id, amount, 0, 0 from given returning id, account_id
  ), bought as (
    insert into wallet.purchase (wallet_id, comic_id, chapter_id, price_coins, cost_coins, coins, bonus, tickets, at)
    select id, 1, n, 7, 7, 7, 0, 0, now() - interval '1 day' from opened cross join generate_series(1, $2) n returning id, wallet_id
  ), paid as (
    insert into wallet.transfer (idem_key, event_id, kind, purchase_id, asset, debit_id, credit_id, amount, at)
    select 'purchase:' || b.id || ':paid', nextval('wallet.event_id'), 'purchase', b.id, 'coin', a.id,
      (select id from wallet.account where code = 'sys:revenue_paid'), 7, now() - interval '1 day'
    from bought b join account a on a.wallet_id = b.wallet_id and a.asset = 'coin' returning id, debit_id
  )
  insert into wallet.lot_use (lot_id, transfer_id, amount) select l.id, p.id, 7 from paid p join lot l on l.account_id = p.debit_id`;
