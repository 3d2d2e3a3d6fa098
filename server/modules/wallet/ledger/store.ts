import { allRows, allValues, execute, hasRow, row, rows, statement, type Tx } from '../../../core/db/db.ts';
import { jsonText } from '../../../core/db/json-text.ts';
import type { LedgerAsset } from './assets.ts';
import type { Lot, LotUse } from './lots.ts';

/** The accounts of the system. A migration adds more. */
export type SystemAccount =
  | 'sys:topup'
  | 'sys:sold_elsewhere'
  | 'sys:gift_pool'
  | 'sys:revenue_paid'
  | 'sys:revenue_bonus'
  | 'sys:revenue_ticket'
  | 'sys:expired'
  | 'sys:adjustment'
  | 'sys:refund_hold'
  | 'sys:refunded';

export type TransferKind =
  | 'topup'
  | 'redeem'
  | 'gift'
  | 'sign'
  | 'purchase'
  | 'repair'
  | 'expire'
  | 'adjust'
  | 'merge'
  | 'forfeit'
  | 'refund'
  | 'restore'
  | 'repay';

/** One side of a transfer: a wallet by its id, or an account of the system. */
export type Side = number | SystemAccount;

/** A transfer to post. `uses`: the lots that it takes from a wallet; `lot`: the lot that it makes in a wallet. */
export type Posting = {
  /** The idempotency key: a second posting with the same key has no effect. */
  key: string;
  kind: TransferKind;
  asset: LedgerAsset;
  from: Side;
  to: Side;
  amount: number;
  uses?: LotUse[];
  lot?: { costFen: number; expiresAt: Date | null };
  /** The title in the reader's history. */
  title?: string;
  actor?: string;
  reason?: string;
};

/** Opens a wallet if the reader has none. */
export const openWallet = execute<[readerId: number, at: Date], Tx>(
  'wallet.open',
  `with opened as (
     insert into wallet.wallet (reader_id, opened_at) values ($1, $2) on conflict (reader_id) do nothing returning id
   )
   insert into wallet.account (wallet_id, asset, balance)
   select id, asset, 0 from opened cross join unnest(array['coin', 'bonus', 'ticket']) asset`,
);

/** Opens the account for debts, which a wallet does not have before its first debt. */
export const openDebt = execute<[walletId: number], Tx>(
  'wallet.open-debt',
  `insert into wallet.account (wallet_id, asset, balance) values ($1, 'debt', 0) on conflict (wallet_id, asset) do nothing`,
);

const LOCK_TWO = statement<{ id: number; readerId: number }, [readerIds: number[]]>(
  'wallet.lock-two',
  `select id, reader_id as "readerId" from wallet.wallet where reader_id = any($1) order by id for no key update`,
);

const LOT_COLUMNS = 'l.id, l.asset, l.remaining, l.granted, l.cost_fen as "costFen", l.expires_at as "expiresAt"';

/** The lots of a locked wallet that are not used up, including expired ones. */
export const listUnspent = allRows<Lot, [walletId: number], Tx>(
  'wallet.unspent-lots',
  `select ${LOT_COLUMNS} from wallet.account a join wallet.credit_lot l on l.account_id = a.id
   where a.wallet_id = $1 and l.remaining > 0 order by l.id`,
);

/** The same lots of a wallet that is not locked. */
export const listUnspentOfReader = allRows<Lot, [readerId: number]>(
  'wallet.unspent-lots-of-reader',
  `select ${LOT_COLUMNS} from wallet.wallet w join wallet.account a on a.wallet_id = w.id
     join wallet.credit_lot l on l.account_id = a.id
   where w.reader_id = $1 and l.remaining > 0 order by l.id`,
);

/** The unspent parts of the credits with these keys. */
export const listRemaining = allRows<{ key: string; remaining: number }, [keys: readonly string[]]>(
  'wallet.remaining-of-credits',
  `select t.idem_key as key, l.remaining from wallet.transfer t join wallet.credit_lot l on l.transfer_id = t.id
   where t.idem_key = any($1)`,
);

/** The credits of readers with a larger id that expire from a moment on until before another, by id. */
export const listExpiring = allRows<
  { readerId: number; bonus: number; tickets: number },
  [from: Date, to: Date, afterReaderId: number, size: number]
