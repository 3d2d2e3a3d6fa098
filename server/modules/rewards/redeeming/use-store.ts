import { allRows, execute, firstRow, type Tx } from '../../../core/db/db.ts';
import { BATCH_COLUMNS, type Batch } from './batch-store.ts';

/** A code with its batch, and its use. */
export type Code = Batch & {
  codeId: number;
  batchId: number;
  readerId: number | null;
  key: string | null;
  usedAt: Date | null;
};

/** A code before a use. `uses`: how many codes of the batch the reader has used; `usedKey`: the key belongs to another code. */
export type TakenCode = Code & { uses: number; usedKey: boolean };

/**
 * Marks the code with this hash as used, unless it or the key was used before, and returns it as it was before. The transaction
 * must be rolled back if this reader is not allowed to use it. Locks the code, so that it is used once, and its batch, so that it
 * is not stopped at the same time. The reader must be locked.
 */
export const takeCode = firstRow<TakenCode, [hash: Buffer, readerId: number, key: string, at: Date], Tx>(
  'rewards.take-redeem-code',
  `with code as (
     select c.id as "codeId", b.id, c.batch_id as "batchId", c.reader_id as "readerId", c.key, c.used_at as "usedAt",
       ${BATCH_COLUMNS},
       (select count(*) from rewards.redeem_code u where u.reader_id = $2 and u.batch_id = c.batch_id) as uses,
       exists (select from rewards.redeem_code u where u.reader_id = $2 and u.key = $3 and u.id <> c.id) as "usedKey"
     from rewards.redeem_code c join rewards.redeem_batch b on b.id = c.batch_id
     where c.hash = $1 for no key update of c for share of b
   ), used as (
     update rewards.redeem_code set reader_id = $2, key = $3, used_at = $4
     where id = (select "codeId" from code where not "usedKey") and used_at is null
   )
   select * from code`,
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
