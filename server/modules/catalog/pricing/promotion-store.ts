import { allRows, row, statement, type Tx } from '../../../core/db/db.ts';
import type { Promoted } from './price-rule.ts';

/** A promotion as the editor writes it; its comics in the order they are shown. */
export type PromotionRecord = {
  /** The editor's name for it. A promotion with the same key is the same one. */
  key: string;
  title: string;
  /** The percentage of the price that is paid, 0 to 99; 0 is free for now. */
  percent: number;
  startsAt: Date;
  /** The first moment at which it runs no more. */
  endsAt: Date;
  comicIds: number[];
};

/** Every promotion by its start, past and future ones included: the list that `replacePromotions` takes. */
export const listPromotions = allRows<PromotionRecord, []>(
  'catalog.promotions',
  `select p.key, p.title, p.percent, p.starts_at as "startsAt", p.ends_at as "endsAt",
     coalesce((select jsonb_agg(comic_id order by position, comic_id) from catalog.promotion_comic where promotion_id = p.id), '[]')
       as "comicIds"
   from catalog.promotion p order by p.starts_at, p.key`,
);

const GIVEN = `(select * from jsonb_to_recordset($1::jsonb)
  as w (key text, title text, percent smallint, "startsAt" timestamptz, "endsAt" timestamptz, "comicIds" bigint[]))`;

const REMOVE = statement<never, [promotions: string]>(
  'catalog.promotions-remove',
  `delete from catalog.promotion where key not in (select key from ${GIVEN} w)`,
);

const REMOVE_COMICS = statement<never, [promotions: string]>(
  'catalog.promotion-comics-remove',
  `delete from catalog.promotion_comic c using catalog.promotion p, ${GIVEN} w
   where p.id = c.promotion_id and w.key = p.key and c.comic_id <> all(w."comicIds")`,
);

const WRITE = statement<never, [promotions: string]>(
  'catalog.promotions-write',
  `insert into catalog.promotion as old (key, title, percent, starts_at, ends_at)
   select key, title, percent, "startsAt", "endsAt" from ${GIVEN} w
   on conflict (key) do update set title = excluded.title, percent = excluded.percent, starts_at = excluded.starts_at,
     ends_at = excluded.ends_at
   where (old.title, old.percent, old.starts_at, old.ends_at)
     is distinct from (excluded.title, excluded.percent, excluded.starts_at, excluded.ends_at)`,
);

const WRITE_COMICS = statement<never, [promotions: string]>(
  'catalog.promotion-comics-write',
  `insert into catalog.promotion_comic as old (promotion_id, comic_id, position, percent, starts_at, ends_at)
   select p.id, c.id, c.position, p.percent, p.starts_at, p.ends_at
   from ${GIVEN} w join catalog.promotion p using (key)
   cross join lateral unnest(w."comicIds") with ordinality as c (id, position)
   on conflict (promotion_id, comic_id) do update set position = excluded.position
   where old.position <> excluded.position`,
);

const DEFER_OVERLAPS = statement<never, []>(
  'catalog.defer-promotion-overlaps',
  'set constraints catalog.one_promotion_at_a_time deferred',
);

const CHECK_OVERLAPS = statement<never, []>(
  'catalog.check-promotion-overlaps',
  'set constraints catalog.one_promotion_at_a_time immediate',
);

/** The promotions of a comic, past and future ones included. */
export const promotionsOf = allRows<Promoted, [comicId: number]>(
  'catalog.promotions-of',
  `select percent, starts_at as "startsAt", ends_at as "endsAt" from catalog.promotion_comic where comic_id = $1`,
);

/** Writes new and changed promotions, and deletes those that are not in the list. */
export async function replaceAll(tx: Tx, promotions: readonly PromotionRecord[]): Promise<void> {
  const given: [string] = [JSON.stringify(promotions)];
  // Between the statements two promotions may overlap for a moment.
  await row(tx, DEFER_OVERLAPS);
  await row(tx, REMOVE, given);
  await row(tx, REMOVE_COMICS, given);
  await row(tx, WRITE, given);
  await row(tx, WRITE_COMICS, given);
  await row(tx, CHECK_OVERLAPS);
}
