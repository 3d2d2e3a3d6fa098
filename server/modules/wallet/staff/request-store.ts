import { allRows, execute, firstRow, type Tx } from '../../../core/db/db.ts';
import type { Asset } from '../ledger/assets.ts';

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
