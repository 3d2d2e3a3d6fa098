import { type Db, rows, statement } from '../../../core/db.ts';

const SHOWN = 20;

/** What must always hold, each as a query for what breaks it. */
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
} as const;

/** The name of something that must always hold of gifts and attendance. */
export type RewardsInvariant = keyof typeof QUERIES;

const INVARIANTS = (Object.keys(QUERIES) as RewardsInvariant[]).map((name) => ({
  name,
  query: statement<{ what: string }, []>(
    `rewards.${name}`,
    `select what from (${QUERIES[name]}) broken limit ${SHOWN}`,
  ),
}));

/** The first violations of each invariant, by its name. */
export async function listRewardsViolations(db: Db): Promise<Map<RewardsInvariant, string[]>> {
  const found = new Map<RewardsInvariant, string[]>();
  for (const { name, query } of INVARIANTS)
    found.set(
      name,
      (await rows(db, query)).map(({ what }) => what),
    );
  return found;
}
