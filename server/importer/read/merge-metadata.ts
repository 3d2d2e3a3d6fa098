import { ofEachList } from '#contract/comic-fields';
import { chineseGenre } from '../../modules/catalog/publishing/publishing.ts';
import type { EpubInfo } from '../formats/epub/epub-info.ts';
import { readName } from '../naming/naming.ts';
import type { ComicInfo } from '../sidecar/comic-info.ts';
import type { NameParts } from '../source/name-parts.ts';
import type { Metadata } from '../source/source.ts';
import { withoutOwnNumber } from './chapter-title.ts';

/**
 * Takes each field from the first that has it: the chapter's ComicInfo (or EPUB metadata), the ComicInfo of the series folder,
 * the names of the file and its folders. The series' ComicInfo has no fields of single chapters.
 */
export function mergeMetadata(
  info: Partial<ComicInfo> | undefined,
  named: NameParts,
  pageCount: number,
  ofSeries?: Partial<Metadata>,
): Metadata {
  const { role, near, sortText, version, isCopy, isPlain } = named;
  const isNamedSpecial = role !== 'chapter' && role !== 'none';
  const special = isNamedSpecial || info?.special === true;
  const sources: MetadataSources = [info, ofSeries, named];
  const series = first('series', sources);
  const lists = ofEachList((_field, name) => sources.find((source) => source?.[name]?.length)?.[name] ?? []);
  const no = chapterNumber(info, named, special);
  const titles = [
    { title: withoutOwnNumber(info?.title, { no, series }), from: '文件里的资料' },
    { title: named.title, from: '文件名' },
  ].flatMap(({ title, from }) => (title === undefined ? [] : { title, from }));
  return {
    series,
    seriesFrom: seriesFrom(info, named, ofSeries),
    no,
    title: titles[0]?.title,
    titles,
    ...lists,
    genres: [...new Set(lists.genres.map(chineseGenre))],
    description: first('description', sources),
    status: first('status', sources),
    direction: first('direction', sources),
    ageRating: first('ageRating', sources),
    volume: first('volume', [named, info]),
    special,
    place: {
      role: special && !isNamedSpecial ? 'side' : role,
      near,
      sortText,
      version,
      isCopy,
      isVolume: named.isVolume && info?.no === undefined,
      isPlain: isPlain && info?.no === undefined,
    },
    coverPage: coverPageOf(info, pageCount),
  };
}

function seriesFrom(
  info: Partial<ComicInfo> | undefined,
  named: NameParts,
  ofSeries: Partial<Metadata> | undefined,
): Metadata['seriesFrom'] {
  if (info?.series) return '文件里的资料';
  return ofSeries?.series ? '旁边的资料' : named.seriesFrom;
}

/**
 * Uses the title of an EPUB for fields that the file name does not give. It is usually the file name, sometimes only the
 * chapter's title.
 */
export function withBookTitle(named: NameParts, info: EpubInfo | undefined): NameParts {
  if (info?.bookTitle === undefined) return named;
  const book = readName(info.bookTitle, []);
  if (info.series !== undefined || (named.series !== undefined && named.no !== undefined)) {
    const title = book.no === undefined && book.series !== (info.series ?? named.series) ? book.series : book.title;
    return { ...named, title: named.title ?? title };
  }
  return { ...named, series: book.series ?? named.series, no: named.no ?? book.no, title: named.title ?? book.title };
}

type MetadataSources = readonly (Partial<Metadata> | undefined)[];

function first<Field extends keyof Metadata>(field: Field, sources: MetadataSources): Partial<Metadata>[Field] {
  return sources.find((source) => source?.[field] !== undefined)?.[field];
}

/** The number of a side story is not a chapter number. A volume without a chapter number uses its volume number. */
function chapterNumber(info: Partial<ComicInfo> | undefined, named: NameParts, special: boolean): number | undefined {
  const no = info?.no ?? named.no;
  if (special) return Number.isInteger(no) ? undefined : no;
  return no ?? info?.volume;
}

/** The index comes from the file and may be out of range. */
function coverPageOf(info: Partial<ComicInfo> | undefined, pageCount: number): number | undefined {
  const page = info?.coverPage;
  return page !== undefined && page < pageCount ? page : undefined;
}
