import { type Db, row, statement } from '../../../core/db.ts';
import { TURNED } from '../comics/visibility.ts';

const KEEP_FACTS = statement<{ done: number }>(
  'catalog.keep-facts',
  `select count(catalog.keep_facts(due.ids, $1)) as done
   from (select array_agg(id) as ids from
     (select id from catalog.comic where facts_until <= $1 order by facts_until limit $2) c) due
   where due.ids is not null`,
);

/** The next moment at which a chapter comes out or a price changes, by what is known now; null = never. */
export type Turn = {
  at: Date | null;
  /** The kept facts of every comic are those of this moment. */
  settled: boolean;
};

const NEXT_TURN = statement<Turn>(
  'catalog.next-turn',
  `select not exists (select from catalog.comic c where ${TURNED}) as settled, nullif(least(
     (select min(facts_until) from catalog.comic where facts_until > $1),
     (select min(f.facts_until) from catalog.comic c cross join lateral catalog.comic_facts(c.id, $1) f where ${TURNED}),
     (select min(starts_at) from catalog.promotion where starts_at > $1),
     (select min(ends_at) from catalog.promotion where ends_at > $1)
   ), 'infinity') as at`,
);

/** Counts anew up to `most` comics whose chapters came out, or that became free or ceased to be, since. */
export async function keepFacts(db: Db, now: Date, most: number): Promise<void> {
  await row(db, KEEP_FACTS, [now, most]);
}

export async function findNextTurn(db: Db, now: Date): Promise<Turn> {
  return (await row(db, NEXT_TURN, [now])) ?? { at: null, settled: false };
}
