import { allRows, execute, firstRow, type Tx, valueOr } from '../../../core/db/db.ts';
import type { Asset } from '../ledger/assets.ts';

/**
 * A lock of one member of staff: their adjustments run one after the other, so that each sees the sum of the day. It is taken
 * before the lock of the wallet.
 */
export const lockAdjuster = execute<[actor: string], Tx>(
  'wallet.lock-adjuster',
  `select pg_advisory_xact_lock(hashtextextended('wallet.adjust ' || $1, 0))`,
);

/** The hash of the request with this key, which this wallet has had before. */
export const findAdjusted = firstRow<{ request: Buffer }, [walletId: number, key: string], Tx>(
  'wallet.find-adjusted',
  'select request from wallet.idempotency where wallet_id = $1 and key = $2',
);

export const keepAdjusted = execute<[walletId: number, key: string, request: Buffer, at: Date], Tx>(
  'wallet.keep-adjusted',
  `insert into wallet.idempotency (wallet_id, key, request, answer, at) values ($1, $2, $3, '{}', $4)`,
);

/** The sum that someone has given and taken alone since a moment, in coins. */
export const sumAdjusted = valueOr<{ sum: number }, [actor: string, since: Date, ticketWorth: number], Tx>(
  'wallet.sum-adjusted',
  `select coalesce(sum(case when asset = 'ticket' then amount * $3 else amount end), 0)::bigint as sum
   from wallet.transfer where kind = 'adjust' and actor = $1 and at >= $2 and idem_key not like 'adjust-request:%'`,
  0,
);

/** In coins. Both directions of an adjustment count: taking coins by mistake does harm too. */
export type AloneLimits = { once: number; day: number };

export const findAloneLimits = firstRow<AloneLimits, []>(
  'wallet.find-alone-limit',
  'select once, day from wallet.alone_limit',
);

export const setAloneLimits = execute<[once: number, day: number], Tx>(
  'wallet.set-alone-limit',
  `insert into wallet.alone_limit (once, day) values ($1, $2)
   on conflict (id) do update set once = excluded.once, day = excluded.day`,
);

/** An adjustment that waits for a second person. */
export type AdjustmentRequest = {
  id: number;
  readerId: number;
  asset: Asset;
  amount: number;
  days: number;
  actor: string;
  reason: string;
  createdAt: Date;
};

const COLUMNS = `q.id, w.reader_id as "readerId", q.asset, q.amount, q.days, q.actor, q.reason, q.created_at as "createdAt"`;
/** Without the requests of erased readers. */
const OPEN = `wallet.adjustment_request q join wallet.wallet w on w.id = q.wallet_id
   where q.state = 'open' and w.reader_id is not null`;

/** The open requests, oldest first. */
export const listAdjustmentRequests = allRows<AdjustmentRequest, []>(
  'wallet.open-adjustment-requests',
  `select ${COLUMNS} from ${OPEN} order by q.id limit 200`,
);

export const findAdjustmentRequest = firstRow<AdjustmentRequest, [id: number]>(
  'wallet.open-adjustment-request',
  `select ${COLUMNS} from ${OPEN} and q.id = $1`,
);

/** How many are open, and when the oldest one was made. */
export const countAdjustmentRequests = firstRow<{ open: number; oldest: Date | null }, []>(
  'wallet.count-adjustment-requests',
  `select count(*) as open, min(q.created_at) as oldest from ${OPEN}`,
);

/** The hash of the request that was stored with this key. */
export const findRequestedBefore = firstRow<{ request: Buffer }, [key: string], Tx>(
  'wallet.requested-before',
  'select request from wallet.adjustment_request where idem_key = $1',
);

export const addAdjustmentRequest = execute<
  [
    walletId: number,
    key: string,
    request: Buffer,
    asset: Asset,
    amount: number,
    days: number,
    actor: string,
    reason: string,
    createdAt: Date,
  ],
  Tx
>(
  'wallet.add-adjustment-request',
  `insert into wallet.adjustment_request
     (wallet_id, idem_key, request, asset, amount, days, actor, reason, state, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, 'open', $9)`,
);

/** Ends an open request; no row if it is not open any more. */
export const endAdjustmentRequest = firstRow<
  { id: number },
  [id: number, state: 'approved' | 'rejected', decidedBy: string, decidedAt: Date],
  Tx
>(
  'wallet.end-adjustment-request',
  `update wallet.adjustment_request set state = $2, decided_by = $3, decided_at = $4
   where id = $1 and state = 'open' returning id`,
);
