import { type Db, row, rows, statement } from '../../../core/db/db.ts';

const SET = statement<never, [orderId: number, digest: Buffer, until: Date]>(
  'shop.begin-visit',
  'update shop.topup_order set visit = $2, visit_until = $3 where id = $1',
);

const TAKE = statement<{ id: number }, [orderId: number, digest: Buffer, now: Date]>(
  'shop.end-visit',
  `update shop.topup_order set visit = null, visit_until = null
   where id = $1 and visit = $2 and visit_until > $3 returning id`,
);

/** Stores the digest of a payer state in the columns `visit` and `visit_until`. It replaces an earlier one. */
export async function setPayerState(db: Db, orderId: number, digest: Buffer, until: Date): Promise<void> {
  await rows(db, SET, [orderId, digest, until]);
}

/** Whether the payer state is stored and not expired. Each can be taken once. */
export async function takePayerState(db: Db, orderId: number, digest: Buffer, now: Date): Promise<boolean> {
  return (await row(db, TAKE, [orderId, digest, now])) !== null;
}
