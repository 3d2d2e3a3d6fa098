import { CHINESE_DIGITS } from '../chinese-number.ts';
import { form, NUMBER_END } from './form.ts';
import { ANY_NUMBER, ARABIC, ARABIC_FIRST, HAN_NUMBER, LATIN_NUMBER, rangeOf } from './number-forms.ts';
import type { TokenForm } from './token.ts';

/** Counting words of chapters. */
const UNITS = '话話回集章节節期幕夜弹彈局关關场場折讲講课課杯品刀笔筆楼樓站';
const TAIL = '(?:(?<part>[a-d])(?![\\p{L}\\d])|x(?<extra>\\d{1,2})(?!\\d))?';
const WORDS =
  'chapters?|chap|chp|ch|episodes?|epis|epi|ep|issue|' +
  'chapitre|cap[íi]tulo|capitolo|cap|kapitel|kap|глава|chương|bölüm|rozdział';
/** The most certain forms come first. */
export const CHAPTER_FORMS: readonly TokenForm[] = [
  form(
    'chapter',
    '第',
    `第\\s*(?<no>${ANY_NUMBER})\\s*[${UNITS}]\\s*(?<joint>[-~至到])\\s*第\\s*(?<range>${ANY_NUMBER})\\s*[${UNITS}]`,
  ),
  form(
    'chapter',
    '第',
    `第\\s*(?<no>${ANY_NUMBER})(?<part>[a-d])?${rangeOf(ANY_NUMBER, '第', '\\s*-\\s*')}?\\s*[${UNITS}](?<half>半)?`,
  ),
  // 第1楼: any counting word at the end of a word. Titles may begin with 第一次.
  form(
    'chapter',
    '第',
    `第\\s*(?<no>${ANY_NUMBER})\\s*(?:[のノ]?(?![次眼步名])\\p{Script=Han}|[\\p{Script=Katakana}ー]{1,6})(?!\\p{L})`,
  ),
  form('chapter', '第', `第\\s*(?<no>${ANY_NUMBER})(?<half>半)?(?!\\p{L})`),
  form('chapter', '제', `제\\s*(?<no>${ARABIC})${rangeOf(ARABIC)}?\\s*\\p{Script=Hangul}(?!\\p{L})`),
  form(
    'chapter',
    'a-zгб',
    `(?:${WORDS})[\\s.#:-]*(?<no>${LATIN_NUMBER})${rangeOf(ARABIC, '(?:chapter|ch|ep|c)?\\.?')}?${TAIL}${NUMBER_END}`,
  ),
  form('chapter', '#№n', `(?:#|№|n°|no[.\\s]*#?)\\s*(?<no>${ARABIC})${rangeOf(ARABIC, '#')}?${TAIL}${NUMBER_END}`),
  form(
    'chapter',
    'ce',
    `[ce](?<no>\\d{1,4}(?:\\.\\d{1,3})?)${rangeOf('\\d{1,4}', 'c')}?${TAIL}(?=v\\d|[^\\p{L}\\d]|$)`,
  ),
  form('chapter', ARABIC_FIRST, `(?<no>${ARABIC})${rangeOf(ARABIC)}?\\s*[话話回集章화회편](?!\\p{L})`),
  form('chapter', CHINESE_DIGITS, `(?<![\\p{L}])(?<no>${HAN_NUMBER})[话話回章](?!\\p{L})`),
  // Kmoe's 话001-010
  form('chapter', '话話', `(?<!\\p{L})[话話]\\s*(?<no>${ARABIC})${rangeOf(ARABIC)}?(?![\\p{L}\\d])`),
  // 1杯目
  form('chapter', ARABIC_FIRST, `(?<no>${ARABIC})\\s*\\p{Script=Han}目(?!\\p{L})`),
  // 12话重逢
  form('chapter', ARABIC_FIRST, `(?<![\\p{L}])(?<no>${ARABIC})[话話](?=\\p{L})`),
];
