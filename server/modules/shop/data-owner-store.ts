import { allRows, execute, type Tx } from '../../core/db/db.ts';

/** Drops the keys: no call repeats them, because the sessions of the merged reader have ended. */
export const moveOrders = execute<[fromReaderId: number, toReaderId: number], Tx>(
  'shop.move-orders',
  'update shop.topup_order set reader_id = $2, key = null where reader_id = $1',
);

export const anonymise = execute<[readerId: number], Tx>(
  'shop.drop-name',
  `update shop.topup_order set reader_id = null, key = null, back = '/' where reader_id = $1`,
);

export const exportOrders = allRows<Record<string, unknown>, [readerId: number], Tx>(
  'shop.export-orders',
  `select no, package_id as "packageId", title, cash_fen as "cashFen", amount, currency, coins, pass_days as "passDays", bonus, first_bonus as "firstBonus",
     granted_bonus as "grantedBonus", channel, scene, back, state, created_at as "createdAt", expires_at as "expiresAt",
     paid_at as "paidAt", granted_at as "grantedAt", closed_at as "closedAt",
     (select coalesce(jsonb_agg(jsonb_build_object('no', r.no, 'amount', r.amount, 'state', r.state, 'at', r.created_at)
        order by r.id), '[]')
      from shop.payment p join shop.refund r on r.payment_id = p.id where p.order_id = o.id) as refunds
   from shop.topup_order o where reader_id = $1 order by id`,
);
