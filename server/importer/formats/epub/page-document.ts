import type { SourceFile } from '../source-files.ts';
import { type BookFiles, isPicture, readText } from './book-files.ts';
import { type Attributes, attributesOf, piecesOf, type Tag } from './markup.ts';
import { sheetBackgrounds, urlsIn } from './style-sheets.ts';

/** The pictures that a document of an EPUB shows, in order, and its number of characters of text. */
export type PageDocument = { pictures: SourceFile[]; characters: number };

type Find = (reference: string | undefined) => SourceFile[];

const NOT_SHOWN = ['head', 'script', 'style', 'title'];
/** The attributes that name the picture of an element, the most likely first. */
const SOURCES: ReadonlyMap<string, readonly string[]> = new Map([
  ['img', ['src', 'srcset', 'data-src', 'data-original', 'data-srcset']],
  ['image', ['href']],
  ['source', ['src', 'srcset', 'data-srcset']],
  ['object', ['data']],
  ['embed', ['src']],
  ['iframe', ['src']],
  ['input', ['src']],
]);

/** Splitting takes time quadratic in the length. */
const LONGEST_SET = 10_000;

/**
 * Reads a document: its picture elements; if there are none its backgrounds; if there are none the pictures that it links to.
 */
export async function readPageDocument(files: BookFiles, file: SourceFile): Promise<PageDocument> {
  const text = await readText(file);
  const { shown, backgrounds, linked, characters } = readPieces(text, (reference) =>
    [reference === undefined ? undefined : files.resolve(file.path, reference.trim())].filter(isPicture),
  );
  const found = [shown, backgrounds].find((pictures) => pictures.length > 0);
  if (found !== undefined) return { pictures: found, characters };
  const styled = await sheetBackgrounds(files, file.path, text);
  return { pictures: styled.length > 0 ? styled : linked, characters };
}

function readPieces(text: string, find: Find) {
  const shown: SourceFile[] = [];
  const backgrounds: SourceFile[] = [];
  const linked: SourceFile[] = [];
  const inside: string[] = [];
  let characters = 0;
  /** Inside <picture>: variants of one picture. The last one is the fallback for all browsers. */
  let variants: SourceFile[] | undefined;
  const endPicture = () => {
    const fallback = variants?.at(-1);
    if (fallback) shown.push(fallback);
    variants = undefined;
  };
  for (const piece of piecesOf(text)) {
    if (!('name' in piece)) {
      if (inside.length === 0) characters += piece.text.replace(/\s+/g, '').length;
      continue;
    }
    const { name, written, isEnd } = piece;
    if (NOT_SHOWN.includes(name)) follow(inside, piece);
    if (name === 'picture') {
      endPicture();
      if (!isEnd) variants = [];
    }
    const sources = SOURCES.get(name) ?? [];
    const mayHavePicture = sources.length > 0 || name === 'a' || written.includes('url(');
    if (isEnd || !mayHavePicture) continue;
    const attributes = attributesOf(piece);
    (variants ?? shown).push(...firstOf(sources, attributes, find));
    if (name === 'a') linked.push(...find(attributes.href));
    for (const url of urlsIn(attributes.style ?? '')) backgrounds.push(...find(url));
  }
  endPicture();
  return { shown, backgrounds, linked, characters };
}

function follow(inside: string[], { name, written, isEnd }: Tag): void {
  if (!isEnd && !written.endsWith('/')) inside.push(name);
  else if (isEnd && inside.includes(name)) inside.length = inside.lastIndexOf(name);
}

/** The first reference to an existing picture. In a `srcset`, the largest comes first. */
function firstOf(keys: readonly string[], attributes: Attributes, find: Find): SourceFile[] {
  const references = keys.flatMap((key) => (key.endsWith('srcset') ? inSet(attributes[key]) : [attributes[key]]));
  return references.map(find).find((pictures) => pictures.length > 0) ?? [];
}

function inSet(value = ''): string[] {
  if (value.length > LONGEST_SET) return [];
  const set = value.split(/,\s+|,(?=\S+\s)/).map((each) => {
    const [reference = '', size = ''] = each.trim().split(/\s+/);
    return { reference, size: Number.parseFloat(size) || 0 };
  });
  return set.sort((a, b) => b.size - a.size).map(({ reference }) => reference);
}
