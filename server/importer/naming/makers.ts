import type { Scanned } from './scanned.ts';
import { trimmed } from './shown-text.ts';
import type { Token } from './tokens/token.ts';

/**
 * Brackets with words. At the beginning they name the author, or a group if they are square; at the end, with years and the
 * like, they describe the file.
 */
export function makersOf(name: Scanned, all: readonly Token[]): { tokens: Token[]; author: string | undefined } {
  const words = all.filter(({ kind }) => kind !== 'gap' && kind !== 'noise');
  const groups = words.filter(({ kind }) => kind === 'group');
  const isAllInBrackets = words.length > 1 && words.every(({ bracket }) => bracket !== undefined);
  if (isAllInBrackets || (words.length === 1 && groups.length === 1)) return allInBrackets(name, all, groups);
  const title = titleInBrackets(words);
  let author: string | undefined;
  let isLeading = true;
  let isAboutFile = false;
  const tokens: Token[] = [];
  for (const token of all) {
    if (token.kind === 'noise' && token.bracket !== undefined && !isLeading) isAboutFile = true;
    if (token.kind !== 'group') {
      isLeading &&= token.kind === 'gap' || token.kind === 'noise';
      tokens.push(token);
    } else if (token === title) tokens.push(unwrapped(token));
    else if (isLeading) author ??= trimmed(inside(name, token));
    else if (token.bracket === 'round' && !isAboutFile) tokens.push({ ...token, kind: 'text' });
    else tokens.push({ ...token, kind: 'noise' });
  }
  return { tokens, author };
}

/** 【书名】第1话: the last leading bracket is the title if a number follows it directly. */
function titleInBrackets(words: readonly Token[]): Token | undefined {
  const counted = words.findIndex(({ bracket }) => bracket === undefined);
  const leading = words.slice(0, Math.max(counted, 0));
  // [汉化组]番外 names the group, [来源][书名]番外 the source and the title.
  const isSide = words[counted]?.kind === 'side' && leading.length > 1;
  if (leading.length === 0 || !(isSide || COUNTED.has(words[counted]?.kind ?? 'text'))) return undefined;
  return leading.every(({ kind }) => kind === 'group') ? leading.at(-1) : undefined;
}

const COUNTED = new Set(['chapter', 'volume', 'number']);

/** [作者][书名][第1卷]: the first of two names is the author. [Comic][书名][作者][出版社][Vol.01] has another order. */
function allInBrackets(name: Scanned, all: readonly Token[], groups: readonly Token[]) {
  const isComic = /^\s*\[comic\]/.test(name.scan);
  const [first, second, ...others] = groups;
  const ofTwoNames = groups.length > 1 ? [first] : [];
  const makers = isComic ? [second, ...others] : ofTwoNames;
  const tokens = all.flatMap((token) => {
    if (makers.includes(token)) return [];
    return [token.kind === 'group' ? unwrapped(token) : token];
  });
  const [maker] = makers;
  return { tokens, author: maker && trimmed(inside(name, maker)) };
}

const unwrapped = (token: Token): Token => ({ ...token, kind: 'text', start: token.start + 1, end: token.end - 1 });

const inside = ({ shown }: Scanned, { start, end }: Token) => shown.slice(start + 1, end - 1);
