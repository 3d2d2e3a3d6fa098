import type { TokenForm, TokenKind } from './token.ts';

/**
 * One token form: the characters with which it may begin, as a character class, and its pattern. Both match lower-case text.
 */
export function form(
  kind: TokenKind,
  first: string,
  pattern: string,
  more: { value?: number; isHalf?: boolean } = {},
): TokenForm {
  return { kind, first: new RegExp(`[${first}]`, 'u'), pattern: new RegExp(pattern, 'uy'), ...more };
}

/** A separate Latin word. Digits may follow it: sp01. */
export const word = (kind: TokenKind, first: string, list: string): TokenForm =>
  form(kind, first, `(?:${list})(?!\\p{L})`);

/** After a number that is not an ordinal such as 12th. */
export const NUMBER_END = '(?!\\d|(?:st|nd|rd|th)(?!\\p{L}))';
/** No letter before; no letter after. */
export const ALONE_BEFORE = '(?<!\\p{L})';
export const ALONE_BEHIND = '(?!\\p{L})';
