import { rows, statement, type Tx } from '../../../core/db/db.ts';
import { invariantsOf, MOST_SHOWN, type Violation } from '../../../core/db/invariants.ts';

/** The tables to check: the tables themselves, or the parts of them that RECENT selects under the same names. */
type TablePrefix = 'wallet.' | 'recent_';

/** The balance of every account, computed from its transfers. */
const moved = (at: TablePrefix) => `(
  select id, sum(amount)::bigint as balance from (
    select credit_id as id, amount from ${at}transfer union all select debit_id, -amount from ${at}transfer
  ) s group by id)`;

/** The invariants, each as a query for the rows that break it. */
const queriesOn = (at: TablePrefix) => ({
  'balance-is-its-transfers': `
    select format('account %s: stored %s, transfers %s', a.id, a.balance, coalesce(m.balance, 0)) as what
    from ${at}account a left join ${moved(at)} m using (id)
    where a.wallet_id is not null and a.balance <> coalesce(m.balance, 0)`,

  'no-negative-balance': `
    select format('account %s: %s', id, balance) as what from ${at}account where balance < 0`,

  'balance-is-its-lots': `
    select format('account %s: stored %s, lots %s', a.id, a.balance, coalesce(l.remaining, 0)) as what
    from ${at}account a
    left join (select account_id, sum(remaining) as remaining from ${at}credit_lot group by account_id) l on l.account_id = a.id
    where a.wallet_id is not null and a.balance <> coalesce(l.remaining, 0)`,

  'lot-is-its-uses': `
    select format('lot %s: granted %s, remaining %s, used %s', l.id, l.granted, l.remaining, coalesce(u.used, 0)) as what
    from ${at}credit_lot l
    left join (select lot_id, sum(amount) as used from ${at}lot_use group by lot_id) u on u.lot_id = l.id
    where l.granted - l.remaining <> coalesce(u.used, 0) or l.remaining < 0`,

  'lot-is-its-transfer': `
    select format('transfer %s to account %s: lots %s', t.id, t.credit_id, count(l.id)) as what
    from ${at}transfer t join ${at}account a on a.id = t.credit_id and a.wallet_id is not null
    left join ${at}credit_lot l on l.transfer_id = t.id
    group by t.id, t.credit_id
    having count(l.id) <> 1
      or bool_or(l.granted <> t.amount or l.account_id <> t.credit_id or l.asset <> t.asset)`,

  'transfer-is-its-uses': `
    select format('transfer %s from account %s: %s, taken from lots %s', t.id, t.debit_id, t.amount, sum(u.amount)) as what
    from ${at}transfer t join ${at}account a on a.id = t.debit_id
    left join ${at}lot_use u on u.transfer_id = t.id left join ${at}credit_lot l on l.id = u.lot_id
    group by t.id, t.debit_id, t.amount, a.wallet_id
    having coalesce(sum(u.amount), 0) <> case when a.wallet_id is null then 0 else t.amount end
      or bool_or(l.account_id <> t.debit_id)`,

  'purchase-is-its-transfers': `
    select format('purchase %s: coins %s, bonus %s, tickets %s; transfers %s, %s, %s', p.id, p.coins, p.bonus, p.tickets,
      coalesce(t.coins, 0), coalesce(t.bonus, 0), coalesce(t.tickets, 0)) as what
    from ${at}purchase p left join (
      select purchase_id, sum(amount) filter (where asset = 'coin') as coins, sum(amount) filter (where asset = 'bonus') as bonus,
        sum(amount) filter (where asset = 'ticket') as tickets
      from ${at}transfer where purchase_id is not null group by purchase_id
    ) t on t.purchase_id = p.id
    where (p.coins, p.bonus, p.tickets) is distinct from
      (coalesce(t.coins, 0), coalesce(t.bonus, 0), coalesce(t.tickets, 0))`,

  'purchase-is-paid-in-full': `
    select format('purchase %s: cost %s, coins %s, bonus %s, tickets %s', id, cost_coins, coins, bonus, tickets) as what
    from ${at}purchase
    where not (cost_coins > 0 and price_coins >= cost_coins and coins >= 0 and bonus >= 0
      and case tickets when 0 then coins + bonus = cost_coins when 1 then coins + bonus = 0 else false end)`,

  'chapter-is-bought-once': `
    select format('wallet %s, chapter %s: %s purchases', wallet_id, chapter_id, count(*)) as what
    from ${at}purchase group by wallet_id, chapter_id having count(*) > 1`,

  'transfer-happens-once': `
    select format('key %s: %s transfers', idem_key, count(*)) as what
    from ${at}transfer group by idem_key having count(*) > 1`,

  'amount-is-positive': `
    select format('transfer %s: %s', id, amount) as what from ${at}transfer where amount <= 0
    union all select format('lot %s used by transfer %s: %s', lot_id, transfer_id, amount) from ${at}lot_use where amount <= 0`,

  'no-asset-becomes-another': `
    select format('transfer %s: %s from %s to %s', t.id, t.asset, d.asset, c.asset) as what
    from ${at}transfer t left join wallet.account d on d.id = t.debit_id left join wallet.account c on c.id = t.credit_id
    where coalesce(d.asset <> t.asset, true) or coalesce(c.asset <> t.asset, true)`,

  'transfer-has-its-sides': `
    select format('transfer %s: %s from %s to %s', t.id, t.kind, coalesce(d.code, 'wallet'), coalesce(c.code, 'wallet')) as what
    from ${at}transfer t join wallet.account d on d.id = t.debit_id join wallet.account c on c.id = t.credit_id
    where not coalesce(case t.kind
      when 'topup' then d.code = case t.asset when 'coin' then 'sys:topup' else 'sys:gift_pool' end and c.wallet_id is not null
      when 'redeem' then d.code = case t.asset when 'coin' then 'sys:sold_elsewhere' else 'sys:gift_pool' end
        and c.wallet_id is not null
      when 'gift' then d.code = 'sys:gift_pool' and c.wallet_id is not null
      when 'sign' then d.code = 'sys:gift_pool' and c.wallet_id is not null
      when 'repair' then d.wallet_id is not null and c.code = 'sys:revenue_bonus'
      when 'purchase' then d.wallet_id is not null and c.code like 'sys:revenue_%'
      when 'expire' then d.wallet_id is not null and c.code = 'sys:expired'
      when 'forfeit' then d.wallet_id is not null and c.code = 'sys:expired'
      when 'merge' then d.wallet_id is not null and c.wallet_id is not null
      when 'refund' then case when t.asset = 'debt'
        then d.code = 'sys:refund_hold' and c.wallet_id is not null or d.code = 'sys:refunded' and c.code = 'sys:refund_hold'
        else d.wallet_id is not null and c.code = 'sys:refund_hold' or d.code = 'sys:refund_hold' and c.code = 'sys:refunded' end
      when 'restore' then case when t.asset = 'debt'
        then (d.wallet_id is not null or d.code = 'sys:refunded') and c.code = 'sys:refund_hold'
        else (d.code = 'sys:refund_hold' or d.code = 'sys:refunded' and t.asset = 'coin') and c.wallet_id is not null end
      when 'repay' then d.wallet_id is not null and c.code = 'sys:refunded' and t.asset in ('coin', 'debt')
      when 'adjust' then coalesce(d.code, c.code) = 'sys:adjustment' and num_nulls(d.code, c.code) = 1
      else false end, false)`,

  'event-is-of-one-kind': `
    select format('event %s: %s', event_id, string_agg(distinct kind, ', ')) as what
    from ${at}transfer where kind <> 'repay' group by event_id having count(distinct kind) > 1`,

  'no-coins-beside-a-debt': `
    select format('wallet %s: %s coins, owes %s', c.wallet_id, c.balance, d.balance) as what
    from ${at}account c join ${at}account d on d.wallet_id = c.wallet_id and d.asset = 'debt'
    where c.asset = 'coin' and c.balance > 0 and d.balance > 0`,

  'debt-is-paid-in-coins': `
    select format('event %s: %s coins for a debt of %s', event_id, sum(amount) filter (where asset = 'coin'),
      sum(amount) filter (where asset = 'debt')) as what
    from ${at}transfer where kind = 'repay' group by event_id
    having sum(amount) filter (where asset = 'coin') is distinct from sum(amount) filter (where asset = 'debt')`,

  'adjustment-is-explained': `
    select format('transfer %s', id) as what from ${at}transfer
    where kind = 'adjust' and (coalesce(actor, '') = '' or coalesce(reason, '') = '')`,

  'only-coins-stay': `
    select format('lot %s: %s, expires at %s', id, asset, expires_at) as what
    from ${at}credit_lot where (asset in ('coin', 'debt')) <> (expires_at is null)`,

  'nothing-is-used-after-its-expiry': `
    select format('lot %s, expired at %s: %s at %s', l.id, l.expires_at, t.kind, t.at) as what
    from ${at}lot_use u join ${at}credit_lot l on l.id = u.lot_id join ${at}transfer t on t.id = u.transfer_id
    where case when t.kind = 'expire' then t.at < l.expires_at else t.at >= l.expires_at end`,

  'merges-stay-within-limits': `
    select format('account %s: %s %s by merges', t.credit_id, sum(t.amount), t.asset) as what
    from ${at}transfer t where t.kind = 'merge' group by t.credit_id, t.asset
    having sum(t.amount) > case t.asset when 'bonus' then 20 when 'ticket' then 1 end`,

  'everything-sums-to-nothing': `
    select format('%s: %s', asset, sum(balance)) as what
    from (
      select a.asset, coalesce(a.balance, m.balance, 0) as balance from ${at}account a left join ${moved(at)} m using (id)
    ) s group by asset having sum(balance) <> 0`,

  'no-answer-without-its-effect': `
    select format('wallet %s, key %s: chapter %s', i.wallet_id, i.key, chapter) as what
    from ${at}idempotency i join wallet.wallet w on w.id = i.wallet_id
      cross join lateral jsonb_array_elements(i.answer -> 'chapterIds') chapter
    where w.reader_id is not null
      and not exists (select from ${at}purchase p where p.wallet_id = i.wallet_id and p.chapter_id = chapter::bigint)`,
});

