import { halfVolume } from './main-token.ts';
import { makersOf } from './makers.ts';
import { type Scanned, scanned } from './scanned.ts';
import { textOf, trimmed } from './shown-text.ts';
import { behindTitle } from './titles.ts';
import type { Token } from './tokens/token.ts';
import { tokenise } from './tokens/tokenise.ts';

/** What a folder is to the comic that it lies in; `series` is one of its own. */
export type FolderKind = 'series' | 'season' | 'volume' | 'specials' | 'part';

const ASIDES = new Set(['side', 'opening', 'finale', 'epilogue', 'afterword', 'notice']);
const COUNTS = new Set(['filler', 'number', 'chapter', 'date', 'part', 'volume', 'version', 'copy']);

/** Below a comic any 某版 is one of its editions, and so are languages; 第2期 and 二季 are seasons there, 前传 a comic beside it. */
const EDITION =
  /^(?:[一二三四五六七八九十]{1,2}季|[前后後]传|[前後]傳|[续續][集篇]|新篇|\p{Script=Han}{1,6}版|第.{1,3}期|中文|日文|英文|韩文|韓文|日语|日語|英语|英語|生肉|熟肉|汉化|漢化|raws?|english|chinese|japanese|korean)$/u;

/** Mihon's Vol.TBD and the like: chapters that are in no volume yet. */
const NO_VOLUME = /^(?:vol(?:ume)?[\s.]*(?:tbd|tba|none|unknown)|no[\s-]volumes?|未分卷|无卷|無卷|未收录|未收錄)$/;
/** How somebody has sorted the files of one comic: 默认 of sites without groups, the format, the quality. */
const SORTED = /^(?:默认|默認|default|jpe?g|png|webp|images?|原图|原圖|[无無有]水印)$/;
/** Behind 第一季: how far it is, which changes. */
const STATUS = /(?<=.)[\s([（［【-]*(?:已?完[结結]?|连载中?|連載中?|更新中|completed?|ongoing)[\s)\]）］】]*$/iu;

const UNITS = '[话話回章集期화편]';
const STATE = '(?:已?完[结結]|完本|完|连载中|連載中|更新中|완결?)';
/** Behind the title of a comic: how much of it there is, and whether that is all. */
const EXTENT = new RegExp(
  '(?:(?<=.)[\\s_([（［【-]+|(?<=[^\\d第]))(?:' +
    `(?:更新?|连载|連載)[至到]\\s*第?\\d{1,4}(?:${UNITS}|[卷巻册冊])?|` +
    `[全共]\\s*\\d{1,4}\\s*(?:${UNITS}|[卷巻册冊])|` +
    `第?\\d{1,4}\\s*[-~～至到]\\s*第?\\d{1,4}\\s*(?:${UNITS}|(?=${STATE}))|` +
    `\\d{1,4}\\s*${UNITS}(?=\\s*${STATE})` +
    `)[\\s_)\\]）］】([（［【-]*${STATE}?[\\s)\\]）］】]*$`,
  'u',
);
/** Some programs write the number that a comic has on their site before its title. */
const SITE_ID = /^\s*(\d{5,})[\s_-]+(?=\D*\p{L})/u;

/** A folder in the folder of a comic, without what it says of how far the comic is. */
export function withoutStatus(folder: string): string {
  return folder.replace(STATUS, '');
}

export function folderKind(folder: string, comic?: string): FolderKind {
  const name = behindComic(comic === undefined ? folder : withoutStatus(folder), comic);
  if (comic !== undefined && (NO_VOLUME.test(name.scan.trim()) || SORTED.test(name.scan.trim()))) return 'part';
  const saying = tokenise(name.scan).filter(({ kind }) => kind !== 'gap' && kind !== 'noise');
  const [first] = saying;
  if (first === undefined) return comic === undefined ? 'series' : 'part';
  if (comic !== undefined && EDITION.test(name.scan.trim())) return 'season';
  if (isSeason(name, first) && !first.glued) return 'season';
  if (saying.every((token) => token.kind === 'edition' || token.kind === 'filler' || isSeason(name, token)))
    return saying.some(({ kind }) => kind !== 'filler') ? 'season' : 'part';
  if (first.kind === 'volume' && !first.glued) return 'volume';
  if (ASIDES.has(first.kind) && !first.glued) {
    // 番外 海边 is a side story, Extra Life a title.
    const isTitle = saying.some(({ kind }) => kind === 'text') && /[a-z]/.test(name.scan[first.start] ?? '');
    return isTitle ? 'series' : 'specials';
  }
  return saying.every(({ kind }) => COUNTS.has(kind)) ? 'part' : 'series';
}

