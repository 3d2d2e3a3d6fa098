import { decodeXmlReferences } from '../../text/xml-text.ts';

export type Attributes = Readonly<Record<string, string>>;
/** A tag. `name` is in lower case without prefix; `written` is the source text of its attributes; `isEnd`: an end tag. */
export type Tag = { name: string; written: string; isEnd: boolean };
/** A tag, or the text before the next one. */
export type Piece = Tag | { text: string };

const NAME = /(\/?)([a-z][\w.:-]*)/iy;
/** A part of a tag after its name. Quoted parts may contain any character. */
const PART = /[^"'<>]+|"[^"]*"|'[^']*'/y;
const ATTRIBUTE = /([^\s=>/"'<]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)))?/g;

/**
 * Splits an XML or HTML text into pieces. Malformed markup is accepted, comments are left out, and entities, document types and
 * addresses are not resolved. Takes time linear in the length of any text.
 */
export function* piecesOf(text: string): Generator<Piece> {
  let hasComments = true;
  for (let at = 0; at < text.length; ) {
    const open = text.indexOf('<', at);
    const end = open < 0 ? text.length : open;
    if (end > at) yield { text: text.slice(at, end) };
    if (open < 0) return;
    const close = hasComments && text.startsWith('<!--', open) ? text.indexOf('-->', open + 4) : undefined;
    // A comment without an end is text, and there are no comments after it.
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

/** A tag that is cut off, or that contains another tag, ends there. */
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

/** Start tags and empty-element tags with their attributes. */
export function tagsOf(text: string): { name: string; attributes: Attributes }[] {
  return [...piecesOf(text)].flatMap((piece) =>
    'name' in piece && !piece.isEnd ? { name: piece.name, attributes: attributesOf(piece) } : [],
  );
}

/** Names in lower case without prefixes. The first of two equal names counts. Quotes may be missing. */
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
