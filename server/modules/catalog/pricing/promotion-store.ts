import { type Db, row, rows, statement } from '../../../core/db.ts';
import { shown } from '../listings/card-store.ts';
import type { Promoted } from './price-rule.ts';

/** A promotion as the editor writes it; its comics in the order they are shown. */
export type PromotionRecord = {
  /** What the editor calls it: the same key is the same promotion. */
  key: string;
  title: string;
  /** What is left of the price, 0 to 99; 0 is free for now. */
  percent: number;
  startsAt: Date;
  /** The first moment at which it runs no more. */
  endsAt: Date;
  comicIds: number[];
};

/** A comic that is in two promotions at the same time. */
export type Overlap = { comicId: number; keys: [string, string] };

const ALL = statement<PromotionRecord>(
  'catalog.promotions',
  `select p.key, p.title, p.percent, p.starts_at as "startsAt", p.ends_at as "endsAt",
     coalesce((select jsonb_agg(comic_id order by position, comic_id) from catalog.promotion_comic where promotion_id = p.id), '[]')
       as "comicIds"
   from catalog.promotion p order by p.starts_at, p.key`,
);

const WANTED = `(select * from jsonb_to_recordset($1::jsonb)
  as w (key text, title text, percent smallint, "startsAt" timestamptz, "endsAt" timestamptz, "comicIds" bigint[]))`;

const REMOVE = statement(
  'catalog.promotions-remove',
  `delete from catalog.promotion where key not in (select key from ${WANTED} w)`,
);

const REMOVE_COMICS = statement(
  'catalog.promotion-comics-remove',
  `delete from catalog.promotion_comic c using catalog.promotion p, ${WANTED} w
   where p.id = c.promotion_id and w.key = p.key and c.comic_id <> all(w."comicIds")`,
);

const WRITE = statement(
  'catalog.promotions-write',
  `insert into catalog.promotion as old (key, title, percent, starts_at, ends_at)
   select key, title, percent, "startsAt", "endsAt" from ${WANTED} w
   on conflict (key) do update set title = excluded.title, percent = excluded.percent, starts_at = excluded.starts_at,
     ends_at = excluded.ends_at
   where (old.title, old.percent, old.starts_at, old.ends_at)
     is distinct from (excluded.title, excluded.percent, excluded.starts_at, excluded.ends_at)`,
);

const WRITE_COMICS = statement(
  'catalog.promotion-comics-write',
  `insert into catalog.promotion_comic as old (promotion_id, comic_id, position, percent, starts_at, ends_at)
   select p.id, c.id, c.position, p.percent, p.starts_at, p.ends_at
   from ${WANTED} w join catalog.promotion p using (key)
   cross join lateral unnest(w."comicIds") with ordinality as c (id, position)
   on conflict (promotion_id, comic_id) do update set position = excluded.position
   where old.position <> excluded.position`,
);

/** A promotion that is on, with the comics of it that are to be seen. */
export type RunningRow = Omit<PromotionRecord, 'key'> & { id: number };

const RUNNING = running(false, 'catalog.promotions-running');
const RUNNING_ADULT = running(true, 'catalog.promotions-running-adult');

function running(adult: boolean, name: string) {
  return statement<RunningRow>(
    name,
    `select p.id, p.title, p.percent, p.starts_at as "startsAt", p.ends_at as "endsAt",
       jsonb_agg(o.comic_id order by o.position, o.comic_id) as "comicIds"
     from catalog.promotion p cross join lateral (
       select o.comic_id, o.position from catalog.promotion_comic o join catalog.comic c on c.id = o.comic_id
       where o.promotion_id = p.id and ${shown(adult)} order by o.position, o.comic_id limit $2
     ) o where p.starts_at <= $1 and p.ends_at > $1 and p.percent <= $3 group by p.id order by p.ends_at, p.id`,
  );
}

const OF_COMIC = statement<Promoted>(
  'catalog.promotions-of',
  `select percent, starts_at as "startsAt", ends_at as "endsAt" from catalog.promotion_comic where comic_id = $1`,
);

/** Every promotion there is, past ones and those to come included, by start. */
export function listPromotions(db: Db): Promise<PromotionRecord[]> {
  return rows(db, ALL);
}

/**
 * Makes these the promotions there are, in the transaction of the caller; what is so already is left alone. Comics must
 * exist, and none may be in two promotions at a time: see `findOverlap`.
 */
export async function replacePromotions(client: Db, promotions: readonly PromotionRecord[]): Promise<void> {
  const overlap = findOverlap(promotions);
  if (overlap)
    throw new Error(`comic ${overlap.comicId} is in both promotions ${overlap.keys.join(' and ')} at a time`);
  const wanted = [JSON.stringify(promotions)];
  // On the way from the old ones to the new, two may well meet.
  await client.query('set constraints catalog.one_promotion_at_a_time deferred');
  await row(client, REMOVE, wanted);
  await row(client, REMOVE_COMICS, wanted);
  await row(client, WRITE, wanted);
  await row(client, WRITE_COMICS, wanted);
  await client.query('set constraints catalog.one_promotion_at_a_time immediate');
}

/** The first comic found in two promotions that run at the same time; one that ends when the other starts is fine. */
export function findOverlap(promotions: readonly PromotionRecord[]): Overlap | null {
  const running = new Map<number, PromotionRecord>();
  for (const promotion of promotions.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())) {
    for (const comicId of promotion.comicIds) {
      const before = running.get(comicId);
      if (before && before.endsAt > promotion.startsAt) return { comicId, keys: [before.key, promotion.key] };
      running.set(comicId, promotion);
    }
  }
  return null;
}

/**
 * The promotions of this moment that leave at most so many percent of the price, those that end soonest first, each with the
 * first `size` of its comics that are to be seen.
 */
export function listRunning(
  db: Db,
  now: Date,
  { adult, most, size }: { adult: boolean; most: number; size: number },
): Promise<RunningRow[]> {
  return rows(db, adult ? RUNNING_ADULT : RUNNING, [now, size, most]);
}

/** What a comic's promotions make of its prices, past ones and those to come included. */
export function promotionsOf(db: Db, comicId: number): Promise<Promoted[]> {
  return rows(db, OF_COMIC, [comicId]);
}
