import { allRows, allValues, type Tx } from '../../../core/db/db.ts';
import type { LedgerAsset } from './assets.ts';

/** A lot that a credit made. `expired`: the amount that expired unused. */
export type CreditedLot = { id: number; expired: number };

/** An amount that was taken back. `costFen`, `granted` and `expiresAt` are those of its lot. */
export type TakenPart = {
  lotId: number;
  asset: LedgerAsset;
  amount: number;
  costFen: number;
  granted: number;
  expiresAt: Date | null;
};

export const listCreditedLots = allRows<CreditedLot, [keys: string[]]>(
  'wallet.credited-lots',
  `select l.id, coalesce(sum(u.amount) filter (where e.kind = 'expire'), 0)::bigint as expired
   from wallet.transfer t join wallet.credit_lot l on l.transfer_id = t.id
     left join wallet.lot_use u on u.lot_id = l.id left join wallet.transfer e on e.id = u.transfer_id
   where t.idem_key = any($1) group by l.id`,
);

/** The transfers with these keys. */
export const listTaken = allRows<{ asset: LedgerAsset; amount: number }, [keys: string[]], Tx>(
  'wallet.taken-back',
  'select asset, amount from wallet.transfer where idem_key = any($1) order by id',
);

/** The amounts that these transfers took, lot by lot. */
export const listTakenParts = allRows<TakenPart, [keys: string[]], Tx>(
  'wallet.taken-parts',
  `select l.id as "lotId", l.asset, u.amount, l.cost_fen as "costFen", l.granted, l.expires_at as "expiresAt"
   from wallet.transfer t join wallet.lot_use u on u.transfer_id = t.id join wallet.credit_lot l on l.id = u.lot_id
   where t.idem_key = any($1) order by l.id`,
);

/** The lots of an adjustment at this time that still have a remaining amount. */
export const listAdjustedLots = allValues<{ id: number }, [readerId: number, at: Date]>(
  'wallet.adjusted-lots',
  `select l.id from wallet.wallet w join wallet.account a on a.wallet_id = w.id
     join wallet.credit_lot l on l.account_id = a.id and l.remaining > 0
     join wallet.transfer t on t.id = l.transfer_id and t.kind = 'adjust' and t.at = $2
   where w.reader_id = $1`,
);
