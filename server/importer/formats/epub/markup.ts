import { decodeXmlReferences } from '../../text/xml-text.ts';

export type Attributes = Readonly<Record<string, string>>;
/** A tag, its name in small letters without a prefix; `written`: its attributes as they stand. `isEnd`: it closes an element. */
export type Tag = { name: string; written: string; isEnd: boolean };
/** A piece of markup: a tag, or the text before the next one. */
export type Piece = Tag | { text: string };

const NAME = /(\/?)([a-z][\w.:-]*)/iy;
/** A part of what a tag has behind its name; what is in quotes may hold any sign. */
const PART = /[^"'<>]+|"[^"]*"|'[^']*'/y;
const ATTRIBUTE = /([^\s=>/"'<]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)))?/g;

/**
 * The pieces of an XML or HTML text in their order, however carelessly it is written. Comments are left out. No entity,
 * document type or address is followed. Nothing is read twice: whatever the text, it takes the time of its length.
 */
export function* piecesOf(text: string): Generator<Piece> {
  let hasComments = true;
  for (let at = 0; at < text.length; ) {
    const open = text.indexOf('<', at);
    const end = open < 0 ? text.length : open;
    if (end > at) yield { text: text.slice(at, end) };
    if (open < 0) return;
    const close = hasComments && text.startsWith('<!--', open) ? text.indexOf('-->', open + 4) : undefined;
    // Without an end there is no comment, nor any after it.
    if (close === -1) hasComments = false;
    if (close !== undefined && close >= 0) {
      at = close + 3;
      continue;
    }
    const tag = tagAt(text, open + 1);
    if (tag !== undefined) yield tag.tag;
    at = tag?.end ?? open + 1;
  }
}

/** One that is cut off, or has another tag in it, ends there. */
function tagAt(text: string, from: number): { tag: Tag; end: number } | undefined {
  NAME.lastIndex = from;
  const [whole, slash, name] = NAME.exec(text) ?? [];
  if (name === undefined || whole === undefined) return undefined;
  const start = from + whole.length;
  let end = start;
  for (PART.lastIndex = end; PART.test(text); PART.lastIndex = end) end = PART.lastIndex;
  const tag = { name: plain(name), written: text.slice(start, end), isEnd: slash === '/' };
  const isAtEnd = text[end] === '>' || text[end] === '"' || text[end] === "'";
  return { tag, end: isAtEnd ? end + 1 : end };
}

/** The tags that open an element, or stand for a whole one, with their attributes. */
export function tagsOf(text: string): { name: string; attributes: Attributes }[] {
  return [...piecesOf(text)].flatMap((piece) =>
    'name' in piece && !piece.isEnd ? { name: piece.name, attributes: attributesOf(piece) } : [],
  );
}

/** In small letters without prefixes; of two with one name the first. Quotes may be missing. */
export function attributesOf({ written }: Tag): Attributes {
  const attributes: Record<string, string> = {};
  for (const [, key = '', double, single, bare] of written.matchAll(ATTRIBUTE)) {
    attributes[plain(key)] ??= decodeXmlReferences(double ?? single ?? bare ?? '');
  }
  return attributes;
}

function plain(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1).toLowerCase();
}
