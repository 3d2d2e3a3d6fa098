import { type Scanned, scanned } from './scanned.ts';
import type { Token } from './tokens/token.ts';
import { tokenise } from './tokens/tokenise.ts';

/** The rest of a name after the title of its comic; undefined if it does not begin with that title. */
export function behindTitle({ shown, scan }: Scanned, title: string): Scanned | undefined {
  const known = scanned(title).scan.trim().toLowerCase();
  const brackets = /^(?:\s*(?:\[[^[\]]*\]|【[^【】]*】|\([^()]*\)))*\s*/.exec(scan)?.[0].length ?? 0;
  for (const start of new Set([brackets, scan.length - scan.trimStart().length])) {
    const end = start + known.length;
    if (known === '' || scan.slice(start, end).toLowerCase() !== known || !endsThere(scan, end)) continue;
    return { shown: shown.slice(0, start) + shown.slice(end), scan: scan.slice(0, start) + scan.slice(end) };
  }
  return undefined;
}

/** 终 is no title of 终章, and Area 5 none of Area 51; 书名 is one of 书名第8话. */
function endsThere(scan: string, end: number): boolean {
  const [last, next] = [scan[end - 1] ?? '', scan[end] ?? ''];
  if (next === '' || !/[\p{L}\d]/u.test(next)) return true;
  if (/\d/.test(last)) return !/\d/.test(next) && isMarker(scan.slice(end));
  if (/\d/.test(next)) return true;
  const isLatin = /\p{Script=Latin}/u;
  return !(isLatin.test(last) && isLatin.test(next)) && isMarker(scan.slice(end));
}

function isMarker(rest: string): boolean {
  const [first] = tokenise(rest);
  return first !== undefined && first.kind !== 'text';
}

/** A name and its tokens. */
export type Parsed = Scanned & { tokens: Token[] };

/** Characters at which a number may begin, so a title may end before them. */
const BEGINS_NUMBER = new Set([
  'chapter',
  'volume',
  'season',
  'number',
  'date',
  'side',
  'opening',
  'finale',
  'part',
  'edition',
]);
const SURE = new Set(['chapter', 'volume']);
const MOST_HEADS = 8;

/**
 * Titles with which several names begin: Chapter 9 Girls of «Chapter 9 Girls 01» and «… 02». One item a name; undefined if it
 * has none.
 */
export function sharedTitles(names: readonly Parsed[], inComic: boolean): (string | undefined)[] {
  const heads = names.map((name) => headsOf(name, inComic));
  const counts = new Map<string, Set<number>>();
  const starts = new Map<string, number>();
  for (const [index, own] of heads.entries()) {
    for (const { key } of own) counts.set(key, (counts.get(key) ?? new Set()).add(index));
    for (const key of new Set(own.map(({ word }) => word))) starts.set(key, (starts.get(key) ?? 0) + 1);
  }
  return heads.map((own) => {
    const shared = own.filter(({ key, word, isSide, hasChapter }) => {
      const count = counts.get(key)?.size ?? 0;
      // A number that all names have is part of the title.
      if (hasChapter) return count > 2 && count === names.length;
      return count > 1 && (!isSide || count === starts.get(word));
    });
    return shared.at(-1)?.text;
  });
}

type Head = { key: string; text: string; word: string; isSide: boolean; hasChapter: boolean };

function headsOf({ shown, scan, tokens }: Parsed, inComic: boolean): Head[] {
  const words = tokens.filter(({ kind }) => kind !== 'gap');
  const from = words.findIndex(
    ({ kind, bracket }) => !(bracket !== undefined && (kind === 'group' || kind === 'noise')),
  );
  if (from < 0) return [];
  const heads: Head[] = [];
  for (let at = from + 1; at < words.length && heads.length < MOST_HEADS; at++) {
    const [next, last, first] = [words[at], words[at - 1], words[from]];
    if (!next || !last || !first || !BEGINS_NUMBER.has(next.kind)) continue;
    const head = words.slice(from, at);
    if (!isTitle(head, next, inComic)) continue;
    const text = shown.slice(first.start, last.end);
    const firstText = words.slice(from).find(({ kind }) => kind === 'text');
    const word = scan.slice(first.start, firstText?.end ?? first.end);
    const hasChapter = head.some(({ kind, glued }) => kind === 'chapter' && !glued);
    heads.push({ key: scan.slice(first.start, last.end), text, word, isSide: last.kind === 'side', hasChapter });
  }
  return heads;
}

/** A title ends with a word and does not contain the chapter number. */
function isTitle(head: readonly Token[], next: Token, inComic: boolean): boolean {
  const [first, last] = [head[0], head.at(-1)];
  if (first === undefined || last === undefined) return false;
  if (!head.some(({ kind }) => kind === 'text'))
    return head.length === 1 && first.kind === 'number' && SURE.has(next.kind);
  const isWord = last.kind === 'text' || last.kind === 'side' || (last.kind === 'group' && last.bracket === 'round');
  const isNumber = last.kind === 'number' && (next.kind === 'number' || SURE.has(next.kind));
  if (!isWord && !isNumber) return false;
  return head.every((token) => {
    if (token.kind === 'volume' || token.kind === 'season') return token.glued === true;
    if (token.kind !== 'chapter') return true;
    return token.glued === true || SURE.has(next.kind) || (!inComic && next.kind === 'number');
  });
}
