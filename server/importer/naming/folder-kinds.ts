import { halfVolume } from './main-token.ts';
import { makersOf } from './makers.ts';
import { type Scanned, scanned } from './scanned.ts';
import { textOf, trimmed } from './shown-text.ts';
import { behindTitle } from './titles.ts';
import type { Token } from './tokens/token.ts';
import { tokenise } from './tokens/tokenise.ts';

/** The role of a folder inside the folder of a comic; `series` is a different comic. */
export type FolderKind = 'series' | 'season' | 'volume' | 'specials' | 'part';

const ASIDES = new Set(['side', 'opening', 'finale', 'epilogue', 'afterword', 'notice']);
const COUNTS = new Set(['filler', 'number', 'chapter', 'date', 'part', 'volume', 'version', 'copy']);

/** Inside the folder of a comic, 某版 and languages are editions, 第2期 and 二季 are seasons, and 前传 is another comic. */
const EDITION =
  /^(?:[一二三四五六七八九十]{1,2}季|[前后後]传|[前後]傳|[续續][集篇]|新篇|\p{Script=Han}{1,6}版|第.{1,3}期|中文|日文|英文|韩文|韓文|日语|日語|英语|英語|生肉|熟肉|汉化|漢化|raws?|english|chinese|japanese|korean)$/u;

/** Chapters without a volume, such as Mihon's Vol.TBD. */
const NO_VOLUME = /^(?:vol(?:ume)?[\s.]*(?:tbd|tba|none|unknown)|no[\s-]volumes?|未分卷|无卷|無卷|未收录|未收錄)$/;
/** Folders by which the files of one comic are sorted: 默认 (no group), the format, the quality. */
const SORTED = /^(?:默认|默認|default|jpe?g|png|webp|images?|原图|原圖|[无無有]水印)$/;
/** After 第一季: its progress, which changes. */
const STATUS = /(?<=.)[\s([（［【-]*(?:已?完[结結]?|连载中?|連載中?|更新中|completed?|ongoing)[\s)\]）］】]*$/iu;

const UNITS = '[话話回章集期화편]';
const STATE = '(?:已?完[结結]|完本|完|连载中|連載中|更新中|완결?)';
/** After the title of a comic: the number of chapters, and whether it is complete. */
const EXTENT = new RegExp(
  '(?:(?<=.)[\\s_([（［【-]+|(?<=[^\\d第]))(?:' +
    `(?:更新?|连载|連載)[至到]\\s*第?\\d{1,4}(?:${UNITS}|[卷巻册冊])?|` +
    `[全共]\\s*\\d{1,4}\\s*(?:${UNITS}|[卷巻册冊])|` +
    `第?\\d{1,4}\\s*[-~～至到]\\s*第?\\d{1,4}\\s*(?:${UNITS}|(?=${STATE}))|` +
    `\\d{1,4}\\s*${UNITS}(?=\\s*${STATE})` +
    `)[\\s_)\\]）］】([（［【-]*${STATE}?[\\s)\\]）］】]*$`,
  'u',
);
/** Some programs write the comic's id on their site before its title. */
const SITE_ID = /^\s*(\d{5,})[\s_-]+(?=\D*\p{L})/u;

/** The name of a folder inside a comic's folder, without the progress of the comic. */
export function withoutStatus(folder: string): string {
  return folder.replace(STATUS, '');
}

/** `comic`: the name of the folder above, if that is the folder of a comic. */
export function folderKind(folder: string, comic?: string): FolderKind {
  const isInComic = comic !== undefined;
  const name = behindComic(isInComic ? withoutStatus(folder) : folder, comic);
  const text = name.scan.trim();
  const words = tokenise(name.scan).filter(({ kind }) => kind !== 'gap' && kind !== 'noise');
  const [first] = words;
  if (isInComic) {
    if (NO_VOLUME.test(text) || SORTED.test(text) || first === undefined) return 'part';
    if (EDITION.test(text)) return 'season';
  }
  return first === undefined ? 'series' : kindByWords(name, first, words);
}

function kindByWords(name: Scanned, first: Token, words: readonly Token[]): FolderKind {
  if (isSeason(name, first) && !first.glued) return 'season';
  const isOfSeason = (token: Token) => token.kind === 'edition' || token.kind === 'filler' || isSeason(name, token);
  if (words.every(isOfSeason)) return words.some(({ kind }) => kind !== 'filler') ? 'season' : 'part';
  if (first.kind === 'volume' && !first.glued) return 'volume';
  if (ASIDES.has(first.kind) && !first.glued) {
    // 番外 海边 is a side story, Extra Life a title.
    const isTitle = words.some(({ kind }) => kind === 'text') && /[a-z]/.test(name.scan[first.start] ?? '');
    return isTitle ? 'series' : 'specials';
  }
  return words.every(({ kind }) => COUNTS.has(kind)) ? 'part' : 'series';
}

/** Part 2 is a season; 上 and ① are pieces. */
function isSeason({ scan }: Scanned, { kind, start }: Token): boolean {
  return kind === 'season' || (kind === 'part' && /^[a-z]/i.test(scan.slice(start)));
}

function behindComic(folder: string, comic: string | undefined): Scanned {
  const name = scanned(folder);
  return (comic === undefined ? undefined : behindTitle(name, comic)) ?? name;
}

/** The volume number of a folder. Arcs, halves and numbered folders count as volumes. */
export function volumeOfFolder(folder: string, comic?: string): number | undefined {
  const tokens = tokenise(behindComic(folder, comic).scan);
  const token = tokens.find(({ kind }) => kind === 'volume') ?? tokens.find(({ value }) => value !== undefined);
  return token?.isHalf ? halfVolume(token) : token?.value;
}

export type FolderTitle = {
  title: string;
  author: string | undefined;
  volume: number | undefined;
  /** Texts in brackets that distinguish it from another comic with the same title: (2018), 全彩. */
  about: string[];
};

/** Reads the title from the name of a comic's folder, without brackets about the file. 书名 第2卷 has a volume too. */
export function folderTitle(folder: string): FolderTitle {
  const name = scanned(folder.replace(EXTENT, '').replace(SITE_ID, ''));
  const { tokens, author } = makersOf(name, tokenise(name.scan));
  const words = tokens.filter(({ kind }) => kind !== 'gap' && kind !== 'noise' && kind !== 'filler');
  const last = words.at(-1);
  const isVolume = words.length > 1 && last !== undefined && (last.kind === 'volume' || last.isHalf === true);
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

/** The names of the parent folders that are needed to find the series, nearest last. */
export function foldersAbove(absolute: string): string[] {
  const folders = absolute.split(/[\\/]/).slice(0, -1);
  return withSeries(folders).filter((name) => name !== '');
}

/** The last of these folders. If it is a part of a series, also those above it. */
export function withSeries(folders: readonly string[]): string[] {
  let first = folders.length - 1;
  while (first > 0 && isPartOfSeries(folders[first] ?? '', folders[first - 1])) first--;
  return folders.slice(Math.max(0, first));
}

/** Whether a folder is a part of its parent's series: 第1卷, Specials, 正文, a season or an edition. */
export function isPartOfSeries(folder: string, above?: string): boolean {
  return folderKind(folder, above) !== 'series' && !/^[\d\s.-]*$/.test(folder);
}
