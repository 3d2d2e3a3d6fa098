import type { EpubInfo } from '../formats/epub/epub-info.ts';
import { type Named, readName } from '../naming/naming.ts';
import type { ComicInfo } from '../sidecar/comic-info.ts';
import type { Metadata } from '../source/source.ts';

/**
 * ComicInfo speaks first, field by field; then the one in the folder of the series, which knows nothing of chapters; what
 * both leave open is taken from the names of the file and its folders.
 */
export function mergeMetadata(
  info: Partial<ComicInfo> | undefined,
  named: Named,
  pageCount: number,
  ofSeries?: Partial<Metadata>,
): Metadata {
  const coverPage = info?.coverPage;
  const special = named.special || info?.special === true;
  const volume = named.volume ?? info?.volume;
  return {
    series: info?.series ?? ofSeries?.series ?? named.series,
    no: numberOf(info, named, special),
    title: info?.title ?? named.title,
    authors: firstFilled(info?.authors, ofSeries?.authors, named.authors),
    genres: firstFilled(info?.genres, ofSeries?.genres),
    description: info?.description ?? ofSeries?.description,
    status: info?.status ?? ofSeries?.status,
    direction: info?.direction ?? ofSeries?.direction,
    ageRating: info?.ageRating ?? ofSeries?.ageRating,
    alias: firstFilled(info?.alias, ofSeries?.alias),
    volume,
    special,
    coverPage: coverPage !== undefined && coverPage < pageCount ? coverPage : undefined,
  };
}

/**
 * Adds what the title of an EPUB says where the names of the file leave it open: most are called after the file, some
 * after their chapter alone.
 */
export function withBook(named: Named, info: EpubInfo | undefined): Named {
  if (info?.bookTitle === undefined) return named;
  const book = readName(info.bookTitle, []);
  if (info.series !== undefined || (named.series !== undefined && named.no !== undefined)) {
    const title = book.no === undefined && book.series !== (info.series ?? named.series) ? book.series : book.title;
    return { ...named, title: named.title ?? title };
  }
  return { ...named, series: book.series ?? named.series, no: named.no ?? book.no, title: named.title ?? book.title };
}

/** A side story's own count is no place among the chapters; a volume that has no number is counted by itself. */
function numberOf(info: Partial<ComicInfo> | undefined, named: Named, special: boolean): number | undefined {
  if (special && Number.isInteger(info?.no ?? named.no)) return undefined;
  return info?.no ?? named.no ?? (special ? undefined : info?.volume);
}

function firstFilled(...lists: (string[] | undefined)[]): string[] {
  return lists.find((list) => list !== undefined && list.length > 0) ?? [];
}
