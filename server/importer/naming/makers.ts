import type { Scanned } from './scanned.ts';
import { trimmed } from './shown-text.ts';
import type { Token } from './tokens/token.ts';

/** Brackets with words: at the beginning who made it, in square ones a group, behind a year and the like about the file. */
export function makersOf(name: Scanned, all: readonly Token[]): { tokens: Token[]; author: string | undefined } {
  const saying = all.filter(({ kind }) => kind !== 'gap' && kind !== 'noise');
  const groups = saying.filter(({ kind }) => kind === 'group');
  const isAllInBrackets = saying.length > 1 && saying.every(({ bracket }) => bracket !== undefined);
  if (isAllInBrackets || (saying.length === 1 && groups.length === 1)) return allInBrackets(name, all, groups);
  let author: string | undefined;
  let isLeading = true;
  let isAboutFile = false;
  const tokens: Token[] = [];
  for (const token of all) {
    if (token.kind === 'noise' && token.bracket !== undefined && !isLeading) isAboutFile = true;
    if (token.kind !== 'group') {
      isLeading &&= token.kind === 'gap' || token.kind === 'noise';
      tokens.push(token);
    } else if (isLeading) author ??= trimmed(inside(name, token));
    else if (token.bracket === 'round' && !isAboutFile) tokens.push({ ...token, kind: 'text' });
    else tokens.push({ ...token, kind: 'noise' });
  }
  return { tokens, author };
}

/** [作者][书名][第1卷]: of two names the first is the author. */
function allInBrackets(name: Scanned, all: readonly Token[], groups: readonly Token[]) {
  const maker = groups.length > 1 ? groups[0] : undefined;
  const tokens = all.flatMap((token): Token[] => {
    if (token === maker) return [];
    return [token.kind === 'group' ? { ...token, kind: 'text', start: token.start + 1, end: token.end - 1 } : token];
  });
  return { tokens, author: maker && trimmed(inside(name, maker)) };
}

const inside = ({ shown }: Scanned, { start, end }: Token) => shown.slice(start + 1, end - 1);
