import type { Role } from '../source/name-parts.ts';
import type { Scanned } from './scanned.ts';
import type { Token, TokenKind } from './tokens/token.ts';

export type ReadingRules = {
  /** Whether the folder names the comic. In a general folder the file name must contain the title. */
  inComic: boolean;
  /** Which of the plain numbers is the chapter number. */
  plain: 'first' | 'last' | 'date';
};

/** The token that gives the chapter number of a name, and its role. */
export type Main = {
  token: Token;
  role: Role;
  no: number | undefined;
  /** It is a plain number, without a word such as 话. */
  isPlain: boolean;
};

const COUNTED = /^第[^话話回章集]*[话話回章集]/;
const ROLES: ReadonlySet<TokenKind> = new Set(['side', 'opening', 'finale', 'epilogue', 'afterword', 'notice']);

export function findMain(name: Scanned, words: readonly Token[], rules: ReadingRules): Main | undefined {
  const chapter = findChapter(name, words, rules);
  const role = findRole(words, rules, chapter);
  if (chapter !== undefined && (role === undefined || !isBefore(role, chapter))) return asChapter(chapter);
  if (role !== undefined) return asRole(words, role, chapter);
  const volume = words.findLast(({ kind, glued }) => kind === 'volume' && (rules.inComic || !glued));
  if (volume !== undefined) return asChapter(volume);
  const plain = findPlain(name, words, rules);
  if (plain !== undefined) return { ...asChapter(plain), isPlain: true };
  const counted = words.find(({ kind, value }) => (kind === 'season' || kind === 'part') && value !== undefined);
  if (counted && (rules.inComic || counted !== words[0])) return asChapter(counted);
  return rules.inComic ? findOrdinal(name, words) : undefined;
}

const asChapter = (token: Token): Main => ({
  token,
  role: 'chapter',
  no: token.isHalf ? halfVolume(token) : token.value,
  isPlain: false,
});

/** 书名（上）, （中）, （下） as the volumes 1, 2 and 3; 中 is often missing. */
export function halfVolume({ value = 0 }: Token): number {
  if (value === 0) return 1;
  return value === 3 ? 2 : 3;
}

const isBefore = (one: Token, other: Token) => one.start < other.start;

function asRole(words: readonly Token[], role: Token, chapter: Token | undefined): Main {
  const kind = role.kind as Role;
  const [first] = words;
  const isLed = first?.kind === 'number' && isBefore(first, role) && chapter === undefined;
  const behind = words.slice(words.indexOf(role) + 1);
  const counted = isLed ? undefined : behind.find((token) => token.kind === 'number' || token.kind === 'chapter');
  return { token: role, role: kind, no: counted?.value, isPlain: false };
}

/**
 * If the comic is known, the first chapter token counts. Otherwise the first one that no letters follow: in 第五集中营 第1话 it is
 * 第1话.
 */
