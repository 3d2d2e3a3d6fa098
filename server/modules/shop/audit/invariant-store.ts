import { invariantsOf } from '../../../core/db/invariants.ts';

/** The invariants, each as a query for the rows that break it. They read the ledger and never write it. */
const QUERIES = {
  'order-has-one-payment': `
    select format('order %s, %s: %s credited, %s held', o.no, o.state, coalesce(p.credited, 0), coalesce(p.held, 0)) as what
    from shop.topup_order o left join (
      select order_id, count(*) filter (where state = 'credited') as credited, count(*) filter (where state = 'held') as held
      from shop.payment group by order_id
    ) p on p.order_id = o.id
    where coalesce(p.credited, 0) <> (o.granted_at is not null)::int
      or coalesce(p.held, 0) > (o.state = 'paid')::int or coalesce(p.credited, 0) + coalesce(p.held, 0) > 1`,

  'paid-order-has-money': `
    select format('order %s, %s: no payment', no, state) as what from shop.topup_order o
    where state in ('paid', 'granted', 'refunded') and not exists (select from shop.payment p where p.order_id = o.id)
    union all
    select format('order %s, %s: a payment', no, state) from shop.topup_order o
    where state in ('created', 'closed') and exists (select from shop.payment p where p.order_id = o.id)`,

  'payment-is-the-price': `
    select format('payment %s of order %s: %s %s, not %s %s', p.id, o.no, p.amount, p.currency, o.amount, o.currency) as what
    from shop.payment p join shop.topup_order o on o.id = p.order_id
    where p.amount <> o.amount or p.currency <> o.currency or p.channel <> o.channel`,

  'payment-happens-once': `
    select format('channel %s, transaction %s: %s payments', channel, transaction_id, count(*)) as what
    from shop.payment group by channel, transaction_id having count(*) > 1`,

  'order-number-is-unique': `
    select format('order %s: %s rows', no, count(*)) as what from shop.topup_order group by no having count(*) > 1`,

  'order-is-granted-once': `
    select format('order %s: %s coins for %s fen, and %s bonus; the ledger has %s for %s, and %s', o.no, o.coins, o.cash_fen,
      o.granted_bonus, coalesce(t.coins, 0), coalesce(t.cost, 0), coalesce(t.bonus, 0)) as what
    from shop.topup_order o left join (
      select split_part(t.idem_key, ':', 2) as no, sum(t.amount) filter (where t.asset = 'coin') as coins,
        sum(l.cost_fen) as cost, sum(t.amount) filter (where t.asset = 'bonus') as bonus
      from wallet.transfer t left join wallet.credit_lot l on l.transfer_id = t.id
      where t.kind = 'topup' and t.idem_key like 'topup:%' group by 1
    ) t on t.no = o.no
    where (coalesce(t.coins, 0), coalesce(t.cost, 0), coalesce(t.bonus, 0)) is distinct from
      case when o.granted_at is null or o.pass_days > 0 then (0::numeric, 0::numeric, 0::numeric)
        else (o.coins::numeric, o.cash_fen::numeric, o.granted_bonus::numeric) end`,

  'pass-order-is-granted-once': `
    select format('order %s: %s days for %s fen; granted are %s for %s', o.no, o.pass_days, o.cash_fen,
      coalesce(g.days, 0), coalesce(g.price_fen, 0)) as what
    from shop.topup_order o left join membership.pass_grant g on g.key = 'order:' || o.no
    where (coalesce(g.days, 0), coalesce(g.price_fen, 0)) is distinct from
      case when o.granted_at is null or o.pass_days = 0 then (0, 0::bigint) else (o.pass_days, o.cash_fen) end`,

  'grant-has-its-order': `
    select format('transfer %s', t.idem_key) as what from wallet.transfer t
    where t.kind = 'topup' and t.idem_key like 'topup:%'
      and not exists (select from shop.topup_order o where o.no = split_part(t.idem_key, ':', 2))
    union all
    select format('days %s', g.key) from membership.pass_grant g
    where g.source = 'order' and not exists (select from shop.topup_order o where 'order:' || o.no = g.key)`,

  'refund-takes-its-days': `
    select format('refund %s, %s: %s days; taken are %s, given back %s', coalesce(r.no, t.no), r.state, r.pass_days, t.days,
      b.days) as what
    from (select * from shop.refund where pass_days > 0) r full join (
      select substring(key from 8) as no, sum(days) as days from membership.pass_taking where key like 'refund:%' group by 1
    ) t on t.no = r.no
    left join membership.pass_grant b on b.key = 'refund:' || r.no || ':back'
    where r.pass_days::bigint is distinct from t.days
      or (b.key is not null) <> (r.state = 'failed' or (r.state = 'done' and not r.takes_back))
      or b.days <> r.pass_days`,

  'granted-bonus-is-promised': `
    select format('order %s: %s granted, %s and %s promised', no, granted_bonus, bonus, first_bonus) as what
    from shop.topup_order where granted_bonus not in (bonus, bonus + first_bonus)`,

  'first-bonus-is-for-the-first': `
    select format('reader %s: %s first top-ups', reader_id, count(*)) as what
    from shop.topup_order where granted_bonus > bonus and reader_id is not null group by reader_id having count(*) > 1`,

  'surplus-is-given-back': `
    select format('payment %s of order %s', p.id, p.order_id) as what from shop.payment p
    where p.state = 'surplus' and not exists (select from shop.refund r where r.payment_id = p.id)`,

  'refunds-stay-within-payment': `
    select format('payment %s: %s refunded of %s, counted %s', p.id, sum(r.amount), p.amount, p.refunded) as what
    from shop.payment p left join shop.refund r on r.payment_id = p.id and r.state <> 'failed'
    group by p.id having coalesce(sum(r.amount), 0) > p.amount or coalesce(sum(r.amount), 0) <> p.refunded`,

  'refunds-stay-within-grant': `
    select format('order %s: %s, %s and %s days taken back of %s, %s and %s days, counted %s and %s', o.no, coalesce(r.coins, 0),
      coalesce(r.bonus, 0), coalesce(r.days, 0), o.coins, o.granted_bonus, o.pass_days, o.coins_back, o.bonus_back) as what
    from shop.topup_order o left join (
      select p.order_id, sum(r.coins) as coins, sum(r.bonus) as bonus, sum(r.cash_fen) as cash_fen,
        sum(r.pass_days) as days
      from shop.refund r join shop.payment p on p.id = r.payment_id
      where r.takes_back and r.state <> 'failed' group by p.order_id
    ) r on r.order_id = o.id
    where (coalesce(r.coins, 0), coalesce(r.bonus, 0)) <> (o.coins_back::numeric, o.bonus_back::numeric)
      or coalesce(r.coins, 0) > o.coins or coalesce(r.days, 0) > o.pass_days or coalesce(r.cash_fen, 0) > o.cash_fen or coalesce(r.bonus, 0) > coalesce(o.granted_bonus, 0)`,

  'refund-is-in-the-ledger': `
    select format('refund %s: took %s coins, %s bonus, %s owed; the ledger has %s, %s, %s', coalesce(r.no, t.no), r.taken_coins,
      r.taken_bonus, r.debt, t.coins, t.bonus, t.debt) as what
    from shop.refund r full join (
      select split_part(idem_key, ':', 2) as no, sum(amount) filter (where asset = 'coin') as coins,
        sum(amount) filter (where asset = 'bonus') as bonus, sum(amount) filter (where asset = 'debt') as debt
      from wallet.transfer where kind = 'refund' and idem_key like 'refund:%:hold:%' group by 1
    ) t on t.no = r.no
    where r.no is null or (r.taken_coins::numeric, r.taken_bonus::numeric, r.debt::numeric) <>
      (coalesce(t.coins, 0), coalesce(t.bonus, 0), coalesce(t.debt, 0))`,

  'held-is-what-is-pending': `
    select format('refund %s, %s: %s %s held', r.no, r.state, h.asset, h.amount) as what
    from (
      select split_part(t.idem_key, ':', 2) as no, t.asset,
        sum(case a.id when t.credit_id then t.amount else -t.amount end) as amount
      from wallet.transfer t join wallet.account a on a.code = 'sys:refund_hold' and a.id in (t.debit_id, t.credit_id) group by 1, 2
    ) h left join shop.refund r on r.no = h.no
    where h.amount <> case when r.state = 'pending'
      then case h.asset when 'coin' then r.taken_coins when 'bonus' then r.taken_bonus else -r.debt end else 0 end`,

  'order-is-refunded-whole': `
    select format('order %s, %s: %s of %s given back', o.no, o.state, coalesce(r.amount, 0), o.amount) as what
    from shop.topup_order o left join (
      select p.order_id, sum(r.amount) as amount from shop.refund r join shop.payment p on p.id = r.payment_id
      where p.state = 'credited' and r.state = 'done' group by p.order_id
    ) r on r.order_id = o.id
    where o.granted_at is not null and (o.state = 'refunded') <> (coalesce(r.amount, 0) = o.amount)`,

  'order-in-its-state': `
    select format('order %s: %s, paid at %s, granted at %s', no, state, paid_at, granted_at) as what from shop.topup_order
    where (state in ('paid', 'granted', 'refunded') and paid_at is null) or (state = 'granted') <> (granted_at is not null and state <> 'refunded')`,
} as const;

export type Invariant = keyof typeof QUERIES;

export const INVARIANTS = invariantsOf('shop', QUERIES);
