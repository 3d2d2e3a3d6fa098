import { isOnlyPlace } from '#contract/chapter-no';
import { chapterTitle } from '#contract/chapter-title';
import { chapterPath, comicPath, paths } from '#contract/paths';
import { type ChapterRow, type ComicRecord, isFree, published } from '../../modules/catalog/catalog.ts';

/** An object in the words of schema.org. */
export type StructuredData = { '@type': string; [property: string]: unknown };

const CONTEXT = 'https://schema.org';

export function dataOfSite(origin: string, name: string): StructuredData {
  return { '@context': CONTEXT, '@type': 'WebSite', name, url: origin + paths.home, inLanguage: 'zh-CN' };
}

/** `picture` = the address of the cover; undefined properties are left out of the page. */
export function dataOfComic(origin: string, record: ComicRecord, now: Date, picture?: string): StructuredData {
  const { comic } = record;
  const [first] = published(record, now);
  return {
    '@context': CONTEXT,
    ...named(origin, comic),
    description: comic.description || undefined,
    image: picture,
    author: comic.authors.map((name) => ({ '@type': 'Person', name })),
    genre: comic.genres,
    inLanguage: 'zh-CN',
    startDate: first?.publishedAt.toISOString(),
    typicalAgeRange: comic.ageRating === 'all' ? undefined : `${comic.ageRating}-`,
  };
}

export function dataOfChapter(
  origin: string,
  { record, chapter }: { record: ComicRecord; chapter: ChapterRow },
  now: Date,
  picture?: string,
): StructuredData {
  const { comic } = record;
  return {
    '@context': CONTEXT,
    '@type': 'ComicIssue',
    name: chapterTitle(chapter),
    url: origin + chapterPath(chapter.id),
    image: picture,
    ...(!isOnlyPlace(chapter.no) && { issueNumber: chapter.no }),
    numberOfPages: chapter.pageCount,
    datePublished: chapter.publishedAt.toISOString(),
    isAccessibleForFree: isFree(record, chapter, now),
    inLanguage: 'zh-CN',
    isPartOf: named(origin, comic),
  };
}

/** Where a page is: results show it instead of the address. */
export function dataOfTrail(origin: string, steps: readonly { name: string; path: string }[]): StructuredData {
  return {
    '@context': CONTEXT,
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + path,
    })),
  };
}

function named(origin: string, { id, title }: { id: number; title: string }): StructuredData {
  return { '@type': 'ComicSeries', name: title, url: origin + comicPath(id) };
}
