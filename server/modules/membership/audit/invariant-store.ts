import { invariantsOf } from '../../../core/db/invariants.ts';

/** The invariants of 月卡, each as a query for the rows that break it. */
const QUERIES = {
  'pass-days-do-not-overlap': `
    select format('grant %s of reader %s starts on %s, before the one before it ends on %s', id, reader_id, starts_on, ends) as what
    from (
      select id, reader_id, starts_on, max(starts_on + days - taken_days) over (
        partition by reader_id order by starts_on, id rows between unbounded preceding and 1 preceding) as ends
      from membership.pass_grant where taken_days < days and reader_id is not null
    ) g where starts_on < ends`,

  'pass-takings-are-counted': `
    select format('grant %s: %s days taken for %s fen, not %s for %s', g.id, coalesce(t.days, 0), coalesce(t.price, 0), g.taken_days,
      g.price_fen - g.price_fen * (g.days - g.taken_days) / g.days) as what
    from membership.pass_grant g left join (
      select grant_id, sum(days) as days, sum(price_fen) as price from membership.pass_taking group by 1
    ) t on t.grant_id = g.id
    where (coalesce(t.days, 0), coalesce(t.price, 0)) is distinct from
      (g.taken_days::bigint, (g.price_fen - g.price_fen * (g.days - g.taken_days) / g.days)::numeric)`,

  'pass-is-granted-once': `
    select format('key %s: %s grants', key, count(*)) as what from membership.pass_grant group by key having count(*) > 1
    union all
    select format('key %s: %s takings of grant %s', key, count(*), grant_id) from membership.pass_taking
      group by key, grant_id having count(*) > 1`,

  'pass-moves-keep-the-days': `
    select format('origin %s: %s days granted again, %s taken', origin, moved, taken) as what
    from (
      select g.origin, coalesce(sum(g.days) filter (where g.source = 'move'), 0) as moved, sum(g.taken_days) as taken
      from membership.pass_grant g group by g.origin
    ) o where moved > taken`,

  'pass-revenue-by-day-adds-up': `
    select format('grant %s: %s fen by day, %s sold less refunded and outstanding', id, by_day, price_fen - refunded - outstanding) as what
    from (
      select g.id, g.price_fen, coalesce(t.price, 0) as refunded,
        g.price_fen * (g.days - g.taken_days) / g.days - g.price_fen * b.days / g.days as outstanding,
        (select coalesce(sum(g.price_fen * n / g.days - g.price_fen * (n - 1) / g.days), 0) from generate_series(1, b.days) n) as by_day
      from membership.pass_grant g
      cross join lateral (select greatest(0, least(
        (now() at time zone 'Asia/Shanghai')::date - g.starts_on + 1, g.days - g.taken_days)) as days) b
      left join (select grant_id, sum(price_fen) as price from membership.pass_taking group by 1) t on t.grant_id = g.id
    ) sums where by_day <> price_fen - refunded - outstanding`,
} as const;

export type Invariant = keyof typeof QUERIES;

export const INVARIANTS = invariantsOf('membership', QUERIES);
