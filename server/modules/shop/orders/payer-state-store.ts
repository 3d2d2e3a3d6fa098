import { execute, hasRow } from '../../../core/db/db.ts';

/** Stores the digest of a payer state in the columns `visit` and `visit_until`. It replaces an earlier one. */
export const setPayerState = execute<[orderId: number, digest: Buffer, until: Date]>(
  'shop.begin-visit',
  'update shop.topup_order set visit = $2, visit_until = $3 where id = $1',
);

/** Whether the payer state is stored and not expired. Each can be taken once. */
export const takePayerState = hasRow<{ id: number }, [orderId: number, digest: Buffer, now: Date]>(
  'shop.end-visit',
  `update shop.topup_order set visit = null, visit_until = null
   where id = $1 and visit = $2 and visit_until > $3 returning id`,
);
