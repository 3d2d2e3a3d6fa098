import { allRows } from '../../../core/db/db.ts';
import type { LedgerAsset } from '../ledger/assets.ts';
import type { TransferKind } from '../ledger/store.ts';

/** A transfer of a wallet. `balance`: the amount of the asset after it. */
export type WalletHistoryRow = {
  id: number;
  at: Date;
  kind: TransferKind;
  asset: LedgerAsset;
  /** Negative if it left the wallet. */
  amount: number;
  balance: number;
  comicId: number | null;
  chapterId: number | null;
  actor: string | null;
  reason: string | null;
};

/** All transfers of a reader's wallet, oldest first. */
export const listWalletHistory = allRows<WalletHistoryRow, [readerId: number]>(
  'wallet.history',
  `select t.id, t.at, t.kind, t.asset, t.amount,
     sum(t.amount) over (partition by t.asset order by t.id)::bigint as balance,
     p.comic_id as "comicId", p.chapter_id as "chapterId", t.actor, t.reason
   from wallet.wallet w join wallet.account a on a.wallet_id = w.id cross join lateral (
     select id, at, kind, asset, amount, purchase_id, actor, reason from wallet.transfer where credit_id = a.id
     union all select id, at, kind, asset, -amount, purchase_id, actor, reason from wallet.transfer where debit_id = a.id
   ) t left join wallet.purchase p on p.id = t.purchase_id
   where w.reader_id = $1 order by t.id`,
);
