import { allRows } from '../../../core/db/db.ts';
import type { Balances, LedgerAsset } from '../ledger/assets.ts';
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

/** The changes of one event in a wallet; negative amounts left it. */
export type EventRow = Balances & {
  id: number;
  at: Date;
  kind: TransferKind;
  title: string | null;
  /** The number of bought chapters, their comic, and the first of them. */
  chapters: number;
  comicId: number | null;
  chapterId: number | null;
  /** The current balances of the wallet, after all its events. */
  held: Balances;
};

/**
 * Up to `count` events of a reader's wallet before an event, latest first. Reads only the latest events, by the index
 * of each account and side, regardless of the length of the history.
 */
export const listEvents = allRows<EventRow, [readerId: number, before: number, count: number]>(
  'wallet.history-page',
  `with account as materialized (
     select a.id, a.asset, a.balance from wallet.wallet w join wallet.account a on a.wallet_id = w.id where w.reader_id = $1
   ), event as materialized (
     select distinct e.event_id from account a cross join lateral (
       (select distinct event_id from wallet.transfer where debit_id = a.id and event_id < $2
        order by event_id desc limit $3)
       union all
       (select distinct event_id from wallet.transfer where credit_id = a.id and event_id < $2
        order by event_id desc limit $3)
     ) e order by e.event_id desc limit $3
   ), side as (
     select t.event_id, t.asset, t.amount, t.id from event join account a on true
       join wallet.transfer t on t.credit_id = a.id and t.event_id = event.event_id
     union all
     select t.event_id, t.asset, -t.amount, t.id from event join account a on true
       join wallet.transfer t on t.debit_id = a.id and t.event_id = event.event_id
   )
   select s.event_id as id, min(t.at) as at, coalesce(min(t.kind) filter (where t.kind <> 'repay'), 'repay') as kind, min(t.title) as title,
     (coalesce(sum(s.amount) filter (where s.asset = 'coin'), 0)
       - coalesce(sum(s.amount) filter (where s.asset = 'debt'), 0))::bigint as coins,
     coalesce(sum(s.amount) filter (where s.asset = 'bonus'), 0)::bigint as bonus,
     coalesce(sum(s.amount) filter (where s.asset = 'ticket'), 0)::bigint as tickets,
     count(distinct p.id) as chapters, min(p.comic_id) as "comicId",
     (array_agg(p.chapter_id order by p.id) filter (where p.id is not null))[1] as "chapterId",
     (select jsonb_build_object('coins', sum(case asset when 'coin' then balance when 'debt' then -balance end), 'bonus', sum(balance) filter (where asset = 'bonus'),
        'tickets', sum(balance) filter (where asset = 'ticket')) from account) as held
   from side s join wallet.transfer t on t.id = s.id left join wallet.purchase p on p.id = t.purchase_id
   group by s.event_id order by s.event_id desc`,
);
