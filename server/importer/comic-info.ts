import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { decodeXml, decodeXmlReferences } from './comic-info-text.ts';
import { MAX_COMIC_INFO_BYTES } from './limits.ts';
import type { Metadata } from './source.ts';
import { distinct, MAX_DESCRIPTION, MAX_LIST, MAX_NAME, oneLine, severalLines } from './told-text.ts';

export type ComicInfo = Omit<Metadata, 'volume' | 'special'>;

/** Far more than the two levels that ComicInfo has. */
const MAX_NESTING = 16;
const AUTHORS = ['Writer', 'Penciller', 'Inker', 'Colorist', 'CoverArtist'];
const STRIP = /webtoon|long[ -]?strip|scroll|条漫|條漫|长条|長條/i;

/**
 * Reads ComicInfo 2.0 and 2.1. Never throws: what can't be trusted or understood leaves `info` undefined and a warning.
 * A document type is never read at all, for entities are the one way in which XML reaches files, hosts and memory.
 */
export function readComicInfo(bytes: Buffer): { info: ComicInfo | undefined; warnings: string[] } {
  const warnings: string[] = [];
  try {
    const root = parse(bytes, warnings);
    return { info: understand(root), warnings };
  } catch (error) {
    const why = error instanceof Ignored ? error.message : '不是有效的 XML';
    return { info: undefined, warnings: [`没有采用 ComicInfo.xml：${why}`] };
  }
}

class Ignored extends Error {}

type Fields = Map<string, unknown>;

function parse(bytes: Buffer, warnings: string[]): Fields {
  if (bytes.length > MAX_COMIC_INFO_BYTES) throw new Ignored('太大');
  const decoded = decodeXml(bytes);
  const text = decoded.replace(FORBIDDEN, '');
  if (text !== decoded) warnings.push('ComicInfo.xml 里有不可见的控制字符，已去掉');
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new Ignored('含有文档类型或实体声明，可能有害');
  const parsed: unknown = new XMLParser(PARSER_OPTIONS).parse(text);
  if (XMLValidator.validate(text) !== true) throw new Ignored('不是有效的 XML');
  const root = isRecord(parsed) ? parsed.ComicInfo : undefined;
  if (root === '') return new Map();
  if (!isRecord(root)) throw new Ignored('根元素不是 ComicInfo');
  return new Map(Object.entries(root));
}

/** What XML 1.0 doesn't allow anywhere. */
const FORBIDDEN = /[^\P{Cc}\t\n\r\u0085]|[\uFFFE\uFFFF]/gu;

const PARSER_OPTIONS = {
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  ignoreDeclaration: true,
  ignorePiTags: true,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: true,
  removeNSPrefix: true,
  maxNestedTags: MAX_NESTING,
  processEntities: true,
  entityDecoder: {
    setExternalEntities: () => {},
    addInputEntities: () => {},
    reset: () => {},
    setXmlVersion: () => {},
    decode: decodeXmlReferences,
  },
};

function understand(fields: Fields): ComicInfo {
  const text = (name: string) => textOf(fields.get(name));
  const list = (...names: string[]) => distinct(names.flatMap((name) => splitList(text(name)))).slice(0, MAX_LIST);
  const series = oneLine(text('Series'), MAX_NAME);
  const no = readNumber(text('Number'));
  const genres = list('Genre');
  const alias = distinct(
    [text('AlternateSeries'), text('LocalizedSeries')].map((name) => oneLine(name, MAX_NAME) ?? ''),
  );
  return {
    series,
    no,
    title: oneLine(text('Title'), MAX_NAME),
    authors: list(...AUTHORS),
    genres,
    description: severalLines(text('Summary'), MAX_DESCRIPTION),
    status: isLast(no, readNumber(text('Count'))) ? 'complete' : undefined,
    direction: readDirection(text('Manga'), [text('Format'), ...genres]),
    ageRating: readAgeRating(text('AgeRating')),
    alias: alias.filter((name) => name !== series),
    coverPage: readCoverPage(fields.get('Pages')),
  };
}

/** Only plain numbers: 1e999, NaN and 特别篇 say nothing about the order of chapters. */
function readNumber(text: string): number | undefined {
  const plain = text.normalize('NFKC').trim();
  if (!/^\d{1,8}(?:\.\d{1,4})?$/.test(plain)) return undefined;
  return Number(plain);
}

function isLast(no: number | undefined, count: number | undefined): boolean {
  return no !== undefined && count !== undefined && count > 0 && no >= count;
}

function readDirection(manga: string, kinds: string[]): Metadata['direction'] {
  if (manga === 'YesAndRightToLeft') return 'rtl';
  if (kinds.some((kind) => STRIP.test(kind))) return 'strip';
  // Reading downwards is what this product does with whatever isn't said to be a manga.
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
  if (!isRecord(pages)) return undefined;
  const listed: unknown[] = Array.isArray(pages.Page) ? pages.Page : [pages.Page];
  const cover = listed.find((page) => isRecord(page) && textOf(page['@Type']).split(/\s+/).includes('FrontCover'));
  const image = isRecord(cover) ? textOf(cover['@Image']) : '';
  return /^\d{1,5}$/.test(image) ? Number(image) : undefined;
}

function splitList(text: string): string[] {
  return text.split(/[,，、;；]/).flatMap((part) => oneLine(part, MAX_NAME) ?? []);
}

/** An element given twice counts once; one with elements inside says nothing. */
function textOf(value: unknown): string {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof first === 'string') return first.trim();
  // An element that has attributes keeps its text beside them.
  return isRecord(first) && typeof first['#text'] === 'string' && onlyAttributes(first) ? first['#text'].trim() : '';
}

function onlyAttributes(element: Record<string, unknown>): boolean {
  return Object.keys(element).every((name) => name === '#text' || name.startsWith('@'));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
