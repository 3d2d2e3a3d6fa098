import { ofEachList } from '#contract/comic-fields';
import type { Metadata } from '../source/source.ts';
import { distinct, MAX_DESCRIPTION, MAX_LIST, MAX_NAME, oneLine, severalLines } from '../text/bounded-text.ts';
import { isElement, readHardened, textOf, UnsafeXml } from '../text/hardened-xml.ts';

/** The fields of a ComicInfo. Its volume is ignored if it is a year. */
export type ComicInfo = Metadata;

/** Values of `Format` for side stories, as in Kavita. A one-shot is a separate work, and a collection is a volume. */
const SPECIAL =
  /^(?:special|annual|prologue|epilogue|reference|preview|fcbd|giant[ -]?size|director['’]s cut|番外篇?|特别篇|特別篇|特典|外传|外傳)$/i;
const FIRST_YEAR = 1000;
const STRIP = /webtoon|long[ -]?strip|scroll|条漫|條漫|长条|長條/i;

/**
 * Reads ComicInfo 2.0 and 2.1. Never throws: for an unsafe or invalid document, `info` is undefined and there is a warning. A
 * document type is refused, because XML reaches files, hosts and memory only through entities.
 */
export function readComicInfo(bytes: Buffer): { info: ComicInfo | undefined; warnings: string[] } {
  const warnings: string[] = [];
  try {
    const root = parseRoot(bytes, warnings);
    return { info: parseFields(root), warnings };
  } catch (error) {
    const why = error instanceof UnsafeXml ? error.message : '不是有效的 XML';
    return { info: undefined, warnings: [`没有采用 ComicInfo.xml：${why}`] };
  }
}

type Fields = Map<string, unknown>;

function parseRoot(bytes: Buffer, warnings: string[]): Fields {
  const { parsed, hadControls } = readHardened(bytes);
  if (hadControls) warnings.push('ComicInfo.xml 里有不可见的控制字符，已去掉');
  const root = parsed.ComicInfo;
  if (root === '') return new Map();
  if (!isElement(root)) throw new UnsafeXml('根元素不是 ComicInfo');
  return new Map(Object.entries(root));
}

function parseFields(fields: Fields): ComicInfo {
  const text = (name: string) => textOf(fields.get(name));
  const list = (...names: string[]) => distinct(names.flatMap((name) => splitList(text(name)))).slice(0, MAX_LIST);
  const series = oneLine(text('Series'), MAX_NAME);
  const no = readNumber(text('Number'));
  const volume = readVolume(text('Volume'));
  const format = text('Format');
  const lists = ofEachList(({ comicInfo = [] }) => list(...comicInfo));
  const alias = distinct(
    [text('AlternateSeries'), text('LocalizedSeries')].map((name) => oneLine(name, MAX_NAME) ?? ''),
  );
  return {
    series,
    no,
    title: oneLine(text('Title'), MAX_NAME),
    ...lists,
    description: severalLines(text('Summary'), MAX_DESCRIPTION),
    status: isLast(no, readNumber(text('Count'))) ? 'complete' : MIHON_STATUS[text(MIHON_FIELD).toLowerCase()],
    direction: readDirection(text('Manga'), [format, ...lists.genres]),
    ageRating: readAgeRating(text('AgeRating')),
    alias: alias.filter((name) => name !== series),
    volume,
    special: SPECIAL.test(format),
    coverPage: readCoverPage(fields.get('Pages')),
  };
}

/** The field of Mihon and Tachiyomi in their own namespace, and its values that are a status here. */
const MIHON_FIELD = 'PublishingStatusTachiyomi';
const MIHON_STATUS: Record<string, Metadata['status']> = {
  ongoing: 'serial',
  'on hiatus': 'serial',
  completed: 'complete',
  'publishing finished': 'complete',
};

/** Fraction characters. */
const PARTS: Record<string, string> = { '½': '.5', '¼': '.25', '¾': '.75' };

/** Only plain numbers. Values such as 1e999, NaN and 特别篇 are ignored. */
function readNumber(text: string): number | undefined {
  const plain = text
    .replace(/\s*([½¼¾])$/, (_, part: string) => PARTS[part] ?? '')
    .normalize('NFKC')
    .trim();
  if (!/^(?:\d{1,8}(?:\.\d{1,4})?|\.\d{1,2})$/.test(plain)) return undefined;
  return Number(plain);
}

/** In American series the volume is the year in which the series began. Years are ignored. */
function readVolume(text: string): number | undefined {
  const volume = readNumber(text);
  return volume !== undefined && Number.isInteger(volume) && volume > 0 && volume < FIRST_YEAR ? volume : undefined;
}

function isLast(no: number | undefined, count: number | undefined): boolean {
  return no !== undefined && count !== undefined && count > 0 && no >= count;
}

function readDirection(manga: string, kinds: string[]): Metadata['direction'] {
  if (manga === 'YesAndRightToLeft') return 'rtl';
  if (kinds.some((kind) => STRIP.test(kind))) return 'strip';
  // The default is a strip, unless it is marked as a manga.
  return manga === 'No' ? 'strip' : undefined;
}

const ADULT = ['Adults Only 18+', 'R18+', 'X18+'];
const MATURE = ['Mature 17+', 'M', 'MA15+'];
const TEEN = ['Teen', 'PG'];

function readAgeRating(text: string): Metadata['ageRating'] {
  if (text === '' || text === 'Unknown' || text === 'Rating Pending') return undefined;
  if (ADULT.includes(text)) return '18';
  if (MATURE.includes(text)) return '16';
  return TEEN.includes(text) ? '12' : 'all';
}

function readCoverPage(pages: unknown): number | undefined {
  if (!isElement(pages)) return undefined;
  const listed: unknown[] = Array.isArray(pages.Page) ? pages.Page : [pages.Page];
  const cover = listed.find((page) => isElement(page) && textOf(page['@Type']).split(/\s+/).includes('FrontCover'));
  const image = isElement(cover) ? textOf(cover['@Image']) : '';
  return /^\d{1,5}$/.test(image) ? Number(image) : undefined;
}

function splitList(text: string): string[] {
  return text.split(/[,，、;；]/).flatMap((part) => oneLine(part, MAX_NAME) ?? []);
}
