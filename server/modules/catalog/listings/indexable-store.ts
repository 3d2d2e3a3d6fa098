import { allRows, type Db, row, rows, statement } from '../../../core/db/db.ts';
import { ageLimit } from '../comics/audience.ts';
import { shown } from '../comics/visibility.ts';

/** A published chapter with its comic. */
export type ReleasedChapter = {
  id: number;
  no: number;
  title: string;
  publishedAt: Date;
  comicId: number;
  comicTitle: string;
};

/** A comic or a chapter, and when it last changed for readers. */
export type IndexableRow = { id: number; at: Date };

/** `after` is exclusive, `upTo` inclusive. */
type IdRange = [now: Date, after: number, upTo: number];

/** Search engines and feed readers have confirmed no age. */
const SHOWN = shown(ageLimit({ adult: false, teen: false }));

/** The limit is a literal, so that the query plan reads the index backwards. */
export const listLatestReleases = allRows<ReleasedChapter, [now: Date]>(
  'catalog.latest-releases',
  `select ch.id, ch.no, ch.title, ch.published_at as "publishedAt", c.id as "comicId", c.title as "comicTitle"
   from catalog.chapter ch join catalog.comic c on c.id = ch.comic_id
   where ch.online and ch.published_at <= $1 and ${SHOWN}
   order by ch.published_at desc, ch.id desc limit 50`,
);

const COMICS = statement<IndexableRow, IdRange>(
  'catalog.indexable-comics',
  `select c.id, c.latest_at as at from catalog.comic c
   where c.id > $2 and c.id <= $3 and c.latest_at <= $1 and ${SHOWN} order by c.id`,
);

const CHAPTERS = statement<IndexableRow, IdRange>(
  'catalog.indexable-chapters',
  `select ch.id, ch.published_at as at from catalog.chapter ch join catalog.comic c on c.id = ch.comic_id
   where ch.id > $2 and ch.id <= $3 and ch.online and ch.published_at <= $1 and ${SHOWN} order by ch.id`,
);

const LAST_IDS = statement<{ comic: number; chapter: number }, []>(
  'catalog.last-ids',
  `select coalesce((select max(id) from catalog.comic), 0) as comic,
     coalesce((select max(id) from catalog.chapter), 0) as chapter`,
);

export function listIndexableComics(db: Db, now: Date, after: number, upTo: number): Promise<IndexableRow[]> {
  return rows(db, COMICS, [now, after, upTo]);
}

export function listIndexableChapters(db: Db, now: Date, after: number, upTo: number): Promise<IndexableRow[]> {
  return rows(db, CHAPTERS, [now, after, upTo]);
}

/** The highest ids so far; 0 if there are none. */
export async function findLastIds(db: Db): Promise<{ comic: number; chapter: number }> {
  return (await row(db, LAST_IDS)) ?? { comic: 0, chapter: 0 };
}
