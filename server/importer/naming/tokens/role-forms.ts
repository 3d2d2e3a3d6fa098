import type { TokenForm, TokenKind } from './token.ts';

/** A Latin word stands by itself. Its last letter may be followed by digits: SP01. */
const words = (kind: TokenKind, list: string): TokenForm => ({
  kind,
  pattern: new RegExp(`(?:${list})(?!\\p{L})`, 'iuy'),
});
const signs = (kind: TokenKind, list: string): TokenForm => ({ kind, pattern: new RegExp(`(?:${list})`, 'iuy') });

/** Words for what is not a chapter of the story as the others are. */
export const ROLE_FORMS: readonly TokenForm[] = [
  signs('finale', '(?:最终|最終)[话話回章集篇]|大结局|大結局|最终弹|완결편|최종화|마지막\\s?화'),
  words('finale', '(?:final|last) (?:chapter|episode)|finale'),
  signs('afterword', '后记|後記|尾声|尾聲|终章|終章|完结感言|完結感言|后日谈|後日談|あとがき|エピローグ|에필로그|후기'),
  words('afterword', 'epilogue|afterword|postface'),
  signs(
    'opening',
    '序(?:章|幕|言|曲|篇)|楔子|引子|引言|前言|预告[篇片]?|預告[篇片]?|先导|プロローグ|予告|프롤로그|예고',
  ),
  { kind: 'opening', pattern: /(?<!\p{L})序(?!\p{L})/iuy },
  words('opening', 'prologue|prolog|preview|foreword|teaser|trailer|prelude'),
  signs('notice', '请假|請假|休刊|停更|公告|通知|通告|致读者|致讀者|휴재|공지|お知らせ'),
  words('notice', 'notice|hiatus|announcement'),
  signs(
    'side',
    '番外[篇編编话話]?|特别篇|特別篇|特別編|特别话|特典|外传|外傳|外伝|附录|附錄|小剧场|小劇場|间章|間章|幕间|幕間',
  ),
  signs('side', '加笔|彩蛋|设定集|設定集|おまけ|描き下ろし|번외편?|외전|특별편|부록'),
  words('side', '(?:extra|bonus|special|side)s? (?:chapter|episode|stor(?:y|ies))s?|side-?stor(?:y|ies)'),
  words('side', 'extras?|omake|bonus|specials?|sp|gaiden|interlude|intermission|pin-?ups?|illustrations?'),
  words('filler', 'end|fin|complete|vip|raw|new'),
  { kind: 'filler', pattern: /(?<!\p{L})(?:已?完结?|已?完結|全|未完|连载中?|連載中?)(?!\p{L})/iuy },
  {
    kind: 'filler',
    pattern:
      /(?<!\p{L})(?:正文|本篇|本编|本編|正篇|正传|正傳|主线|单话|單話|单行本|單行本|免费|免費|付费|付費|收费|限免|汉化|漢化|生肉|熟肉|更新|最新|高清|章节|章節|chapters?|volumes?|vols?)(?!\p{L})/iuy,
  },
];
