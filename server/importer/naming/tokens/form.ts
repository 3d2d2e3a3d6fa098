import type { TokenForm, TokenKind } from './token.ts';

/**
 * One row of a table: the signs that it may begin with, as a character class, and its pattern. Both are matched against
 * lower case.
 */
export function form(
  kind: TokenKind,
  first: string,
  pattern: string,
  more: { value?: number; isHalf?: boolean } = {},
): TokenForm {
  return { kind, first: new RegExp(`[${first}]`, 'u'), pattern: new RegExp(pattern, 'uy'), ...more };
}

/** A Latin word stands by itself; digits may follow it: sp01. */
export const word = (kind: TokenKind, first: string, list: string): TokenForm =>
  form(kind, first, `(?:${list})(?!\\p{L})`);

/** Behind a number that no ordinal goes on with: 12th. */
export const NUMBER_END = '(?!\\d|(?:st|nd|rd|th)(?!\\p{L}))';
/** No letter before, and none behind. */
export const ALONE_BEFORE = '(?<!\\p{L})';
export const ALONE_BEHIND = '(?!\\p{L})';
