import type { Role } from '../source/name-parts.ts';
import { CHINESE_DIGITS, parseChineseNumber } from './chinese-number.ts';
import { findMain, halfVolume, type Main, type ReadingRules } from './main-token.ts';
import { makersOf } from './makers.ts';
import type { Scanned } from './scanned.ts';
import { textOf, trimmed } from './shown-text.ts';
import type { Token, TokenKind } from './tokens/token.ts';

/** The meaning of one name without its siblings. Ambiguous parts are decided later, together with its siblings. */
export type NameReading = {
  role: Role;
  no: number | undefined;
  /** The second number of 1-3 or 12-1 as it is written. It may be the end of a range or a part. */
  pair: { no: string; to: string } | undefined;
  /** The part of the chapter in tenths: 12.1, 12.2. */
  part: number | undefined;
  /** A part given by a plain number, as in 第12话(1). It counts if two names have the same chapter number. */
  openPart: number | undefined;
  /** A part at the end of the title. It counts if two names have the same chapter number. */
  laterPart: number | undefined;
  /** The number has no word such as 话; `isInside`: there are words before it. */
  isPlain: boolean;
  isInside: boolean;
  /** Sort key that orders 番外一, 番外二, 番外十 and 上, 中, 下. */
  sortText: string;
  /** The number is a volume number. */
  isVolume: boolean;
  volume: number | undefined;
  season: string | undefined;
  edition: string | undefined;
  version: number | undefined;
  isCopy: boolean;
  /** A number before everything else. */
  lead: number | undefined;
  /** A word for side stories follows the number. */
  hasSideWord: boolean;
  /** The text before all numbers: in a general folder the title of the comic. */
  head: string | undefined;
  /** The text without the parts about the file. */
  text: string | undefined;
  title: string | undefined;
  author: string | undefined;
};

const SILENT: ReadonlySet<TokenKind> = new Set(['gap', 'noise', 'filler', 'version', 'copy']);
/** A larger number is not a part of a chapter. */
const MOST_PARTS = 30;

export function readTokens(name: Scanned, all: readonly Token[], rules: ReadingRules): NameReading {
  const { tokens, author } = makersOf(name, all);
  const words = tokens.filter(({ kind }) => !SILENT.has(kind));
  const main = findMain(name, words, rules);
  const at = main === undefined ? words.length : words.findIndex(({ start }) => start === main.token.start);
  const before = words.slice(0, at);
  const lead = leadOf(name, words, at, main);
  const series = findSeries(before, lead === undefined ? 0 : 1, rules);
  const chapter = main?.role === 'chapter' ? main.token : undefined;
  const part = chapter && findPart(tokens, chapter);
  const behind = words.slice(at + 1);
  const versions = tokens.flatMap((token) => (token.kind === 'version' ? (token.value ?? 2) : []));
  return {
    role: main?.role ?? 'none',
    no: main?.no,
    pair: chapter && pairOf(name, chapter, words),
    part: part?.kind === 'part' ? part.value : chapter?.part,
    openPart: part?.kind === 'number' ? part.value : undefined,
    laterPart: chapter && laterPart(behind),
    isPlain: main?.isPlain === true,
    isInside: before.some(({ kind, bracket }) => kind === 'text' && bracket === undefined),
    sortText: sortTextOf(name, tokens),
    isVolume: main?.token.kind === 'volume',
    volume: volumeOf(words, main?.token),
    season: series.season && insideText(name, series.season),
    edition: series.edition && insideText(name, series.edition),
    version: versions[0],
    isCopy: tokens.some(({ kind }) => kind === 'copy'),
    lead: lead?.value,
    hasSideWord: chapter !== undefined && behind.some(({ kind }) => kind === 'side'),
    head: headOf(name, tokens, lead?.end ?? 0, series.start ?? main?.token.start),
    text: trimmed(textOf(name, tokens)),
    title: titleOf(name, tokens, main, lead?.end ?? 0, rules),
    author,
  };
}

/** 0001-第1话: a number before the chapter number, or before a word such as 番外. */
function leadOf(name: Scanned, words: readonly Token[], at: number, main: Main | undefined): Token | undefined {
  const [first, second] = words;
  if (first === undefined || main === undefined || at === 0) return undefined;
  if (first.kind !== 'number' && first.kind !== 'date' && first.kind !== 'chapter') return undefined;
  // 001-书名 第1话 is an index, 07-Ghost 01 a title.
  const isPadded = /^\W?0\d\d/.test(name.scan.slice(first.start));
  return second?.kind !== 'text' || first.kind === 'date' || isPadded ? first : undefined;
}

