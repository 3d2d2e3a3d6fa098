import { form, NUMBER_END } from './form.ts';
import { ANY_NUMBER, ARABIC, ARABIC_FIRST, LATIN_NUMBER, rangeOf } from './number-forms.ts';
import type { TokenForm } from './token.ts';

const UNITS = '卷巻册冊';
const WORDS = 'volumes?|vol|tome|tomo|band|том';

export const VOLUME_FORMS: readonly TokenForm[] = [
  form(
    'volume',
    '第',
    `第\\s*(?<no>${ANY_NUMBER})\\s*[${UNITS}]\\s*(?<joint>[-~至到])\\s*第\\s*(?<range>${ANY_NUMBER})\\s*[${UNITS}]`,
  ),
  form('volume', '第', `第\\s*(?<no>${ANY_NUMBER})${rangeOf(ANY_NUMBER, '第')}?\\s*[${UNITS}]`),
  form('volume', '제', `제\\s*(?<no>${ARABIC})\\s*[권집](?!\\p{L})`),
  form(
    'volume',
    'vtbт',
    `(?:${WORDS})[\\s.#-]*(?<no>${LATIN_NUMBER})${rangeOf(ARABIC, '(?:vol|v)?\\.?')}?${NUMBER_END}`,
  ),
  form(
    'volume',
    'vt',
    `(?:v|t(?=\\d{2}))\\.?(?<no>\\d{1,4}(?:\\.\\d{1,2})?)${rangeOf('\\d{1,4}', 'v')}?(?![\\p{L}\\d])`,
  ),
  form('volume', '卷巻', `[卷巻]\\s*(?<no>${ANY_NUMBER})`),
  form('volume', '单單', `(?:单行本|單行本)\\s*(?<no>\\d{1,4})`),
  form('volume', ARABIC_FIRST, `(?<no>${ARABIC})${rangeOf(ARABIC)}?\\s*[${UNITS}권](?!\\p{L})`),
];