>(
  'wallet.expiring',
  `select w.reader_id as "readerId", coalesce(sum(l.remaining) filter (where l.asset = 'bonus'), 0)::bigint as bonus,
     coalesce(sum(l.remaining) filter (where l.asset = 'ticket'), 0)::bigint as tickets
   from wallet.credit_lot l join wallet.account a on a.id = l.account_id join wallet.wallet w on w.id = a.wallet_id
   where l.remaining > 0 and l.expires_at >= $1 and l.expires_at < $2 and w.reader_id > $3
   group by w.reader_id order by w.reader_id limit $4`,
);

const accountOf = (side: 'from' | 'to') =>
  `case when p."${side}Wallet" is null
     then (select id from wallet.account where code = p."${side}Code" and asset = p.asset)
     else (select id from wallet.account where wallet_id = p."${side}Wallet" and asset = p.asset) end`;

/** The columns of the JSON that `givenPostings` makes. */
export const POSTING_COLUMNS = `kind text, asset text, "fromWallet" bigint, "fromCode" text, "toWallet" bigint, "toCode" text,
  amount bigint, uses jsonb, lot jsonb`;

/**
 * Writes both sides, the lots and the stored balances in one statement, so that they always agree. Follows a query `posting`
 * with one row for each transfer; `at` is the placeholder of the time. Updated rows are also selected by an array of ids: the
 * planner estimates far too many rows for JSON, and with a join alone it would read the whole table.
 */
export const postTransfers = (at: string, event = `nextval('wallet.event_id')`) => `
   event as (
     select ${event} as id
   ), moved as (
     insert into wallet.transfer
       (idem_key, event_id, kind, title, purchase_id, asset, debit_id, credit_id, amount, actor, reason, at)
     select p.key, e.id, p.kind, p.title, p.purchase_id, p.asset, ${accountOf('from')}, ${accountOf('to')}, p.amount,
       p.actor, p.reason, ${at}
     from posting p cross join event e on conflict (idem_key) do nothing
     returning id, idem_key, debit_id, credit_id, amount
   ), used as (
     insert into wallet.lot_use (lot_id, transfer_id, amount)
     select u."lotId", m.id, u.amount from moved m join posting p on p.key = m.idem_key
       cross join lateral jsonb_to_recordset(p.uses) as u ("lotId" bigint, amount bigint)
     returning lot_id, amount
   ), lowered as (
     update wallet.credit_lot l set remaining = l.remaining - u.amount
     from (select lot_id, sum(amount) as amount from used group by lot_id) u
     where l.id = u.lot_id and l.id = any(array(select lot_id from used))
   ), granted as (
     insert into wallet.credit_lot (account_id, asset, transfer_id, granted, remaining, cost_fen, expires_at)
     select m.credit_id, p.asset, m.id, m.amount, m.amount, (p.lot ->> 'costFen')::bigint, (p.lot ->> 'expiresAt')::timestamptz
     from moved m join posting p on p.key = m.idem_key where jsonb_typeof(p.lot) = 'object'
   ), balanced as (
     update wallet.account a set balance = a.balance + d.difference
     from (select id, sum(amount) as difference
           from (select debit_id as id, -amount as amount from moved union all select credit_id, amount from moved) s
           group by id) d
     where a.id = d.id and a.wallet_id is not null
       and a.id = any(array(select debit_id from moved union all select credit_id from moved))
   )`;

const posting = ({ event, where = '' }: { event?: string; where?: string } = {}) => `with posting as (
     select p.*, null::bigint as purchase_id
     from jsonb_to_recordset($1::jsonb) as p (key text, title text, actor text, reason text, ${POSTING_COLUMNS}) ${where}
   ), noted as (
     update wallet.wallet set version = version + 1
     where id in (select "fromWallet" from posting union select "toWallet" from posting)
   ), ${postTransfers('$2', event)}
   select idem_key as key from moved`;

const POST = statement<{ key: string }, [postings: string, at: Date]>('wallet.post', posting());

const POST_ONCE = statement<{ key: string }, [postings: string, at: Date, key: string]>(
  'wallet.post-once',
  posting({ where: 'where not exists (select from wallet.transfer where idem_key = $3)' }),
);

