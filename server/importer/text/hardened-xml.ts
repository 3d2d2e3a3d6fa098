import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { MAX_COMIC_INFO_BYTES } from '../limits/limits.ts';
import { decodeXml, decodeXmlReferences } from './xml-text.ts';

/** Thrown for refused XML. The message is the reason, in Chinese. */
export class UnsafeXml extends Error {}

/** Far more levels than ComicInfo and EPUB packages have. */
const MAX_NESTING = 16;

/**
 * Parses untrusted XML. Throws `UnsafeXml`. A document type is refused, because XML reaches files, hosts and memory only
 * through entities.
 */
export function readHardened(bytes: Buffer): { parsed: Element; hadControls: boolean } {
  if (bytes.length > MAX_COMIC_INFO_BYTES) throw new UnsafeXml('太大');
  const decoded = decodeXml(bytes);
  const text = decoded.replace(FORBIDDEN, '');
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new UnsafeXml('含有文档类型或实体声明，可能有害');
  let parsed: unknown;
  try {
    parsed = new XMLParser(PARSER_OPTIONS).parse(text);
  } catch (error) {
    throw new UnsafeXml('不是有效的 XML', { cause: error });
  }
  if (XMLValidator.validate(text) !== true || !isElement(parsed)) throw new UnsafeXml('不是有效的 XML');
  return { parsed, hadControls: text !== decoded };
}

/** Characters that XML 1.0 forbids: controls (`[^\P{Cc}…]` is every control except those that follow) and two that are no characters. */
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

/** Elements and texts by name; names of attributes begin with @. */
export type Element = Record<string, unknown>;

export function isElement(value: unknown): value is Element {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The elements of a name as a list, whether there are none, one or more. */
export function asList(value: unknown): unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

/** The text of the first element; empty if it contains elements. */
export function textOf(value: unknown): string {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof first === 'string') return first.trim();
  // An element with attributes has its text in `#text`.
  return isElement(first) && typeof first['#text'] === 'string' && onlyAttributes(first) ? first['#text'].trim() : '';
}

function onlyAttributes(element: Element): boolean {
  return Object.keys(element).every((name) => name === '#text' || name.startsWith('@'));
}
