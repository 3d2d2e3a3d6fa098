import { CHINESE_DIGITS } from '../chinese-number.ts';
import { form, NUMBER_END } from './form.ts';
import { ARABIC, ARABIC_FIRST, HAN_NUMBER, rangeOf } from './number-forms.ts';
import type { TokenForm } from './token.ts';

/** Words for chapters that titles may contain too: Stage 1, Level 1 Hero. */
const LABELS =
  'act|page|pg|stage|mission|lesson|track|scene|story|case|file|level|lv|' +
  'round|step|day|night|phase|log|number|num|quest|verse|song|game|match|' +
  'floor|tale|strip|arc|note|op|trial|target|shot|line|report|memory|piece';

export const PLAIN_NUMBER_FORMS: readonly TokenForm[] = [
  // 19th Floor
  form('text', '\\d', '\\d+(?:st|nd|rd|th)(?!\\p{L})'),
  form(
    'number',
    'a-z',
    `(?<=^[\\s\\d.:()[\\]-]*)(?:${LABELS})[\\s.#-]*(?<no>${ARABIC})(?<part>[a-d](?![\\p{L}\\d]))?${NUMBER_END}`,
  ),
  form(
    'number',
    ARABIC_FIRST,
    `(?<no>${ARABIC})${rangeOf(ARABIC)}?(?:(?<half>半)(?!\\p{L})|(?<part>[a-d])(?![\\p{L}\\d])|x(?<extra>\\d{1,2})(?![\\p{L}\\d]))?`,
  ),
  // Only if it is the whole name: many titles begin with 千.
  form('number', CHINESE_DIGITS, `(?<=^\\s*)(?<no>${HAN_NUMBER})(?=\\s*$)`),
];
