import { type Db, row, statement } from '../../../core/db/db.ts';
import { FACTS_OUTDATED } from '../comics/visibility.ts';

const KEEP_FACTS = statement<{ done: number }, [now: Date, most: number]>(
  'catalog.keep-facts',
  `select count(catalog.update_comic_facts(due.ids, $1)) as done
   from (select array_agg(id) as ids from
     (select id from catalog.comic where facts_until <= $1 order by facts_until limit $2) c) due
   where due.ids is not null`,
);

/** The next moment at which a chapter is published or a price changes, as the catalogue is now; null = never. */
export type NextChange = {
  at: Date | null;
  /** The stored facts of every comic are those of this moment. */
  settled: boolean;
};

const NEXT_CHANGE = statement<NextChange, [now: Date]>(
  'catalog.next-change',
  `select not exists (select from catalog.comic c where ${FACTS_OUTDATED}) as settled, nullif(least(
     (select min(facts_until) from catalog.comic where facts_until > $1),
     (select min(f.facts_until) from catalog.comic c cross join lateral catalog.comic_facts(c.id, $1) f where ${FACTS_OUTDATED}),
     (select min(starts_at) from catalog.promotion where starts_at > $1),
     (select min(ends_at) from catalog.promotion where ends_at > $1)
   ), 'infinity') as at`,
);

/** Computes and stores the facts of up to `most` comics with a chapter that was published, or a price that changed, by time. */
export async function refreshFacts(db: Db, now: Date, most: number): Promise<void> {
  await row(db, KEEP_FACTS, [now, most]);
}

export async function findNextChange(db: Db, now: Date): Promise<NextChange> {
  return (await row(db, NEXT_CHANGE, [now])) ?? { at: null, settled: false };
}