/** Continues the event that this connection has posted last. */
const POST_MORE = statement<{ key: string }, [postings: string, at: Date]>(
  'wallet.post-more',
  posting({ event: `currval('wallet.event_id')` }),
);

/** Lots as JSON. */
export type JsonLot = Omit<Lot, 'expiresAt'> & { expiresAt: string | null };

/** The lots of a wallet `w` that are not used up, including expired ones, in one value. */
export const UNSPENT_LOTS = `(select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'asset', l.asset, 'remaining', l.remaining,
      'granted', l.granted, 'costFen', l.cost_fen, 'expiresAt', l.expires_at)), '[]')
    from wallet.account a join wallet.credit_lot l on l.account_id = a.id where a.wallet_id = w.id and l.remaining > 0)`;

export function readLots(lots: readonly JsonLot[]): Lot[] {
  return lots.map((lot) => ({ ...lot, expiresAt: lot.expiresAt === null ? null : new Date(lot.expiresAt) }));
}

const LOCK = statement<{ walletId: number; hasChanged: boolean; lots: JsonLot[] }, [readerId: number]>(
  'wallet.lock',
  `select w.id as "walletId", w.version <> (select b.version from wallet.wallet b where b.id = w.id) as "hasChanged",
     ${UNSPENT_LOTS} as lots
   from wallet.wallet w where w.reader_id = $1 for no key update`,
);

/**
 * Locks the wallet for this transaction, so that its transfers are serialised, and returns its lots that are not used up,
 * including expired ones. `null` if the reader has no wallet.
 */
export async function findAndLock(tx: Tx, readerId: number): Promise<{ walletId: number; lots: Lot[] } | null> {
  const found = await row(tx, LOCK, [readerId]);
  if (!found) return null;
  const { walletId, hasChanged, lots } = found;
  // The statement has read the lots as they were when it began, and has waited for the lock since then.
  return { walletId, lots: hasChanged ? await listUnspent(tx, walletId) : readLots(lots) };
}

/** Locks the wallets of several readers, always in the order of their ids. Returns the wallet ids by reader. */
export async function lockSeveral(tx: Tx, readerIds: number[]): Promise<Map<number, number>> {
  return new Map((await rows(tx, LOCK_TWO, [readerIds])).map(({ id, readerId }) => [readerId, id]));
}

export const listReadersWithExpired = allValues<{ readerId: number }, [now: Date]>(
  'wallet.readers-with-expired',
  `select distinct w.reader_id as "readerId" from wallet.credit_lot l
     join wallet.account a on a.id = l.account_id join wallet.wallet w on w.id = a.wallet_id
   where l.remaining > 0 and l.expires_at <= $1 and w.reader_id is not null limit 5000`,
);

/** Whether this key was posted before. The wallet must be locked. */
export const isPosted = hasRow<{ id: number }, [key: string], Tx>(
  'wallet.posted',
  'select id from wallet.transfer where idem_key = $1',
);

/** Postings in the form that the statements take. */
export function givenPostings(postings: readonly Partial<Posting>[]): string {
  return jsonText(
    postings.map(({ from, to, uses = [], ...rest }) => ({
      ...rest,
      ...(typeof from === 'number' ? { fromWallet: from } : { fromCode: from }),
      ...(typeof to === 'number' ? { toWallet: to } : { toCode: to }),
      uses,
    })),
  );
}

/**
 * Posts transfers as one event. Returns the keys that were not posted before. The wallets must be locked.
 */
export async function post(tx: Tx, postings: readonly Posting[], at: Date): Promise<Set<string>> {
  if (postings.length === 0) return new Set();
  return new Set((await rows(tx, POST, [givenPostings(postings), at])).map(({ key }) => key));
}

/** The same, but posts nothing if this key was posted before. */
export async function postOnce(
  tx: Tx,
  key: string,
  postings: readonly Posting[],
  at: Date,
): Promise<ReadonlySet<string>> {
  return new Set((await rows(tx, POST_ONCE, [givenPostings(postings), at, key])).map((posted) => posted.key));
}

/** Posts more transfers as part of the event that this transaction posted last. */
export async function postMore(tx: Tx, postings: readonly Posting[], at: Date): Promise<void> {
  await rows(tx, POST_MORE, [givenPostings(postings), at]);
}
