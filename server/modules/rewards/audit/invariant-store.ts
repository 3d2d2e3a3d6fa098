import { invariantsOf } from '../../../core/db/invariants.ts';

/** The invariants, each as a query for the rows that break it. */
const QUERIES = {
  'streak-counts-its-days': `
    select format('reader %s, %s: streak %s, counted %s', reader_id, day, streak, counted) as what
    from (
      select reader_id, day, streak, row_number() over (partition by reader_id, island order by day) as counted
      from (select reader_id, day, streak, day - row_number() over (partition by reader_id order by day)::integer as island
            from rewards.attendance) i
    ) c where streak <> counted`,

  'day-is-signed-once': `
    select format('reader %s, %s: %s times', reader_id, day, count(*)) as what
    from rewards.attendance group by reader_id, day having count(*) > 1`,

  'week-is-repaired-once': `
    select format('reader %s, week of %s: %s repairs', reader_id, min(day), count(*)) as what
    from rewards.attendance where repair_cost is not null
    group by reader_id, date_trunc('week', day) having count(*) > 1`,

  'day-is-signed-in-time': `
    select format('reader %s, %s: signed at %s', reader_id, day, at) as what
    from rewards.attendance where case when repair_cost is null then (at at time zone 'Asia/Shanghai')::date <> day
      else (at at time zone 'Asia/Shanghai')::date <= day
        or date_trunc('week', at at time zone 'Asia/Shanghai') <> date_trunc('week', day::timestamp) end`,

  'gift-is-claimed-once': `
    select format('reader %s, campaign %s: %s claims', reader_id, campaign_id, count(*)) as what
    from rewards.gift_claim group by reader_id, campaign_id having count(*) > 1`,

  'gift-is-claimed-in-time': `
    select format('reader %s, campaign %s: claimed at %s of %s', reader_id, campaign_id, claimed_at, claimable_until) as what
    from rewards.gift_claim where claimed_at >= claimable_until or lasts_until <= claimed_at or amount <= 0`,

  'gift-is-its-credit': `
    select format('reader %s, campaign %s: %s %s, ledger %s', c.reader_id, c.campaign_id, c.amount, c.kind, t.amount) as what
    from rewards.gift_claim c
    left join wallet.transfer t on t.idem_key = format('gift:%s:%s', c.campaign_id, c.granted_to)
    where (t.kind, t.asset, t.amount) is distinct from ('gift', c.kind, c.amount::bigint)`,

  'day-is-its-credit': `
    select format('reader %s, %s: bonus %s, tickets %s; ledger %s, %s', a.reader_id, a.day, a.bonus, a.tickets,
      b.amount, t.amount) as what
    from rewards.attendance a
    left join wallet.transfer b on b.idem_key = format('sign:%s:%s', a.granted_to, a.day) and b.asset = 'bonus'
    left join wallet.transfer t on t.asset = 'ticket' and t.idem_key =
      format(case when a.bonus = 0 then 'sign:%s:%s' else 'sign:%s:%s:tickets' end, a.granted_to, a.day)
    where (coalesce(b.amount, 0), coalesce(t.amount, 0)) <> (a.bonus::bigint, a.tickets::bigint)`,

  'repair-is-paid': `
    select format('reader %s, %s: repair cost %s, ledger %s', a.reader_id, a.day, a.repair_cost, t.amount) as what
    from rewards.attendance a
    left join wallet.transfer t on t.kind = 'repair' and t.idem_key = format('repair:%s:%s', a.granted_to, a.day)
    where a.repair_cost::bigint is distinct from t.amount`,

  'code-is-its-credit': `
    select format('code %s: used at %s; ledger %s, %s, %s, %s days', c.id, c.used_at, t.coins, t.bonus, t.tickets, g.days) as what
    from rewards.redeem_code c join rewards.redeem_batch b on b.id = c.batch_id
    left join lateral (
      select sum(t.amount) filter (where t.asset = 'coin') as coins, sum(t.amount) filter (where t.asset = 'bonus') as bonus,
        sum(t.amount) filter (where t.asset = 'ticket') as tickets
      from wallet.transfer t where t.kind = 'redeem'
        and t.idem_key in ('redeem:' || c.id, 'redeem:' || c.id || ':bonus', 'redeem:' || c.id || ':tickets')
    ) t on c.used_at is not null
    left join membership.pass_grant g on g.key = 'redeem:' || c.id
    where c.used_at is not null and (coalesce(t.coins, 0), coalesce(t.bonus, 0), coalesce(t.tickets, 0), coalesce(g.days, 0),
      coalesce(g.price_fen, 0)) <> (b.coins, b.bonus, b.tickets, b.pass_days, case when b.pass_days > 0 then b.price_fen else 0 end)`,

  'credit-is-of-a-used-code': `
    select format('transfer %s: %s', t.id, t.idem_key) as what
    from wallet.transfer t left join rewards.redeem_code c on c.id = split_part(t.idem_key, ':', 2)::bigint
    where t.kind = 'redeem' and c.used_at is null
    union all
    select format('days %s', g.key) from membership.pass_grant g
    left join rewards.redeem_code c on g.key = 'redeem:' || c.id
    where g.source = 'code' and g.key like 'redeem:%' and c.used_at is null`,

  'code-is-used-in-time': `
    select format('code %s: used at %s', c.id, c.used_at) as what
    from rewards.redeem_code c join rewards.redeem_batch b on b.id = c.batch_id
    where c.used_at < b.valid_from or c.used_at >= b.valid_until or c.used_at > b.stopped_at`,

  'batch-has-its-codes': `
    select format('batch %s: %s codes of %s', b.id, count(c.id), b.code_count) as what
    from rewards.redeem_batch b left join rewards.redeem_code c on c.batch_id = b.id
    group by b.id, b.code_count, b.approval
    having count(c.id) <> case when b.approval in ('open', 'approved') then 0 else b.code_count end`,

  'reader-stays-within-the-batch': `
    select format('batch %s, reader %s: %s uses', c.batch_id, c.reader_id, count(*)) as what
    from rewards.redeem_code c join rewards.redeem_batch b on b.id = c.batch_id
    where c.reader_id is not null group by c.batch_id, c.reader_id, b.uses_per_reader
    having count(*) > b.uses_per_reader`,
} as const;

export type Invariant = keyof typeof QUERIES;

export const INVARIANTS = invariantsOf('rewards', QUERIES);
