import { type Db, rows, statement } from '../../../core/db.ts';
import type { AgeLimit } from '../comics/audience.ts';
import { forEachLimit, shown } from '../comics/visibility.ts';
import type { PromotionRecord } from '../pricing/promotion-store.ts';

/** A running promotion, with those of its comics that readers can see. */
export type RunningRow = Omit<PromotionRecord, 'key'> & { id: number };

const RUNNING = forEachLimit((limit) =>
  statement<RunningRow, [now: Date, size: number, mostPercent: number]>(
    `catalog.promotions-running-${limit}`,
    `select p.id, p.title, p.percent, p.starts_at as "startsAt", p.ends_at as "endsAt",
       jsonb_agg(o.comic_id order by o.position, o.comic_id) as "comicIds"
     from catalog.promotion p cross join lateral (
       select o.comic_id, o.position from catalog.promotion_comic o join catalog.comic c on c.id = o.comic_id
       where o.promotion_id = p.id and ${shown(limit)} order by o.position, o.comic_id limit $2
     ) o where p.starts_at <= $1 and p.ends_at > $1 and p.percent <= $3 group by p.id order by p.ends_at, p.id`,
  ),
);

/**
 * The promotions of this moment that leave at most so many percent of the price, those that end soonest first, each with the
 * first `size` of its comics that are to be seen.
 */
export function listRunning(
  db: Db,
  now: Date,
  { ageLimit, most, size }: { ageLimit: AgeLimit; most: number; size: number },
): Promise<RunningRow[]> {
  return rows(db, RUNNING[ageLimit], [now, size, most]);
}
