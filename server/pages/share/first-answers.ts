import { comicInfo, comicRead } from '#contract/calls/comic';
import { CHAPTER_WINDOW } from '#contract/chapter-window';
import type { FirstAnswers } from '#contract/first-answers';
import { type Catalog, type ComicRecord, currentPrice, published, saleAt } from '../../modules/catalog/catalog.ts';
import type { Community } from '../../modules/community/community.ts';
import type { Editorial } from '../../modules/editorial/editorial.ts';
import { themesOf } from '../comic-themes.ts';
import { NO_ACCESS, type OpenChapter, viewDetail, viewReading } from '../comic-views.ts';
import { likesOf, opinionsOf } from '../community.ts';
import { isPublic } from './describe-page.ts';

/** A longer chapter would make the page too large. */
const MOST_PAGES = 60;
const NONE: ReadonlySet<number> = new Set();
/** No reader has this id. */
const NOBODY = 0;

/**
 * The first answer of a comic or a chapter for a new reader; null for comics rated 18, and for chapters that have or had a price,
 * whose pictures have addresses for one reader.
 */
export async function sharedAnswers(
  { catalog, editorial, community }: { catalog: Catalog; editorial: Editorial; community: Community },
  path: string,
  now: Date,
): Promise<FirstAnswers | null> {
  const [, kind = '', digits = ''] = /^\/(comic|chapter)\/(\d{1,15})$/.exec(path) ?? [];
  const id = Number(digits);
  if (kind === 'comic') {
    const record = await catalog.comic(id);
    if (!record || !isPublic(record)) return null;
    const nothing = { subscribed: false, favorited: false, last: null, read: NONE, ...NO_ACCESS };
    const comicId = record.comic.id;
    const comic = viewDetail(record, await catalog.stats(comicId), nothing, {
      now,
      isPassSold: false,
      window: CHAPTER_WINDOW,
    });
    const input = { id: comicId, window: CHAPTER_WINDOW };
    return (
      comic &&
      answerOf(comicInfo.path, input, {
        ...comic,
        ...(await themesOf(editorial, comicId, now)),
        ...(await opinionsOf({ editorial, community }, NOBODY, comicId)),
      })
    );
  }
  if (kind !== 'chapter') return null;
  const record = await catalog.comicOfChapter(id);
  if (!record || !isPublic(record)) return null;
  const chapter = await openChapter(catalog, record, id, now);
  return (
    chapter &&
    answerOf(comicRead.path, { id }, { ...chapter, ...(await likesOf({ editorial, community }, NOBODY, id)) })
  );
}

function answerOf(path: string, input: object, data: unknown): FirstAnswers {
  return { banners: null, answers: [{ path, input, list: false, data }] };
}

async function openChapter(catalog: Catalog, record: ComicRecord, id: number, now: Date): Promise<OpenChapter | null> {
  const chapters = published(record, now);
  const index = chapters.findIndex((each) => each.id === id);
  const chapter = chapters[index];
  const sale = saleAt(record.promotions, now);
  if (!chapter || chapter.guarded || currentPrice(chapter, sale, now) > 0 || chapter.pageCount > MOST_PAGES)
    return null;
  const pages = await catalog.pages(id, now);
  const found = { record, chapters, chapter, index, sale, ...NO_ACCESS };
  return pages && viewReading(found, pages, { place: null, read: NONE }, now);
}
