import { CHAPTER_WINDOW } from '#contract/chapter-window';
import type { ComicDetail } from '#contract/shapes';
import { type Catalog, type ComicRecord, currentPrice, published, saleAt } from '../../modules/catalog/catalog.ts';
import type { Editorial } from '../../modules/editorial/editorial.ts';
import { type OpenChapter, themesOf, viewDetail, viewReading } from '../comic.ts';
import { isToldOf } from './describe-page.ts';

/** What the screen of a shared address asks first, as it is for whoever comes for the first time. */
export type SharedAnswers = { comic: ComicDetail } | { chapter: OpenChapter };

/** A longer chapter would make the page too large. */
const MOST_PAGES = 60;
const NONE: ReadonlySet<number> = new Set();

/**
 * What anybody may see at an address that others have shared; null where that is nothing, or not for strangers: neither what is for
 * readers of age nor what is or was to be paid, whose pictures have addresses of each reader's own.
 */
export async function sharedAnswers(
  { catalog, editorial }: { catalog: Catalog; editorial: Editorial },
  path: string,
  now: Date,
): Promise<SharedAnswers | null> {
  const [, kind = '', digits = ''] = /^\/(comic|chapter)\/(\d{1,15})$/.exec(path) ?? [];
  const id = Number(digits);
  if (kind === 'comic') {
    const record = await catalog.comic(id);
    if (!record || !isToldOf(record)) return null;
    const nothing = { subscribed: false, favorited: false, last: null, read: NONE, owned: NONE };
    const present = record.comic.id;
    const comic = viewDetail(record, await catalog.stats(present), nothing, { now, window: CHAPTER_WINDOW });
    return comic && { comic: { ...comic, ...(await themesOf(editorial, present, now)) } };
  }
  if (kind !== 'chapter') return null;
  const record = await catalog.comicOfChapter(id);
  const chapter = record && isToldOf(record) && (await openChapter(catalog, record, id, now));
  return chapter ? { chapter } : null;
}

async function openChapter(catalog: Catalog, record: ComicRecord, id: number, now: Date): Promise<OpenChapter | null> {
  const chapters = published(record, now);
  const index = chapters.findIndex((each) => each.id === id);
  const chapter = chapters[index];
  const sale = saleAt(record.promotions, now);
  if (!chapter || chapter.guarded || currentPrice(chapter, sale, now) > 0 || chapter.pageCount > MOST_PAGES)
    return null;
  const pages = await catalog.pages(id, now);
  const found = { record, chapters, chapter, index, sale, owned: NONE };
  return pages && viewReading(found, pages, { place: null, read: NONE }, now);
}
