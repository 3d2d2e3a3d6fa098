import type { Scanned } from './scanned.ts';
import { trimmed } from './shown-text.ts';
import type { Token } from './tokens/token.ts';

/** Brackets with words: at the beginning who made it, in square ones a group, behind a year and the like about the file. */
export function makersOf(name: Scanned, all: readonly Token[]): { tokens: Token[]; author: string | undefined } {
  const saying = all.filter(({ kind }) => kind !== 'gap' && kind !== 'noise');
  const groups = saying.filter(({ kind }) => kind === 'group');
  const isAllInBrackets = saying.length > 1 && saying.every(({ bracket }) => bracket !== undefined);
  if (isAllInBrackets || (saying.length === 1 && groups.length === 1)) return allInBrackets(name, all, groups);
  const title = titleInBrackets(saying);
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

/** 【书名】第1话: where a number follows it at once, the last leading bracket is the title. */
function titleInBrackets(saying: readonly Token[]): Token | undefined {
  const counted = saying.findIndex(({ bracket }) => bracket === undefined);
  const leading = saying.slice(0, Math.max(counted, 0));
  // [汉化组]番外 names who made it, [来源][书名]番外 both.
  const isSide = saying[counted]?.kind === 'side' && leading.length > 1;
  if (leading.length === 0 || !(isSide || COUNTED.has(saying[counted]?.kind ?? 'text'))) return undefined;
  return leading.every(({ kind }) => kind === 'group') ? leading.at(-1) : undefined;
}

const COUNTED = new Set(['chapter', 'volume', 'number']);

/** [作者][书名][第1卷]: of two names the first is the author. [Comic][书名][作者][出版社][Vol.01] says so. */
function allInBrackets(name: Scanned, all: readonly Token[], groups: readonly Token[]) {
  const isComic = /^\s*\[comic\]/.test(name.scan);
  const [first, second, ...others] = groups;
  const makers = isComic ? [second, ...others] : groups.length > 1 ? [first] : [];
  const tokens = all.flatMap((token) => {
    if (makers.includes(token)) return [];
    return [token.kind === 'group' ? unwrapped(token) : token];
  });
  const [maker] = makers;
  return { tokens, author: maker && trimmed(inside(name, maker)) };
}

const unwrapped = (token: Token): Token => ({ ...token, kind: 'text', start: token.start + 1, end: token.end - 1 });

const inside = ({ shown }: Scanned, { start, end }: Token) => shown.slice(start + 1, end - 1);
