import type { Role } from '../source/name-parts.ts';
import type { Scanned } from './scanned.ts';
import { textOf, trimmed } from './shown-text.ts';
import type { Token, TokenKind } from './tokens/token.ts';

/** What one name says by itself; which of two meanings an open one has, its siblings decide. */
export type NameReading = {
  role: Role;
  no: number | undefined;
  /** The second number of 1-3 or 12-1, as it is written; whether it ends a range or is a part is open. */
  pair: { no: string; to: string } | undefined;
  /** Which piece of the chapter, in tenths: 12.1, 12.2. */
  part: number | undefined;
  /** The same by a bare number, as in 第12话(1). It counts where two names have one number. */
  openPart: number | undefined;
  /** The piece that the end of the title names. It counts where two names have one number. */
  laterPart: number | undefined;
  /** The number is that of a volume. */
  isVolume: boolean;
  volume: number | undefined;
  season: string | undefined;
  edition: string | undefined;
  version: number | undefined;
  isCopy: boolean;
  /** A number before everything else. */
  lead: number | undefined;
  /** A word for side stories stands behind the number. */
  hasSideWord: boolean;
  /** What stands before all that counts: in a general folder the title of the comic. */
  head: string | undefined;
  /** The same with the season and the edition behind it. */
  headWithSeason: string | undefined;
  /** All that does not speak of the file. */
  text: string | undefined;
  title: string | undefined;
  author: string | undefined;
};

export type ReadingRules = {
  /** Whether the comic is known by its folder. In a general place the name has to say it. */
  inComic: boolean;
  /** Which of the numbers without a word counts. */
  plain: 'first' | 'last';
};

const ROLES: ReadonlySet<TokenKind> = new Set(['side', 'opening', 'finale', 'epilogue', 'afterword', 'notice']);
const SILENT: ReadonlySet<TokenKind> = new Set(['gap', 'noise', 'filler', 'version', 'copy']);
/** More than that is no piece of a chapter. */
const MOST_PARTS = 30;

export function readTokens(name: Scanned, all: readonly Token[], rules: ReadingRules): NameReading {
  const { tokens, author } = makersOf(name, all);
  const words = tokens.filter(({ kind }) => !SILENT.has(kind));
  const main = findMain(name, words, rules);
  const at = main === undefined ? words.length : words.indexOf(main.token);
  const before = words.slice(0, at);
  const lead = leadOf(name, words, at, main);
  const series = findSeries(before, lead === undefined ? 0 : 1, rules);
  const end = main?.role === 'chapter' ? main.token.end : undefined;
  const part = main?.role === 'chapter' ? findPart(tokens, main.token) : undefined;
  const versions = tokens.flatMap((token) => (token.kind === 'version' ? (token.value ?? 2) : []));
  return {
    role: main?.role ?? 'none',
    no: main?.no,
    pair: main?.role === 'chapter' ? pairOf(name, main.token) : undefined,
    part: part?.kind === 'part' ? part.value : main?.role === 'chapter' ? main.token.part : undefined,
    openPart: part?.kind === 'number' ? part.value : undefined,
    laterPart: end === undefined ? undefined : laterPart(words.slice(at + 1)),
    isVolume: main?.token.kind === 'volume',
    volume: volumeOf(words, main?.token),
    season: series.season && textOf(name, [series.season]),
    edition: series.edition && textOf(name, [series.edition]),
    version: versions[0],
    isCopy: tokens.some(({ kind }) => kind === 'copy'),
    lead: lead?.value,
    hasSideWord: main?.role === 'chapter' && words.slice(at + 1).some(({ kind }) => kind === 'side'),
    head: trimmed(textOf(name, tokens, lead?.end ?? 0, series.start ?? main?.token.start)),
    headWithSeason: trimmed(textOf(name, tokens, lead?.end ?? 0, series.end ?? main?.token.start)),
    text: trimmed(textOf(name, tokens)),
    title: titleOf(name, tokens, main, lead?.end ?? 0, rules),
    author,
  };
}

type Main = { token: Token; role: Role; no: number | undefined };

