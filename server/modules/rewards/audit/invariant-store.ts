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
} as const;

export type Invariant = keyof typeof QUERIES;

export const INVARIANTS = invariantsOf('rewards', QUERIES);
