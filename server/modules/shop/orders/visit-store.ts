import { type Db, row, rows, statement } from '../../../core/db.ts';

const BEGIN = statement<unknown, [orderId: number, digest: Buffer, until: Date]>(
  'shop.begin-visit',
  'update shop.topup_order set visit = $2, visit_until = $3 where id = $1',
);

const END = statement<{ id: number }, [orderId: number, digest: Buffer, now: Date]>(
  'shop.end-visit',
  `update shop.topup_order set visit = null, visit_until = null
   where id = $1 and visit = $2 and visit_until > $3 returning id`,
);

/** The latest visit is the one that counts. */
export async function beginVisit(db: Db, orderId: number, digest: Buffer, until: Date): Promise<void> {
  await rows(db, BEGIN, [orderId, digest, until]);
}

/** Whether a visit had begun and is not over; it can end only once. */
export async function endVisit(db: Db, orderId: number, digest: Buffer, now: Date): Promise<boolean> {
  return (await row(db, END, [orderId, digest, now])) !== null;
}
