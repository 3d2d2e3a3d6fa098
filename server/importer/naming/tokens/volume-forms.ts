import { ANY_NUMBER, ARABIC, LATIN_NUMBER, rangeOf } from './number-forms.ts';
import type { TokenForm } from './token.ts';

const UNITS = '卷巻册冊';
const WORDS = 'volumes?|vol|tome|tomo|band|том';
const END = '(?!\\d|(?:st|nd|rd|th)(?!\\p{L}))';

const form = (pattern: string): TokenForm => ({ kind: 'volume', pattern: new RegExp(pattern, 'iuy') });

export const VOLUME_FORMS: readonly TokenForm[] = [
  form(`第\\s*(?<no>${ANY_NUMBER})\\s*[${UNITS}]\\s*(?<joint>[-~至到])\\s*第\\s*(?<range>${ANY_NUMBER})\\s*[${UNITS}]`),
  form(`第\\s*(?<no>${ANY_NUMBER})${rangeOf(ANY_NUMBER, '第')}?\\s*[${UNITS}]`),
  form(`제\\s*(?<no>${ARABIC})\\s*[권집](?!\\p{L})`),
  form(`(?:${WORDS})[\\s.#-]*(?<no>${LATIN_NUMBER})${rangeOf(ARABIC, '(?:vol|v)?\\.?')}?${END}`),
  form(`(?:v|t(?=\\d{2}))\\.?(?<no>\\d{1,4}(?:\\.\\d{1,2})?)${rangeOf('\\d{1,4}', 'v')}?(?![\\p{L}\\d])`),
  form(`[卷巻]\\s*(?<no>${ANY_NUMBER})`),
  form(`(?:单行本|單行本)\\s*(?<no>\\d{1,4})`),
  form(`(?<no>${ARABIC})${rangeOf(ARABIC)}?\\s*[${UNITS}권](?!\\p{L})`),
];
