import { bracketVersion, isBracketCopy, isBracketNoise } from './bracket-words.ts';
import { CHAPTER_FORMS } from './chapter-forms.ts';
import { FILE_FORMS } from './file-forms.ts';
import { readNumber } from './number-forms.ts';
import { PART_FORMS } from './part-forms.ts';
import { PLAIN_NUMBER_FORMS } from './plain-number-forms.ts';
import { FILLER_FORMS, ROLE_FORMS } from './role-forms.ts';
import { EDITION_FORMS, SEASON_FORMS } from './season-forms.ts';
import type { Token, TokenForm } from './token.ts';
import { VOLUME_FORMS } from './volume-forms.ts';

/** The first matching form counts, so more certain forms come before more general ones. */
const FORMS: readonly TokenForm[] = [
  ...FILE_FORMS,
  ...SEASON_FORMS,
  ...VOLUME_FORMS,
  ...ROLE_FORMS,
  ...EDITION_FORMS,
  ...PART_FORMS,
  ...CHAPTER_FORMS,
  ...PLAIN_NUMBER_FORMS,
  ...FILLER_FORMS,
];

const BRACKET = /\[([^[\]]*)\]|【([^【】]*)】|\{([^{}]*)\}|\(([^()]*)\)/uy;
const GAP = /[\s\-~·:,、.。|《》「」『』〈〉]+/uy;
const LATIN_WORD = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Hangul}]/u;

/** `scan` comes from `scanned`; the tokens cover it from start to end. */
export function tokenise(scan: string): Token[] {
  const tokens = tokeniseBetween(scan, 0, scan.length, true);
  for (const [index, token] of tokens.entries()) {
    const next = tokens[index + 1];
    token.glued = next?.kind === 'text' && token.bracket === undefined && token.kind !== 'gap';
  }
  return tokens;
}

function tokeniseBetween(scan: string, from: number, to: number, withBrackets: boolean): Token[] {
  const tokens: Token[] = [];
  const text = to === scan.length ? scan : scan.slice(0, to);
  let at = from;
  while (at < to) {
    const bracketed = withBrackets ? readBracket(text, at) : undefined;
    if (bracketed !== undefined) {
      tokens.push(...bracketed);
      at = bracketed.at(-1)?.end ?? at + 1;
      continue;
    }
    const token = readForm(text, at, from) ?? readGap(text, at);
    if (token === undefined) at = addText(tokens, text, at);
    else {
      tokens.push(token);
      at = token.end;
    }
  }
  return tokens;
}

function addText(tokens: Token[], text: string, at: number): number {
  const end = at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
  const last = tokens.at(-1);
  if (last?.kind === 'text' && last.end === at) last.end = end;
  else tokens.push({ kind: 'text', start: at, end });
  return end;
}

/** A form begins at the beginning of a word, or at a digit. */
function readForm(text: string, at: number, from: number): Token | undefined {
  const [before, here] = [at > from ? (text[at - 1] ?? '') : '', text[at] ?? ''];
  if (LATIN_WORD.test(here) && LATIN_WORD.test(before)) return undefined;
  for (const form of formsFor(here)) {
    form.pattern.lastIndex = at;
    const match = form.pattern.exec(text);
    if (match === null || match[0] === '') continue;
    const token = toToken(form, match, at);
    if (token === undefined) continue;
    return token;
  }
  return undefined;
}

const formsByFirst = new Map<string, readonly TokenForm[]>();
const MOST_FIRST_SIGNS = 5_000;

/** Most characters begin no form. */
function formsFor(first: string): readonly TokenForm[] {
  const known = formsByFirst.get(first);
  if (known !== undefined) return known;
  const forms = FORMS.filter((form) => form.first.test(first));
  if (formsByFirst.size < MOST_FIRST_SIGNS) formsByFirst.set(first, forms);
  return forms;
}

function toToken({ kind, value, isHalf }: TokenForm, match: RegExpExecArray, start: number): Token | undefined {
  const { no, to, range, dash, joint, half, part, extra, year, month, day } = match.groups ?? {};
  const end = start + match[0].length;
  if (year !== undefined) return { kind, start, end, value: dateNumber(year, month, day) };
  const read = no === undefined ? value : readNumber(no);
  if (no !== undefined && read === undefined) return undefined;
  const isDash = dash !== undefined || joint === '-';
  return {
    kind,
    start,
    end,
    value: read === undefined ? undefined : read + (half ? 0.5 : 0) + partPlace(Number(extra ?? 0)),
    ...(joint !== undefined || dash !== undefined ? { joint: isDash && range === undefined ? 'dash' : 'range' } : {}),
    ...(to !== undefined || range !== undefined ? { to: readNumber(to ?? range) } : {}),
    ...(isHalf && { isHalf }),
    ...(part !== undefined && { part: part.toLowerCase().charCodeAt(0) - 96 }),
  };
}

const dateNumber = (year: string, month = '0', day = '0') => Number(year) * 10_000 + Number(month) * 100 + Number(day);

/** The decimal of a part of a chapter: 12.1 … 12.9, then 12.901 and so on, so that all parts are in order. */
export function partPlace(part: number): number {
  return part < 10 ? part / 10 : Math.min(0.9 + (part - 9) / 1000, 0.999);
}

function readGap(text: string, at: number): Token | undefined {
  GAP.lastIndex = at;
  const match = GAP.exec(text);
  return match === null ? undefined : { kind: 'gap', start: at, end: at + match[0].length };
}

/** A bracket is about the file, or means the same as its text without brackets, or is a name. */
function readBracket(text: string, at: number): Token[] | undefined {
  BRACKET.lastIndex = at;
  const match = BRACKET.exec(text);
  if (match === null) return undefined;
  const end = at + match[0].length;
  const inside = match.slice(1).find((part) => part !== undefined) ?? '';
  const bracket = match[4] === undefined ? 'square' : 'round';
  if (isBracketNoise(inside)) return [{ kind: 'noise', start: at, end, bracket }];
  if (isBracketCopy(inside)) return [{ kind: 'copy', start: at, end, bracket }];
  const version = bracketVersion(inside);
  if (version !== undefined) return [{ kind: 'version', start: at, end, value: version, bracket }];
  if (/^\s*[一二三四五六七八九十]\s*$/.test(inside))
    return [{ kind: 'part', start: at, end, value: readNumber(inside.trim()), bracket }];
  if (/^\s*[前后後]\s*$/.test(inside))
    return [{ kind: 'part', start: at, end, value: inside.includes('前') ? 0 : 5, isHalf: true, bracket }];
  const inner = tokeniseBetween(text, at + 1, end - 1, false);
  const saying = inner.filter(({ kind }) => kind !== 'gap');
  if (saying.some(({ kind }) => kind === 'text')) return [{ kind: 'group', start: at, end, bracket }];
  const [first] = saying;
  if (saying.length === 1 && first !== undefined) return [{ ...first, start: at, end, bracket }];
  return [
    { kind: 'gap', start: at, end: at + 1 },
    ...inner.map((token) => ({ ...token, bracket }) as const),
    { kind: 'gap', start: end - 1, end },
  ];
}
