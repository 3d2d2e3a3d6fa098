import { CHINESE_DIGITS } from './chinese-number.ts';

/** Folders that everybody has: their names are nobody's series. */
const PLACES =
  /^(?:downloads?|desktop|documents?|pictures|comics?|manga|books?|library|import|tmp|temp|home|root|mnt|media|data|下载|桌面|文档|图片|漫画|漫畫|书库|导入|新建文件夹)$/i;
/** Where Komga and Kavita keep what is complete in one file: each file there is a series of its own. */
const ONE_SHOTS = /^[_.]?one[\s_-]?shots?$/i;
/** Where side stories are kept, beside the volumes of a series. */
const SPECIALS =
  /^(?:specials?|sp|extras?|omake|side[\s_-]?stor(?:y|ies)|番外[篇话話]?|番外合集|特典|特别篇|特別篇|外传|外傳|附录|附錄)$/i;
const DIGITS = `(?:\\d{1,4}(?:\\.\\d{1,2})?|[${CHINESE_DIGITS}]{1,5})`;
const VOLUME = new RegExp(
  `^(?:第\\s*${DIGITS}(?:\\s*[-~～—至到]\\s*${DIGITS})?\\s*[卷册冊巻部]|[卷巻]\\s*${DIGITS}|(?:volume|vol|v)[.\\s_-]*\\d{1,4})(?![\\p{L}\\d])`,
  'iu',
);
const BODY = /^(?:正篇|本篇|正文|连载|連載|单行本|單行本|单话|單話|chapters?|volumes?|vols?)$/i;
const SEASON = /^(?:第.{1,3}季|season\s*\d{1,2})$/iu;

export function isPlace(folder: string): boolean {
  return PLACES.test(folder) || ONE_SHOTS.test(folder);
}

export function isOneShots(folder: string): boolean {
  return ONE_SHOTS.test(folder.trim());
}

export function isSpecials(folder: string): boolean {
  return SPECIALS.test(folder.trim());
}

/** Each season counts from one, so 书名/第二季 is a series of its own, named by both. */
export function isSeason(folder: string): boolean {
  return SEASON.test(folder.trim());
}

/** A folder that holds a part of the series that it lies in: 第1卷, Specials, 正篇. */
export function isPartOfSeries(folder: string): boolean {
  const name = folder.trim().normalize('NFKC');
  return VOLUME.test(name) || SPECIALS.test(name) || BODY.test(name);
}

/** The names above a path, nearest last, as far up as they are needed to know the series. */
export function foldersAbove(absolute: string): string[] {
  const folders = absolute.split(/[\\/]/).slice(0, -1);
  return withSeries(folders).filter((name) => name !== '');
}

/** The last of these folders, with those above it where it is but a part of a series. */
export function withSeries(folders: readonly string[]): string[] {
  let first = folders.length - 1;
  while (first > 0 && needsMore(folders[first] ?? '')) first--;
  return folders.slice(Math.max(0, first));
}

function needsMore(folder: string): boolean {
  return isPartOfSeries(folder) || isSeason(folder);
}
