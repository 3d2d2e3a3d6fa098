import { allRows, execute, firstRow, type Tx } from '../../../core/db/db.ts';
import { BATCH_COLUMNS, type Batch } from './batch-store.ts';

/** A code with its batch. */
export type Code = Batch & { codeId: number; batchId: number; readerId: number | null; usedAt: Date | null };

const CODE = `c.id as "codeId", b.id, c.batch_id as "batchId", c.reader_id as "readerId", c.used_at as "usedAt",
  ${BATCH_COLUMNS} from rewards.redeem_code c join rewards.redeem_batch b on b.id = c.batch_id`;

/**
 * Locks the code with this hash, so that it is used once, and its batch, so that it is not stopped at the same time. `uses`:
 * how many codes of the batch the reader has used. The reader must be locked.
 */
export const lockCode = firstRow<Code & { uses: number }, [hash: Buffer, readerId: number], Tx>(
  'rewards.lock-redeem-code',
  `select (select count(*) from rewards.redeem_code u where u.reader_id = $2 and u.batch_id = c.batch_id) as uses, ${CODE}
   where c.hash = $1 for no key update of c for share of b`,
);

/** The code that a call with this key has used. The reader must be locked. */
export const findUse = firstRow<Code & { hash: Buffer }, [readerId: number, key: string], Tx>(
  'rewards.find-redeem-use',
  `select c.hash, ${CODE} where c.reader_id = $1 and c.key = $2`,
);

export const setUsed = execute<[codeId: number, readerId: number, key: string, at: Date], Tx>(
  'rewards.use-redeem-code',
  'update rewards.redeem_code set reader_id = $2, key = $3, used_at = $4 where id = $1 and used_at is null',
);

export const moveUses = execute<[fromReaderId: number, toReaderId: number], Tx>(
  'rewards.move-redeem-uses',
  'update rewards.redeem_code set reader_id = $2 where reader_id = $1',
);

/** Removes the reader from the records, which stay. */
export const dropUser = execute<[readerId: number], Tx>(
  'rewards.drop-redeem-user',
  'update rewards.redeem_code set reader_id = null where reader_id = $1',
);

/** The amounts granted by the codes that a reader has used, the latest first. */
export const exportUses = allRows<
  Pick<Batch, 'coins' | 'bonus' | 'tickets' | 'priceFen' | 'validDays'> & { usedAt: Date | null },
  [readerId: number]
>(
  'rewards.export-redeem-uses',
  `select b.coins, b.bonus, b.tickets, b.price_fen as "priceFen", b.valid_days as "validDays", c.used_at as "usedAt"
   from rewards.redeem_code c join rewards.redeem_batch b on b.id = c.batch_id
   where c.reader_id = $1 order by c.used_at desc, c.id desc`,
);
