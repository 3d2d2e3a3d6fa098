import { invariantsOf } from '../../../core/invariants.ts';

/** What must always hold, each as a query for what breaks it. The ledger is read here, never written. */
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
    select format('payment %s of order %s: %s %s, not %s %s', p.id, o.no, p.cash_fen, p.currency, o.cash_fen, o.currency) as what
    from shop.payment p join shop.topup_order o on o.id = p.order_id
    where p.cash_fen <> o.cash_fen or p.currency <> o.currency or p.channel <> o.channel`,

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
      case when o.granted_at is null then (0::numeric, 0::numeric, 0::numeric)
        else (o.coins::numeric, o.cash_fen::numeric, o.granted_bonus::numeric) end`,

  'grant-has-its-order': `
    select format('transfer %s', t.idem_key) as what from wallet.transfer t
    where t.kind = 'topup' and t.idem_key like 'topup:%'
      and not exists (select from shop.topup_order o where o.no = split_part(t.idem_key, ':', 2))`,

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
    select format('payment %s: %s refunded of %s', p.id, sum(r.cash_fen), p.cash_fen) as what
    from shop.payment p join shop.refund r on r.payment_id = p.id where r.state <> 'failed'
    group by p.id having sum(r.cash_fen) > p.cash_fen`,

  'order-in-its-state': `
    select format('order %s: %s, paid at %s, granted at %s', no, state, paid_at, granted_at) as what from shop.topup_order
    where (state in ('paid', 'granted', 'refunded') and paid_at is null) or (state = 'granted') <> (granted_at is not null and state <> 'refunded')`,
} as const;

/** The name of something that must always hold. */
export type Invariant = keyof typeof QUERIES;

export const INVARIANTS = invariantsOf('shop', QUERIES);
