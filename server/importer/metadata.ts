import type { ComicInfo } from './comic-info.ts';
import type { Named } from './naming.ts';
import type { Metadata } from './source.ts';

/** ComicInfo speaks first, field by field; what it leaves open is taken from the names of the file and its folders. */
export function mergeMetadata(info: ComicInfo | undefined, named: Named, pageCount: number): Metadata {
  const series = info?.series ?? named.series;
  const coverPage = info?.coverPage;
  const authors = info?.authors ?? [];
  return {
    series,
    no: info?.no ?? named.no,
    title: info?.title ?? named.title,
    authors: authors.length > 0 ? authors : named.authors,
    genres: info?.genres ?? [],
    description: info?.description,
    status: info?.status,
    direction: info?.direction,
    ageRating: info?.ageRating,
    alias: info?.alias ?? [],
    coverPage: coverPage !== undefined && coverPage < pageCount ? coverPage : undefined,
  };
}
