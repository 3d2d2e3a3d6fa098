import { row, rows, statement, type Tx } from '../../core/db/db.ts';
import type { Asset } from './ledger/assets.ts';

const MERGED = statement<{ asset: Asset; amount: number }, [walletId: number]>(
  'wallet.merged-before',
  `select t.asset, sum(t.amount)::bigint as amount from wallet.account a join wallet.transfer t on t.credit_id = a.id
   where a.wallet_id = $1 and t.kind = 'merge' group by t.asset`,
);

const LOTS_OF = statement<{ id: number }, [walletId: number, keys: string[]]>(
  'wallet.lots-of-credits',
  `select l.id from wallet.transfer t join wallet.credit_lot l on l.transfer_id = t.id
   join wallet.account a on a.id = l.account_id where a.wallet_id = $1 and t.idem_key = any($2)`,
);

const MOVE_PURCHASES = statement<never, [fromWalletId: number, toWalletId: number]>(
  'wallet.move-purchases',
  `with noted as (update wallet.wallet set version = version + 1 where id in ($1, $2))
   update wallet.purchase p set wallet_id = $2 where p.wallet_id = $1
     and not exists (select from wallet.purchase o where o.wallet_id = $2 and o.chapter_id = p.chapter_id)`,
);

const DROP_NAME = statement<never, [walletId: number]>(
  'wallet.drop-name',
  'update wallet.wallet set reader_id = null, version = version + 1 where id = $1',
);

const DROP_ANSWERS = statement<never, [walletId: number]>(
  'wallet.drop-answers-of',
  'delete from wallet.idempotency where wallet_id = $1',
);

const OPENED = statement<{ openedAt: Date }, [readerId: number]>(
  'wallet.export-wallet',
  'select opened_at as "openedAt" from wallet.wallet where reader_id = $1',
);

const PURCHASES = statement<Record<string, unknown>, [readerId: number]>(
  'wallet.export-purchases',
  `select p.comic_id as "comicId", p.chapter_id as "chapterId", p.price_coins as "priceCoins", p.cost_coins as "costCoins",
     p.coins, p.bonus, p.tickets, p.at
   from wallet.wallet w join wallet.purchase p on p.wallet_id = w.id where w.reader_id = $1 order by p.id`,
);

const GRANTS = statement<Record<string, unknown>, [readerId: number]>(
  'wallet.export-grants',
  `select l.asset, l.granted, l.remaining, l.cost_fen as "costFen", l.expires_at as "expiresAt"
   from wallet.wallet w join wallet.account a on a.wallet_id = w.id join wallet.credit_lot l on l.account_id = a.id
   where w.reader_id = $1 order by l.id`,
);

/** The amount of each asset that a wallet has got by merges, ever. */
export async function sumMerged(tx: Tx, walletId: number): Promise<Map<Asset, number>> {
  return new Map((await rows(tx, MERGED, [walletId])).map(({ asset, amount }) => [asset, amount]));
}

/** The lots that credits with these keys made in a wallet. */
export async function listLotsOf(tx: Tx, walletId: number, keys: readonly string[]): Promise<Set<number>> {
  if (keys.length === 0) return new Set();
  return new Set((await rows(tx, LOTS_OF, [walletId, [...keys]])).map(({ id }) => id));
}

/** Moves the purchases of one wallet to another, except those of chapters that both own. */
export async function movePurchases(tx: Tx, fromWalletId: number, toWalletId: number): Promise<void> {
  // The sessions have ended, so no call is repeated, and the purchases belong to another wallet now.
  await rows(tx, DROP_ANSWERS, [fromWalletId]);
  await rows(tx, MOVE_PURCHASES, [fromWalletId, toWalletId]);
}

/** Removes the reader from the records of a wallet. */
export async function anonymise(tx: Tx, walletId: number): Promise<void> {
  await rows(tx, DROP_ANSWERS, [walletId]);
  await rows(tx, DROP_NAME, [walletId]);
}

/** The purchases and grants of a reader; `null` without a wallet. */
export async function exportWallet(tx: Tx, readerId: number) {
  const opened = await row(tx, OPENED, [readerId]);
  if (!opened) return null;
  return {
    ...opened,
    purchases: await rows(tx, PURCHASES, [readerId]),
    grants: await rows(tx, GRANTS, [readerId]),
  };
}