type SeriesTokens = { season?: Token; edition?: Token; start?: number; end?: number };

/** The season and edition before the number; Part 2 is a season there. */
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

/** A part directly after the number: 第12话①, 第12话(2), 第12话 Part 2, 第12话1. */
function findPart(tokens: readonly Token[], main: Token): Token | undefined {
  const rest = tokens.slice(tokens.indexOf(main) + 1).filter(({ kind }) => !SILENT.has(kind));
  const [next, after] = rest;
  if (next === undefined || next.kind === 'part') return next;
  const isSmall = next.kind === 'number' && next.to === undefined && isPiece(next);
  const isOfChapter = (next.bracket !== undefined || main.kind !== 'number') && (next.bracket === 'round' || !after);
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

/** 12-1, or 12_1 if the name contains nothing else. */
function pairOf({ scan }: Scanned, token: Token, words: readonly Token[]): NameReading['pair'] {
  const [first, second] = words;
  const isTwo = words.length === 2 && first?.kind === 'number' && second?.kind === 'number' && !second.bracket;
  if (isTwo && first.to === undefined && second.to === undefined)
    return { no: scan.slice(first.start, first.end), to: scan.slice(second.start, second.end) };
  if (token.joint !== 'dash' || token.to === undefined) return undefined;
  const match = /(\d+(?:\.\d+)?)\D*?-\D*?(\d+)/.exec(scan.slice(token.start, token.end));
  return match ? { no: match[1] ?? '', to: match[2] ?? '' } : undefined;
}

/** The title of a chapter is the text after its number; that of a side story is its whole text. */
function titleOf(
  name: Scanned,
  tokens: readonly Token[],
  main: Main | undefined,
  lead: number,
  { inComic }: ReadingRules,
) {
  const from = titleStart(tokens, main, lead, inComic);
  if (from === undefined) return undefined;
  const behind = tokens.filter(({ kind, start }) => kind !== 'volume' || start < from);
  const title = trimmed(textOf(name, behind, from));
  return title !== undefined && /^(?:完|完结|完結|end|fin)$/i.test(title) ? undefined : title;
}

/** Where the title begins. A name without a number has a title only in the folder of a comic. */
function titleStart(
  tokens: readonly Token[],
  main: Main | undefined,
  lead: number,
  inComic: boolean,
): number | undefined {
  if (main === undefined) return inComic ? lead : undefined;
  if (main.role === 'chapter') return main.token.end;
  const role = main.token;
  const before = tokens.slice(0, tokens.indexOf(role)).findLast(({ kind }) => kind === 'volume' || kind === 'season');
  return inComic ? Math.max(lead, before?.end ?? 0) : role.start;
}

/** The text before all numbers, without words such as 连载 at its ends. */
function headOf(name: Scanned, tokens: readonly Token[], from: number, to: number | undefined): string | undefined {
  const own = tokens.filter(({ start, end }) => start >= from && end <= (to ?? end));
  const isSilent = ({ kind, start }: Token) =>
    kind === 'gap' || (kind === 'filler' && /\p{Script=Han}/u.test(name.scan[start] ?? ''));
  const [first, last] = [own.findIndex((token) => !isSilent(token)), own.findLastIndex((token) => !isSilent(token))];
  return trimmed(textOf(name, first < 0 ? [] : own.slice(first, last + 1)));
}

function insideText(name: Scanned, token: Token): string {
  const text = textOf(name, [token]);
  return token.bracket === undefined ? text : text.slice(1, -1);
}

function sortTextOf(name: Scanned, tokens: readonly Token[]): string {
  return tokens
    .filter(({ kind }) => !SILENT.has(kind))
    .map((token) => {
      if (token.isHalf) return String(halfVolume(token));
      if (token.value !== undefined && (token.kind === 'part' || token.kind === 'chapter')) return String(token.value);
      return countable(name.scan.slice(token.start, token.end));
    })
    .join(' ');
}

/** 番外十 and 番外下 with their numbers in digits. */
function countable(text: string): string {
  const halves = text.replace(/[上中下]$/, (half) => String('上中下'.indexOf(half) + 1));
  return halves.replace(HAN_RUN, (run) => String(parseChineseNumber(run) ?? run));
}

const HAN_RUN = new RegExp(`[${CHINESE_DIGITS}]+`, 'gu');
