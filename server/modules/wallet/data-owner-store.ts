import { row, rows, statement, type Tx } from '../../core/db.ts';
import type { Asset } from './ledger/assets.ts';

const MERGED = statement<{ asset: Asset; amount: number }, [walletId: number]>(
  'wallet.merged-before',
  `select t.asset, sum(t.amount)::bigint as amount from wallet.account a join wallet.transfer t on t.credit_id = a.id
   where a.wallet_id = $1 and t.kind = 'merge' group by t.asset`,
);

const MOVE_PURCHASES = statement<unknown, [fromWalletId: number, toWalletId: number]>(
  'wallet.move-purchases',
  `update wallet.purchase p set wallet_id = $2 where p.wallet_id = $1
     and not exists (select from wallet.purchase o where o.wallet_id = $2 and o.chapter_id = p.chapter_id)`,
);

const DROP_NAME = statement<unknown, [walletId: number]>(
  'wallet.drop-name',
  'update wallet.wallet set reader_id = null where id = $1',
);

const DROP_KEPT = statement<unknown, [walletId: number]>(
  'wallet.drop-kept-answers-of',
  'delete from wallet.idempotency where wallet_id = $1',
);

const EXPORT = statement<{ records: unknown }, [readerId: number]>(
  'wallet.export',
  `select jsonb_build_object(
     'openedAt', w.opened_at,
     'balances', (select jsonb_object_agg(a.asset, a.balance) from wallet.account a where a.wallet_id = w.id),
     'purchases', coalesce((select jsonb_agg(jsonb_build_object('comicId', p.comic_id, 'chapterId', p.chapter_id,
       'priceCoins', p.price_coins, 'coins', p.coins, 'bonus', p.bonus, 'tickets', p.tickets, 'at', p.at) order by p.id)
       from wallet.purchase p where p.wallet_id = w.id), '[]'),
     'records', coalesce((select jsonb_agg(jsonb_build_object('kind', t.kind, 'asset', t.asset,
       'amount', case when t.credit_id = a.id then t.amount else -t.amount end, 'reason', t.reason, 'at', t.at) order by t.id)
       from wallet.account a join wallet.transfer t on a.id in (t.debit_id, t.credit_id) where a.wallet_id = w.id), '[]'),
     'grants', coalesce((select jsonb_agg(jsonb_build_object('asset', l.asset, 'granted', l.granted,
       'remaining', l.remaining, 'expiresAt', l.expires_at) order by l.id)
       from wallet.account a join wallet.credit_lot l on l.account_id = a.id where a.wallet_id = w.id), '[]')
   ) as records from wallet.wallet w where w.reader_id = $1`,
);

/** How much of each asset came into a wallet by merges, in its lifetime. */
export async function sumMerged(tx: Tx, walletId: number): Promise<Map<Asset, number>> {
  return new Map((await rows(tx, MERGED, [walletId])).map(({ asset, amount }) => [asset, amount]));
}

/** Moves what one wallet owns to another; what both own stays where it is. */
export async function movePurchases(tx: Tx, fromWalletId: number, toWalletId: number): Promise<void> {
  // Its calls ended with its sessions, and what they answered is owned by another wallet now.
  await rows(tx, DROP_KEPT, [fromWalletId]);
  await rows(tx, MOVE_PURCHASES, [fromWalletId, toWalletId]);
}

/** Leaves the records of a wallet without the reader. */
export async function dropName(tx: Tx, walletId: number): Promise<void> {
  await rows(tx, DROP_KEPT, [walletId]);
  await rows(tx, DROP_NAME, [walletId]);
}

export async function exportRecords(tx: Tx, readerId: number): Promise<unknown> {
  return (await row(tx, EXPORT, [readerId]))?.records ?? null;
}
