import { ALONE_BEFORE, ALONE_BEHIND, form, word } from './form.ts';
import type { TokenForm, TokenKind } from './token.ts';

/** Words of Chinese characters, which have no spaces between them. */
function signs(kind: TokenKind, list: string, isAlone = false): TokenForm {
  const first = new Set(list.split('|').flatMap((sign) => [...sign.replace(/^\(\?:/, '')][0] ?? []));
  const pattern = isAlone ? `${ALONE_BEFORE}(?:${list})${ALONE_BEHIND}` : `(?:${list})`;
  return form(kind, [...first].join(''), pattern);
}

/** Words for side stories, prologues and other special chapters. */
export const ROLE_FORMS: readonly TokenForm[] = [
  signs(
    'finale',
    '最[终終][话話回章集篇]|大结局|大結局|最[后後]一[话話回章]|最[后後]的?[话話回章]|完[结結][话話篇章]|终[话話回]|終[话話回]|结局|結局|终局|最终弹|완결편|최종화|마지막\\s?화',
  ),
  word('finale', 'flt', '(?:final|last) (?:chapter|episode)|finale|the end(?! of)'),
  form('finale', '终終完', '(?<![\\p{L}\\d])[终終](?![\\p{L}\\d])'),
  signs('epilogue', '尾声|尾聲|终章|終章|后日谈|後日談|エピローグ|에필로그'),
  word('epilogue', 'e', 'epilogue'),
  signs('afterword', '后记|後記|完结感言|完結感言|あとがき|후기'),
  word('afterword', 'ap', 'afterword|postface'),
  signs(
    'opening',
    '序(?:章|幕|言|曲|篇)|开篇|開篇|前日谈|前日談|前日譚|先行[版篇]|楔子|引子|引言|前言|预告[篇片]?|預告[篇片]?|先导|プロローグ|予告|프롤로그|예고',
  ),
  form('opening', '序', '(?<!\\p{L})序(?!\\p{L})'),
  form('opening', '#', '#-\\d+'),
  word('opening', 'pfti', 'prologue|prolog|introduction|preview|foreword|teaser|trailer|prelude'),
  signs('notice', '请假|請假|休刊|停更|断更|斷更|延更|延期|放假|公告|通知|通告|致读者|致讀者|휴재|공지|お知らせ'),
  word('notice', 'nha', 'notice|hiatus|announcement'),
  signs(
    'side',
    '番外[篇編编话話卷集]?|特别篇|特別篇|特別編|特别话|特典|外传|外傳|外伝|附录|附錄|付録|附赠|附贈|小剧场|小劇場|间章|間章|幕间|幕間',
  ),
  signs('side', '加笔|彩蛋|设定集|設定集|おまけ|描き下ろし|번외편?|외전|특별편|부록'),
  word('side', 'ebs', '(?:extra|bonus|special|side)s? (?:chapter|episode|stor(?:y|ies))s?|side-?stor(?:y|ies)'),
  word('side', 'eobsgip', 'extras?|ex|omake|bonus|specials?|sp|gaiden|interlude|intermission|pin-?ups?|illustrations?'),
];

const alone = (list: string) => signs('filler', list, true);

/** Words without a meaning for the chapter number. */
export const FILLER_FORMS: readonly TokenForm[] = [
  word('filler', 'efcvrn', 'end|fin|complete|vip|raw|new'),
  alone(
    '完结?|已完结?|完結|已完結|全|全集|全[册冊卷本]|未完|连载中?|連載中?|正文|本篇|本编|本編|正篇|正传|正傳|主线|单话|單話|单行本|單行本',
  ),
  alone('免费|免費|付费|付費|收费|限免|汉化|漢化|生肉|熟肉|更新|最新|高清|章节|章節'),
  word('filler', 'cv', 'chapters?|volumes?|vols?'),
];
