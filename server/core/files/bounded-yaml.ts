import {
  Composer,
  type CST,
  type Document,
  isScalar,
  Lexer,
  type LineCounter,
  type Node,
  type ParsedNode,
  Parser,
  visit,
  YAMLParseError,
} from 'yaml';

/** The limits of a document. `tokens` are words, signs and line breaks; a text of many lines is one. */
export type YamlLimits = { tokens: number; depth: number; aliases: number };

/** Why a document is not read. */
export type TooMuch = 'tokens' | 'depth' | 'aliases';

/**
 * Parses one document of YAML or JSON in time that grows with its size only. The quadratic work of the package is bounded
 * before it begins: it compares each key with all others of its map, and looks through the whole document for each alias.
 */
export function parseBounded(
  text: string,
  lines: LineCounter,
  limits: YamlLimits,
): Document.Parsed<ParsedNode> | TooMuch {
  if (hasMoreTokens(text, limits.tokens)) return 'tokens';
  const tokens = [...new Parser(lines.addNewLine).parse(text)];
  const tooMuch = tokens.map((token) => measure(token, limits)).find((found) => found !== null);
  if (tooMuch) return tooMuch;
  const [document, second] = new Composer({ uniqueKeys: false, prettyErrors: false, logLevel: 'silent' }).compose(
    tokens,
    true,
    text.length,
  );
  if (!document) throw new Error('a parsed text has no document');
  if (second) report(document, second.range[0], 'MULTIPLE_DOCS');
  reportDuplicateKeys(document);
  document.errors.sort((a, b) => a.pos[0] - b.pos[0]);
  return document;
}

/** The lexer stops where the limit is reached. */
function hasMoreTokens(text: string, most: number): boolean {
  let count = 0;
  for (const _token of new Lexer().lex(text)) if (++count > most) return true;
  return false;
}

/** Walks the tokens without recursion: a deep document would use up the stack. */
function measure(token: CST.Token, { depth: deepest, aliases: mostAliases }: YamlLimits): TooMuch | null {
  const left: { token: CST.Token; depth: number }[] = [{ token, depth: 0 }];
  let aliases = 0;
  for (let next = left.pop(); next; next = left.pop()) {
    const { token, depth } = next;
    if (depth > deepest) return 'depth';
    if (token.type === 'alias' && ++aliases > mostAliases) return 'aliases';
    const inside = 'items' in token ? token.items.flatMap(({ key, value }) => [key, value]) : [];
    const isCollection = 'items' in token;
    const whole = token.type === 'document' ? [token.value] : inside;
    for (const each of whole) if (each) left.push({ token: each, depth: isCollection ? depth + 1 : depth });
  }
  return null;
}

/** Once for each key that its map has already. */
function reportDuplicateKeys(document: Document.Parsed<ParsedNode>): void {
  visit(document, {
    Map(_key, { items }) {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value)) report(document, startOf(key), 'DUPLICATE_KEY');
        seen.add(key.value);
      }
    },
  });
}

function report(document: Document.Parsed, at: number, code: YAMLParseError['code']): void {
  document.errors.push(new YAMLParseError([at, at + 1], code, ''));
}

function startOf({ range }: Node): number {
  return range?.[0] ?? 0;
}