/** The token that says which chapter it is. */
function findMain(name: Scanned, words: readonly Token[], rules: ReadingRules): Main | undefined {
  const chapter = findChapter(words, rules);
  const role = findRole(words, rules, chapter);
  if (chapter !== undefined && (role === undefined || !isBefore(role, chapter))) return asChapter(chapter);
  if (role !== undefined) {
    const [first] = words;
    if (role.kind === 'side' && first?.kind === 'number' && first !== role && isBefore(first, role) && !chapter)
      return { token: role, role: 'side', no: undefined };
    const counted = words.slice(words.indexOf(role) + 1).find(({ kind }) => kind === 'number' || kind === 'chapter');
    return { token: role, role: role.kind as Role, no: counted?.value };
  }
  const volume = words.findLast(({ kind, glued }) => kind === 'volume' && (rules.inComic || !glued));
  if (volume !== undefined) return asChapter(volume);
  const plain = findPlain(name, words, rules);
  if (plain !== undefined) return asChapter(plain);
  const counted = words.find(({ kind, value }) => (kind === 'season' || kind === 'part') && value !== undefined);
  return counted && (rules.inComic || counted !== words[0]) ? asChapter(counted) : undefined;
}

const asChapter = (token: Token): Main => ({
  token,
  role: 'chapter',
  no: token.isHalf ? halfVolume(token) : token.value,
});

/** 书名（上）, （中）, （下） as volumes; 中 is often missing. */
export const halfVolume = ({ value = 0 }: Token): number => (value === 0 ? 1 : value === 3 ? 2 : 3);

const isBefore = (one: Token, other: Token) => one.start < other.start;

/** Where a comic is known the first counts; else one that no letters follow, as they do in 第五集中营 第1话. */
function findChapter(words: readonly Token[], { inComic }: ReadingRules): Token | undefined {
  const chapters = words.filter(({ kind }) => kind === 'chapter');
  return inComic ? chapters[0] : (chapters.find(({ glued }) => !glued) ?? chapters[0]);
}

/** Side words count as words of their own: 特典屋 is a title, and so is Extra Life before Chapter 1. */
function findRole(words: readonly Token[], { inComic }: ReadingRules, chapter: Token | undefined): Token | undefined {
  return words.find((token, index) => {
    if (!ROLES.has(token.kind)) return false;
    // 终章 第3话 is a chapter of the last part.
    if (chapter && isBefore(token, chapter) && (token.kind === 'finale' || token.kind === 'epilogue')) return false;
    const previous = words[index - 1];
    const isAttached = previous?.kind === 'text' && previous.end === token.start;
    if (inComic) return chapter === undefined || (!isAttached && !isTextBetween(words, index, chapter));
    const hasTitle = words.slice(0, index).some(({ kind }) => kind === 'text');
    const isTitle = !hasTitle && words.slice(index + 1).some(({ kind }) => kind === 'text');
    return !isAttached && !token.glued && !isTitle;
  });
}

function isTextBetween(words: readonly Token[], from: number, chapter: Token): boolean {
  const next = words[from + 1];
  return next?.kind === 'text' && next.start === words[from]?.end && isBefore(next, chapter);
}

/** Numbers that no word explains: 03, 书名 03, 03 标题. */
function findPlain(name: Scanned, words: readonly Token[], { inComic, plain }: ReadingRules): Token | undefined {
  const numbers = words.filter(({ kind }) => kind === 'number');
  const dates = words.filter(({ kind }) => kind === 'date');
  const likely = numbers.filter((token) => !isYear(token) || words.length === 1);
  const [first, last] = [likely[0], likely.at(-1)];
  const isFirst = first !== undefined && first === words.find(({ kind }) => kind !== 'season' && kind !== 'edition');
  const isLast = last !== undefined && last === words.at(-1) && !isYear(last);
  if (inComic) {
    if (isFirst && (plain === 'first' || !isLast)) return first;
    return (
      (isLast ? last : (first ?? dates[0])) ?? (numbers.length === 1 && words.length === 1 ? numbers[0] : undefined)
    );
  }
  if (isLast && (last.start === words[0]?.start || !isInWord(name, last))) return last;
  if (isFirst && !first.glued && first.end !== words[1]?.start) return first;
  return (
    likely.find((token, index) => (index > 0 || !isFirst ? !token.glued && !isInWord(name, token) : false)) ?? dates[0]
  );
}

const isYear = ({ value = 0, end, start }: Token) => end - start === 4 && value >= 1900 && value < 2100;

