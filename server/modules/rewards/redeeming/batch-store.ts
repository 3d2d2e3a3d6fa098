import { allRows, execute, firstRow, row, statement, type Tx, valueOr } from '../../../core/db/db.ts';

/** The content of one code of a batch, and when and how often it can be used. */
export type BatchTerms = {
  name: string;
  count: number;
  coins: number;
  bonus: number;
  tickets: number;
  /** Days of 月卡; not together with coins. */
  passDays: number;
  /** The money for which a code with coins or days is sold elsewhere. */
  priceFen: number;
  /** From its use, of bonus and tickets. */
  validDays: number;
  validFrom: Date;
  /** The moment from which codes can't be used any more. */
  validUntil: Date;
  usesPerReader: number;
};

/** Null = made by one person alone; `made`: approved, and its codes exist. Before that it has no codes. */
export type Approval = 'open' | 'approved' | 'made' | null;

export type Batch = BatchTerms & {
  id: number;
  createdAt: Date;
  createdBy: string;
  approval: Approval;
  approvedAt: Date | null;
  approvedBy: string | null;
  stoppedAt: Date | null;
  stoppedBy: string | null;
};

/** A batch, and how many of its codes are used. */
export type CountedBatch = Batch & { used: number };

export const BATCH_COLUMNS = `b.name, b.code_count as count, b.coins, b.bonus, b.tickets, b.pass_days as "passDays", b.price_fen as "priceFen",
  b.valid_days as "validDays", b.valid_from as "validFrom", b.valid_until as "validUntil",
  b.uses_per_reader as "usesPerReader", b.created_at as "createdAt", b.created_by as "createdBy",
  b.approval, b.approved_at as "approvedAt", b.approved_by as "approvedBy", b.stopped_at as "stoppedAt", b.stopped_by as "stoppedBy"`;

const COUNTED = `b.id, ${BATCH_COLUMNS},
  (select count(*) from rewards.redeem_code c where c.batch_id = b.id and c.used_at is not null) as used`;

type AddBatch = [
  key: string,
  name: string,
  count: number,
  coins: number,
  bonus: number,
  tickets: number,
  passDays: number,
  priceFen: number,
  validDays: number,
  validFrom: Date,
  validUntil: Date,
  usesPerReader: number,
  at: Date,
  actor: string,
  approval: Approval,
];

const ADD_BATCH = statement<{ id: number }, AddBatch>(
  'rewards.add-redeem-batch',
  `insert into rewards.redeem_batch (key, name, code_count, coins, bonus, tickets, pass_days, price_fen, valid_days,
     valid_from, valid_until, uses_per_reader, created_at, created_by, approval)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) on conflict (key) do nothing returning id`,
);

/** Adds the codes with these hashes to a batch. */
export const addCodes = execute<[batchId: number, hashes: readonly Buffer[]], Tx>(
  'rewards.add-redeem-codes',
  'insert into rewards.redeem_code (batch_id, hash) select $1, unnest($2::bytea[])',
);

/** The batches from before an id on, the latest first. */
export const listBatches = allRows<CountedBatch, [before: number, count: number]>(
  'rewards.list-redeem-batches',
  `select ${COUNTED} from rewards.redeem_batch b where b.id < $1 order by b.id desc limit $2`,
);

export const findBatch = firstRow<CountedBatch, [id: number]>(
  'rewards.find-redeem-batch',
  `select ${COUNTED} from rewards.redeem_batch b where b.id = $1`,
);

/** Waits for the uses in flight. */
export const lockBatch = firstRow<Pick<Batch, 'stoppedAt'>, [id: number], Tx>(
  'rewards.lock-redeem-batch',
  'select stopped_at as "stoppedAt" from rewards.redeem_batch where id = $1 for update',
);

export const setStopped = execute<[id: number, at: Date, actor: string], Tx>(
  'rewards.stop-redeem-batch',
  'update rewards.redeem_batch set stopped_at = $2, stopped_by = $3 where id = $1',
);

/** The times in which codes can be used, of all batches that have codes and are not stopped. */
/** When the codes of a batch can be used. */
export type RedeemSpan = Pick<Batch, 'validFrom' | 'validUntil'> & { stopped: boolean };

export const listSpans = allRows<RedeemSpan, []>(
  'rewards.list-redeem-spans',
  `select distinct valid_from as "validFrom", valid_until as "validUntil", stopped_at is not null as stopped
   from rewards.redeem_batch where approval is null or approval = 'made'`,
);

export type CodeUse = { id: number; readerId: number | null; usedAt: Date };

/** The uses of a batch from before a use on, the latest first. */
export const listUses = allRows<CodeUse, [batchId: number, before: Date, beforeId: number, count: number]>(
  'rewards.list-redeem-uses',
  `select id, reader_id as "readerId", used_at as "usedAt" from rewards.redeem_code
   where batch_id = $1 and used_at is not null and (used_at, id) < ($2, $3) order by used_at desc, id desc limit $4`,
);

/** The code with this hash: its batch and its use. */
export const findCode = firstRow<{ batchId: number; readerId: number | null; usedAt: Date | null }, [hash: Buffer]>(
  'rewards.find-redeem-code',
  `select batch_id as "batchId", reader_id as "readerId", used_at as "usedAt" from rewards.redeem_code where hash = $1`,
);

/** Adds a batch; null if one was added with this key before. */
export async function addBatch(
  tx: Tx,
  key: string,
  terms: BatchTerms,
  { at, actor, approval }: { at: Date; actor: string; approval: Approval },
): Promise<number | null> {
  const { name, count, coins, bonus, tickets, passDays, priceFen, validDays, ...limits } = terms;
  const { validFrom, validUntil, usesPerReader } = limits;
  const grant = [coins, bonus, tickets, passDays, priceFen, validDays] as const;
  const values = [key, name, count, ...grant, validFrom, validUntil, usesPerReader, at, actor, approval] as const;
  return (await row(tx, ADD_BATCH, [...values]))?.id ?? null;
}

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
