import { form } from './form.ts';
import { ANY_NUMBER, ARABIC, LATIN_NUMBER } from './number-forms.ts';
import type { TokenForm } from './token.ts';

const ORDINALS = 'first|second|third|fourth|fifth';

/** Seasons and parts. Their chapters are counted from one again. */
export const SEASON_FORMS: readonly TokenForm[] = [
  form('season', '第', `第\\s*(?<no>${ANY_NUMBER})\\s*[季部]`),
  form('season', 'sbt', `(?:season|book|saison|temporada)[\\s.#-]*(?<no>${LATIN_NUMBER})(?!\\d)`),
  form('season', '시シ', `(?:시즌|シーズン)\\s*(?<no>${ARABIC})`),
  // 1季2话
  form('season', '\\d', `(?<![\\p{L}\\d.])(?<no>\\d{1,2})\\s*季(?!\\p{L})`),
  form('season', '\\d', `(?<no>\\d{1,2})\\s*(?:부|기|시즌)(?!\\p{L})`),
  form('season', '\\da-z', `(?:(?<no>\\d{1,2})(?:st|nd|rd|th)|${ORDINALS})\\s+season(?!\\p{L})`),
  form('season', 's', `s\\.?(?<no>\\d{1,2})(?=e\\d|[^\\p{L}\\d.]|$)`),
];

/** Words for colours, languages and editions of a book. */
const COLOURS = '彩色|全彩|彩漫|黑白|单色|單色|フルカラー|カラー|モノクロ|컬러|흑백';
const MAKES =
  '完全|爱藏|愛蔵|文库|文庫|新装|豪华|豪華|典藏|珍藏|重制|重製|特装|特裝|' +
  '简体|簡體|繁体|繁體|中文|日文|英文|韩文|韓文|港|台|大陆|无删减|無刪減|' +
  '条漫|條漫|页漫|頁漫|长条|長條|网络|连载|雑誌|杂志|原|新|旧|舊';
const FIRST = [...new Set(`${COLOURS}|${MAKES}`.split('|').map((sign) => sign[0]))].join('');

export const EDITION_FORMS: readonly TokenForm[] = [
  form('edition', FIRST, `(?<!\\p{L})(?:${COLOURS}|${MAKES})(?:版|판)(?!\\p{L})`),
  form('edition', FIRST, `(?<!\\p{L})(?:${COLOURS})(?!\\p{L})`),
  form(
    'edition',
    'fdcbo',
    `(?:(?:full |digital )*colou?r(?:ed|ized)?|black (?:and|&) white|b&w|bw|deluxe|omnibus)(?: edition| comics?)?(?!\\p{L})`,
  ),
];