/** A digit behind a Latin letter is part of the word; behind other signs it is a number: 书名03. */
function isInWord({ scan }: Scanned, { start }: Token): boolean {
  return /[\p{Script=Latin}\p{Script=Cyrillic}]/u.test(scan[start - 1] ?? '');
}

/** 0001-第1话: a number before the one that counts, or before a word such as 番外. */
function leadOf(name: Scanned, words: readonly Token[], at: number, main: Main | undefined): Token | undefined {
  const [first, second] = words;
  if (first === undefined || main === undefined || at === 0) return undefined;
  if (first.kind !== 'number' && first.kind !== 'date') return undefined;
  const isPadded = name.scan.slice(first.start).replace(/^\D+/, '').startsWith('0');
  return second?.kind !== 'text' || first.kind === 'date' || isPadded ? first : undefined;
}

type SeriesTokens = { season?: Token; edition?: Token; start?: number; end?: number };

/** What tells one series from another before the number: seasons, editions, and Part 2 where it is not a piece of a chapter. */
function findSeries(before: readonly Token[], from: number, { inComic }: ReadingRules): SeriesTokens {
  const own = before.slice(from);
  const season = own.findLast(({ kind, glued, isHalf }) => (kind === 'season' || kind === 'part') && !glued && !isHalf);
  const edition = own.findLast(({ kind, glued }) => kind === 'edition' && !glued);
  const marks = [season, edition].flatMap((token) => token ?? []).sort((a, b) => a.start - b.start);
  const volume = own.find(({ kind, glued }) => kind === 'volume' && (inComic || !glued));
  const [start, end] = [marks[0]?.start ?? volume?.start, marks.at(-1)?.end ?? volume?.start];
  return {
    ...(season && { season }),
    ...(edition && { edition }),
    ...(start !== undefined && { start: Math.min(start, volume?.start ?? start) }),
    ...(end !== undefined && { end }),
  };
}

/** A piece right behind the number: 第12话①, 第12话(2), 第12话 Part 2, 第12话1. */
function findPart(tokens: readonly Token[], main: Token): Token | undefined {
  const rest = tokens.slice(tokens.indexOf(main) + 1).filter(({ kind }) => !SILENT.has(kind));
  const [next, after] = rest;
  if (next === undefined || next.kind === 'part') return next;
  const isSmall = next.kind === 'number' && next.to === undefined && isPiece(next);
  const isOfChapter = next.bracket === 'round' || (main.kind !== 'number' && after === undefined);
  return isSmall && isOfChapter ? next : undefined;
}

const isPiece = ({ value = 0 }: Token) => Number.isInteger(value) && value > 0 && value <= MOST_PARTS;

function laterPart(after: readonly Token[]): number | undefined {
  const last = after.at(-1);
  if (last?.kind === 'part') return last.value;
  return last?.kind === 'number' && isPiece(last) ? last.value : undefined;
}

function volumeOf(words: readonly Token[], main: Token | undefined): number | undefined {
  const volume = words.find((token) => token.kind === 'volume' && token !== main);
  return volume?.value;
}

function pairOf({ scan }: Scanned, token: Token): NameReading['pair'] {
  if (token.joint !== 'dash' || token.to === undefined) return undefined;
  const match = /(\d+(?:\.\d+)?)\D*?-\D*?(\d+)/.exec(scan.slice(token.start, token.end));
  return match ? { no: match[1] ?? '', to: match[2] ?? '' } : undefined;
}

/** Behind the number the title of the chapter; of a side story its words themselves. */
function titleOf(
  name: Scanned,
  tokens: readonly Token[],
  main: Main | undefined,
  lead: number,
  { inComic }: ReadingRules,
) {
  const from =
    main === undefined
      ? inComic
        ? lead
        : undefined
      : main.role === 'chapter'
        ? main.token.end
        : titleStart(tokens, main.token, lead, inComic);
  if (from === undefined) return undefined;
  const behind = tokens.filter(({ kind, start }) => kind !== 'volume' || start < from);
  const title = trimmed(textOf(name, behind, from));
  return title !== undefined && /^(?:完|完结|完結|end|fin)$/i.test(title) ? undefined : title;
}

function titleStart(tokens: readonly Token[], role: Token, lead: number, inComic: boolean): number {
  const before = tokens.slice(0, tokens.indexOf(role)).findLast(({ kind }) => kind === 'volume' || kind === 'season');
  return inComic ? Math.max(lead, before?.end ?? 0) : role.start;
}

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
