import type { Metadata } from '../../source/source.ts';
import { distinct, MAX_DESCRIPTION, MAX_LIST, MAX_NAME, oneLine, severalLines } from '../../text/bounded-text.ts';
import { asList, type Element, isElement, readHardened, textOf } from '../../text/hardened-xml.ts';

/** The metadata in an EPUB's package document. Its title may be that of a series, a volume or a chapter. */
export type EpubInfo = Pick<Metadata, 'series' | 'volume' | 'authors' | 'genres' | 'description' | 'direction'> & {
  bookTitle: string | undefined;
  /** Index of the cover among the pages. */
  coverPage?: number | undefined;
};

/** The roles of authors and artists. Translators, editors and other roles are ignored. */
const AUTHOR_ROLES = ['', 'aut', 'author', 'art', 'artist', 'ill', 'illustrator', 'cre', 'creator', 'clr', 'colorist'];
/** Placeholder titles of programs. */
const NO_TITLE = /^(?:untitled|unknown|no title|title|无标题|未命名|[\da-f-]{16,})$/i;

/** Reads the package document of an EPUB 2 or 3. Throws `UnsafeXml`. */
export function readEpubInfo(bytes: Buffer): EpubInfo {
  const root = readHardened(bytes).parsed.package;
  const book = isElement(root) ? root : {};
  const metadata = isElement(book.metadata) ? book.metadata : {};
  // EPUB 2 may put the Dublin Core elements into `dc-metadata`.
  const core = isElement(metadata['dc-metadata']) ? { ...metadata, ...metadata['dc-metadata'] } : metadata;
  const metas = asList(metadata.meta).filter(isElement);
  const collection = metas.find((meta) => meta['@property'] === 'belongs-to-collection');
  const title = oneLine(textOf(core.title), MAX_NAME);
  const genres = asList(core.subject).flatMap((subject) => textOf(subject).split(/[,，、;；]/));
  return {
    bookTitle: title === undefined || NO_TITLE.test(title) ? undefined : title,
    series: oneLine(textOf(collection) || metaContent(metas, 'calibre:series'), MAX_NAME),
    volume: numberIn(refinementOf(metas, collection, 'group-position') || metaContent(metas, 'calibre:series_index')),
    authors: authorsIn(asList(core.creator), metas),
    genres: distinct(genres.map((genre) => oneLine(genre, MAX_NAME) ?? '')).slice(0, MAX_LIST),
    description: severalLines(withoutMarkup(textOf(core.description)), MAX_DESCRIPTION),
    direction: directionIn(book.spine, metas),
  };
}

/** EPUB 2: `<meta name="…" content="…">`. */
function metaContent(metas: Element[], name: string): string {
  return textOf(metas.find((meta) => meta['@name'] === name)?.['@content']);
}

/** EPUB 3: `<meta refines="#id" property="…">text</meta>`. */
function refinementOf(metas: Element[], about: Element | undefined, property: string): string {
  const id = textOf(about?.['@id']);
  return id === '' ? '' : textOf(metas.find((meta) => meta['@refines'] === `#${id}` && meta['@property'] === property));
}

function numberIn(text: string): number | undefined {
  return /^\d{1,6}(?:\.\d{1,3})?$/.test(text) ? Number(text) : undefined;
}

function authorsIn(creators: unknown[], metas: Element[]): string[] {
  const names = creators.filter((creator) => {
    const element = isElement(creator) ? creator : undefined;
    const role = textOf(element?.['@role']) || refinementOf(metas, element, 'role');
    return AUTHOR_ROLES.includes(role.toLowerCase());
  });
  return distinct(names.map((name) => oneLine(textOf(name), MAX_NAME) ?? '')).slice(0, MAX_LIST);
}

function directionIn(spine: unknown, metas: Element[]): Metadata['direction'] {
  const flow = metas.find((meta) => meta['@property'] === 'rendition:flow');
  if (textOf(flow) === 'scrolled-continuous') return 'strip';
  const progression = isElement(spine) ? textOf(spine['@page-progression-direction']) : '';
  if (progression === 'rtl' || progression === 'ltr') return progression;
  const writing = metaContent(metas, 'primary-writing-mode');
  return writing === 'horizontal-rl' || writing === 'vertical-rl' ? 'rtl' : undefined;
}

/** Descriptions are often HTML that was escaped once. */
function withoutMarkup(text: string): string {
  return text.replace(/<(?:br|\/p|\/div)\b[^<>]{0,200}>/gi, '\n').replace(/<\/?[a-z][^<>]{0,500}>/gi, '');
}
