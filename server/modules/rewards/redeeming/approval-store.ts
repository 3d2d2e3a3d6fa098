import { firstRow, type Tx, valueOr } from '../../../core/db/db.ts';
import { BATCH_COLUMNS, type Batch } from './batch-store.ts';

/** The worth of all batches that someone has made alone since a moment, in coins. */
export const sumMadeAlone = valueOr<
  { sum: number },
  [actor: string, since: Date, ticketWorth: number, passDayWorth: number]
>(
  'rewards.sum-made-alone',
  `select coalesce(sum(code_count::bigint * (coins + bonus + tickets::bigint * $3 + pass_days * $4)), 0)::bigint as sum
   from rewards.redeem_batch where created_by = $1 and created_at >= $2 and approval is null`,
  0,
);

export const findBatchOfKey = firstRow<Batch, [key: string], Tx>(
  'rewards.find-redeem-batch-of-key',
  `select b.id, ${BATCH_COLUMNS} from rewards.redeem_batch b where b.key = $1`,
);

const OPEN = `approval = 'open' and stopped_at is null and valid_until >`;

/** How many batches wait for a second person, and the oldest of them. */
export const countUnapproved = firstRow<{ open: number; oldest: Date | null; id: number | null }, [now: Date]>(
  'rewards.count-unapproved-batches',
  `select count(*) as open, min(created_at) as oldest, min(id) as id from rewards.redeem_batch where ${OPEN} $1`,
);

/** Approves a batch; no row if it does not wait any more. */
export const setApproved = firstRow<{ id: number }, [id: number, at: Date, actor: string], Tx>(
  'rewards.approve-redeem-batch',
  `update rewards.redeem_batch set approval = 'approved', approved_at = $2, approved_by = $3
   where id = $1 and ${OPEN} $2 returning id`,
);

/** Notes that the codes of an approved batch exist; no row unless it is done in time and for the first time. */
export const setMade = firstRow<{ count: number }, [id: number, at: Date], Tx>(
  'rewards.make-redeem-batch',
  `update rewards.redeem_batch set approval = 'made'
   where id = $1 and approval = 'approved' and stopped_at is null and valid_until > $2
   returning code_count as count`,
);
