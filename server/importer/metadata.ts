import type { ComicInfo } from './comic-info.ts';
import type { Named } from './naming.ts';
import type { Metadata } from './source.ts';

/**
 * ComicInfo speaks first, field by field; then the one in the folder of the series, which knows nothing of chapters; what
 * both leave open is taken from the names of the file and its folders.
 */
export function mergeMetadata(
  info: ComicInfo | undefined,
  named: Named,
  pageCount: number,
  ofSeries?: Partial<Metadata>,
): Metadata {
  const coverPage = info?.coverPage;
  return {
    series: info?.series ?? ofSeries?.series ?? named.series,
    no: named.special && Number.isInteger(info?.no) ? undefined : (info?.no ?? named.no),
    title: info?.title ?? named.title,
    authors: firstFilled(info?.authors, ofSeries?.authors, named.authors),
    genres: firstFilled(info?.genres, ofSeries?.genres),
    description: info?.description ?? ofSeries?.description,
    status: info?.status ?? ofSeries?.status,
    direction: info?.direction ?? ofSeries?.direction,
    ageRating: info?.ageRating ?? ofSeries?.ageRating,
    alias: firstFilled(info?.alias, ofSeries?.alias),
    volume: named.volume,
    special: named.special,
    coverPage: coverPage !== undefined && coverPage < pageCount ? coverPage : undefined,
  };
}

function firstFilled(...lists: (string[] | undefined)[]): string[] {
  return lists.find((list) => list !== undefined && list.length > 0) ?? [];
}