/** Part 2 is a season; 上 and ① are pieces. */
function isSeason({ scan }: Scanned, { kind, start }: Token): boolean {
  return kind === 'season' || (kind === 'part' && /^[a-z]/i.test(scan.slice(start)));
}

function behindComic(folder: string, comic: string | undefined): Scanned {
  const name = scanned(folder);
  return (comic === undefined ? undefined : behindTitle(name, comic)) ?? name;
}

/** The number of the volume that a folder is; arcs, halves and numbered folders count as volumes. */
export function volumeOfFolder(folder: string, comic?: string): number | undefined {
  const tokens = tokenise(behindComic(folder, comic).scan);
  const token = tokens.find(({ kind }) => kind === 'volume') ?? tokens.find(({ value }) => value !== undefined);
  return token?.isHalf ? halfVolume(token) : token?.value;
}

export type FolderTitle = {
  title: string;
  author: string | undefined;
  volume: number | undefined;
  /** What brackets say that tells it from another comic of that title: (2018), 全彩. */
  about: string[];
};

/** The title of a comic in the name of its folder, without brackets about the file; 书名 第2卷 says its volume as well. */
export function folderTitle(folder: string): FolderTitle {
  const name = scanned(folder.replace(EXTENT, '').replace(SITE_ID, ''));
  const { tokens, author } = makersOf(name, tokenise(name.scan));
  const saying = tokens.filter(({ kind }) => kind !== 'gap' && kind !== 'noise' && kind !== 'filler');
  const last = saying.at(-1);
  const isVolume = saying.length > 1 && last !== undefined && (last.kind === 'volume' || last.isHalf === true);
  const title = trimmed(textOf(name, tokens, 0, isVolume ? last.start : undefined)) ?? trimmed(name.shown) ?? folder;
  const about = [...(SITE_ID.exec(folder)?.slice(1) ?? []), ...aboutComic(name)];
  if (!isVolume) return { title, author, volume: undefined, about };
  return { title, author, volume: last.kind === 'volume' ? last.value : halfVolume(last), about };
}

function aboutComic(name: Scanned): string[] {
  const brackets = tokenise(name.scan).filter(({ bracket }) => bracket !== undefined);
  return brackets.flatMap(({ start, end }) => {
    const inside = name.shown.slice(start + 1, end - 1).trim();
    if (/^(?:19|20)\d{2}$/.test(inside)) return [`(${inside})`];
    const scan = inside.toLowerCase();
    return EDITION.test(scan) || tokenise(scan).every(({ kind }) => kind === 'edition') ? [inside] : [];
  });
}

/** The names above a path, nearest last, as far up as they are needed to know the series. */
export function foldersAbove(absolute: string): string[] {
  const folders = absolute.split(/[\\/]/).slice(0, -1);
  return withSeries(folders).filter((name) => name !== '');
}

/** The last of these folders, with those above it where it is but a part of a series. */
export function withSeries(folders: readonly string[]): string[] {
  let first = folders.length - 1;
  while (first > 0 && isPartOfSeries(folders[first] ?? '', folders[first - 1])) first--;
  return folders.slice(Math.max(0, first));
}

/** Whether a folder holds a part of the series in which it lies: 第1卷, Specials, 正文, and a season or edition of it. */
export function isPartOfSeries(folder: string, above?: string): boolean {
  return folderKind(folder, above) !== 'series' && !/^[\d\s.-]*$/.test(folder);
}