function findChapter({ scan }: Scanned, words: readonly Token[], { inComic }: ReadingRules): Token | undefined {
  const chapters = words.filter(({ kind }) => kind === 'chapter');
  const [first, second] = chapters;
  // #5 第3话: the first one is an index.
  const isSecond = first === words[0] && second === words[1] && second !== undefined;
  if (isSecond && /^(?:#|no)/.test(scan.slice(first?.start)) && COUNTED.test(scan.slice(second.start))) return second;
  return inComic ? first : (chapters.find(({ glued }) => !glued) ?? first);
}

/** Words for side stories count only as separate words: 特典屋 is a title, and so is Extra Life before Chapter 1. */
function findRole(words: readonly Token[], { inComic }: ReadingRules, chapter: Token | undefined): Token | undefined {
  return words.find((token, index) => {
    if (!ROLES.has(token.kind)) return false;
    // 终章 第3话 is a chapter of the last part.
    if (chapter && isBefore(token, chapter) && (token.kind === 'finale' || token.kind === 'epilogue')) return false;
    const previous = words[index - 1];
    const isAttached = previous?.kind === 'text' && previous.end === token.start;
    const isVolume = words.slice(0, index).some(({ kind }) => kind === 'volume');
    // 第8卷 大结局 is the last volume, 第8卷 雨中的番外地 has a title.
    if (isVolume && (token.kind === 'finale' || isAttached)) return false;
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

/** Plain numbers: 03, 书名 03, 03 标题. A number in brackets counts if there is no other. */
function findPlain(name: Scanned, words: readonly Token[], rules: ReadingRules): Token | undefined {
  const dates = words.filter(({ kind }) => kind === 'date');
  if (rules.plain === 'date' && dates[0] !== undefined && dates[0] === words[0]) return dates[0];
  const numbers = likelyNumbers(words);
  const found = rules.inComic ? plainInComic(words, numbers, rules) : plainByItself(name, words, numbers);
  return found ?? dates[0];
}

/** The numbers that are no years. Those in brackets are left out if there are others. */
function likelyNumbers(words: readonly Token[]): Token[] {
  const numbers = words.filter(({ kind }) => kind === 'number');
  const hasBare = numbers.some(({ bracket }) => bracket === undefined);
  return numbers.filter((token) => {
    if (hasBare && token.bracket) return false;
    return !isYear(token) || words.length === 1;
  });
}

/** Whether the number is the first word, apart from the season and the edition. */
function isFirstWord(number: Token | undefined, words: readonly Token[]): boolean {
  return number !== undefined && number === words.find(({ kind }) => kind !== 'season' && kind !== 'edition');
}

/** Whether the number is the last word, apart from numbers in brackets. A year is not the number of a chapter. */
function isLastWord(number: Token | undefined, words: readonly Token[]): boolean {
  if (number === undefined || isYear(number)) return false;
  return number === words.findLast((word) => !isAside(word, number));
}

/** In the folder of a comic: the first or the last word, by the rules of the folder. */
function plainInComic(words: readonly Token[], numbers: readonly Token[], { plain }: ReadingRules): Token | undefined {
  const [first, last] = [numbers[0], numbers.at(-1)];
  const isLast = isLastWord(last, words);
  if (isFirstWord(first, words) && (plain !== 'last' || !isLast)) return first;
  return isLast ? last : first;
}

/** Where the comic is not known, a number may belong to its title. */
function plainByItself(name: Scanned, words: readonly Token[], numbers: readonly Token[]): Token | undefined {
  const [first, last] = [numbers[0], numbers.at(-1)];
  const isFirst = isFirstWord(first, words);
  if (last && isLastWord(last, words) && (last.start === words[0]?.start || !isInWord(name, last))) return last;
  if (first && isFirst && !first.glued && first.end !== words[1]?.start) return first;
  const inside = isFirst ? numbers.slice(1) : numbers;
  return inside.find((token) => !token.glued && !isInWord(name, token));
}

const isAside = ({ kind, bracket }: Token, number: Token) =>
  kind === 'number' && bracket !== undefined && number.bracket === undefined;

const isYear = ({ value = 0, end, start }: Token) => end - start === 4 && value >= 1900 && value < 2100;

/** A digit after a Latin letter is part of the word. After other characters it is a number: 书名03. */
function isInWord({ scan }: Scanned, { start }: Token): boolean {
  return /[\p{Script=Latin}\p{Script=Cyrillic}]/u.test(scan[start - 1] ?? '');
}

/** An ordinal such as 2nd Night counts if there is no other number. */
function findOrdinal({ scan }: Scanned, words: readonly Token[]): Main | undefined {
  const [token] = words;
  const match = token === undefined ? null : /^(\d+)(?:st|nd|rd|th)(?!\p{L})/u.exec(scan.slice(token.start));
  if (token === undefined || match === null) return undefined;
  const no = Number(match[1]);
  return {
    token: { ...token, kind: 'number', end: token.start + match[0].length },
    role: 'chapter',
    no,
    isPlain: true,
  };
}