export type Invariant = keyof ReturnType<typeof queriesOn>;

export const INVARIANTS = invariantsOf('wallet', queriesOn('wallet.'));

/**
 * The wallets with transfers since a moment, with all their rows. Rows are found by arrays of ids instead of joins: the planner
 * can't estimate how many rows a wallet has, but with an array it always uses the index. Used up lots are found by their
 * transfers.
 */
const RECENT = `
  recent_wallet as materialized (
    select distinct wallet_id as id from wallet.account
    where wallet_id is not null and id = any(array(
      select debit_id from wallet.transfer where at >= $1 union select credit_id from wallet.transfer where at >= $1))
  ), recent_account as materialized (
    select * from wallet.account where wallet_id = any(array(select id from recent_wallet))
  ), recent_purchase as materialized (
    select * from wallet.purchase where wallet_id = any(array(select id from recent_wallet))
  ), recent_transfer as materialized (
    select * from wallet.transfer where debit_id = any(array(select id from recent_account))
      or credit_id = any(array(select id from recent_account)) or purchase_id = any(array(select id from recent_purchase))
  ), recent_credit_lot as materialized (
    select * from wallet.credit_lot where transfer_id = any(array(select id from recent_transfer))
      or remaining > 0 and account_id = any(array(select id from recent_account))
  ), recent_lot_use as materialized (
    select * from wallet.lot_use where lot_id = any(array(select id from recent_credit_lot))
      or transfer_id = any(array(select id from recent_transfer))
  ), recent_idempotency as materialized (
    select * from wallet.idempotency where wallet_id = any(array(select id from recent_wallet))
  )`;

/** The invariants of a single wallet. */
const { 'everything-sums-to-nothing': _ofAll, ...OF_RECENT } = queriesOn('recent_');
const RECENT_VIOLATIONS = statement<Violation & { name: Invariant }, [since: Date]>(
  'wallet.recent-violations',
  `with ${RECENT} ${Object.entries(OF_RECENT)
    .map(([name, query]) => `(select '${name}' as name, what from (${query}) broken limit ${MOST_SHOWN})`)
    .join(' union all ')}`,
);

/** The selected parts have no statistics and no index: a nested loop would read a whole part for each row. */
const HASH_JOINS = statement<never, []>('wallet.hash-joins', 'set local enable_nestloop = off');

/** The first violations of each broken invariant among the wallets with transfers since a moment. */
export async function listRecentViolations(tx: Tx, since: Date): Promise<Map<Invariant, string[]>> {
  await rows(tx, HASH_JOINS);
  const found = new Map<Invariant, string[]>();
  for (const { name, what } of await rows(tx, RECENT_VIOLATIONS, [since]))
    found.set(name, [...(found.get(name) ?? []), what]);
  return found;
}
