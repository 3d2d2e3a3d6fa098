import type { NameParts, Role } from '../source/name-parts.ts';
import { folderKind, folderTitle, isPartOfSeries, volumeOfFolder, withoutStatus } from './folder-kinds.ts';
import { makersOf } from './makers.ts';
import { isOneShots, isPlace } from './places.ts';
import { scanned } from './scanned.ts';
import { textOf, trimmed } from './shown-text.ts';
import { readSiblings, type SiblingReading } from './siblings.ts';
import { behindTitle } from './titles.ts';
import { tokenise } from './tokens/tokenise.ts';

/** A folder with the names of its sources (archives and folders of pictures), without extensions. */
export type NamedFolder = { name: string; folders: NamedFolder[]; sources: string[] };

/** The comic that the parent folders name. */
type Comic = {
  title: string;
  /** Titles with which the names of its files may begin. */
  titles: string[];
  author: string | undefined;
  volume: number | undefined;
  /** The folder of side stories. */
  specials: string | undefined;
};

type OnName = (folder: NamedFolder, index: number, parts: NameParts) => void;

/** Reads all names of a typed folder. `above`: the parent folders that are needed to find the series. */
export function nameTree(root: NamedFolder, above: readonly string[], onName: OnName): void {
  const isPart = above.length > 0 && isPartOfSeries(root.name, above.at(-1));
  const comic = isPart ? comicAbove(above) : undefined;
  if (comic === undefined) nameRoot(root, onName);
  else nameFolder(root, inFolder(comic, root.name), onName);
}

/** Reads names of files that were typed themselves. `folders`: their parent folders, nearest last. */
export function nameInFolders(folders: readonly string[], sources: string[], onName: OnName): void {
  const comic = comicAbove(folders);
  const folder = { name: folders.at(-1) ?? '', folders: [], sources };
  if (comic === undefined || isOneShots(folder.name)) nameRoot(folder, onName);
  else nameFolder(folder, comic, onName);
}

/** The comic of these parent folders, nearest last; undefined in a general folder. */
function comicAbove(folders: readonly string[]): Comic | undefined {
  let comic: Comic | undefined;
  for (const folder of folders) {
    if (comic === undefined && isPlace(folder)) continue;
    comic = comic === undefined ? newComic(folder) : inFolder(comic, folder);
  }
  return comic;
}

/** `apart`: texts that distinguish it from a sibling folder with the same title. */
function newComic(folder: string, apart: readonly string[] = []): Comic {
  const { title: own, author, volume } = folderTitle(folder);
  const title = [own, ...apart].join(' ');
  return { title, titles: [...new Set([title, own, folder.trim()])], author, volume, specials: undefined };
}

/**
 * The texts that distinguish folders with the same title: (2018) and (2020) of «X (2018)» and «X (2020)», 全彩 and 黑白, or their
 * authors.
 */
function apartIn(folders: readonly NamedFolder[]): (folder: NamedFolder) => string[] {
  const named = folders.filter(hasSources).map((folder) => ({ folder, ...folderTitle(folder.name) }));
  const words = new Map<NamedFolder, string[]>();
  for (const same of Map.groupBy(named, ({ title }) => title).values()) {
    if (same.length < 2) continue;
    const haveAuthors = new Set(same.map(({ author }) => author)).size > 1;
    for (const { folder, author, about } of same)
      words.set(folder, haveAuthors && author !== undefined ? [`[${author}]`, ...about] : about);
  }
  return (folder) => words.get(folder) ?? [];
}

/** The comic of a folder inside a comic's folder. */
function inFolder(comic: Comic, folder: string, apart: readonly string[] = []): Comic {
  const own = folderKind(folder, comic.title);
  const kind = own === 'series' && isPlace(folder) ? 'part' : own;
  if (kind === 'series') return newComic(folder, apart);
  if (kind === 'volume') return { ...comic, volume: volumeOfFolder(folder, comic.title) };
  if (kind === 'specials') return { ...comic, specials: folder };
  if (kind === 'part') return { ...comic, volume: comic.volume ?? volumeOfFolder(folder, comic.title) };
  const name = trimmed(scanned(withoutStatus(folder)).shown) ?? folder;
  const title = behindTitle(scanned(folder), comic.title) ? name : `${comic.title} ${name}`;
  return { ...comic, title, titles: [title, ...comic.titles, name], volume: undefined, specials: undefined };
}

/** Reads a folder that is not inside a comic's folder. */
function nameRoot(folder: NamedFolder, onName: OnName): void {
  const comic = folder.name === '' || isPlace(folder.name) ? undefined : newComic(folder.name);
  if (isOneShots(folder.name)) nameOneShots(folder, onName);
  else namePlace(folder, comic && isComic(folder, comic) ? comic : undefined, onName);
}

/** A folder below the typed one is a comic, unless its name is a general one. The names of its files are not used. */
function nameBelow(folder: NamedFolder, apart: readonly string[], onName: OnName): void {
  const isGeneral = isPlace(folder.name) || (folderKind(folder.name) === 'part' && hasSeries(folder, undefined));
  if (isOneShots(folder.name)) nameOneShots(folder, onName);
  else if (isGeneral) namePlace(folder, undefined, onName);
  else nameFolder(folder, newComic(folder.name, apart), onName);
}

/** A typed folder is a comic if its files have no title or its title, or if it contains only parts of one comic. */
function isComic(folder: NamedFolder, comic: Comic): boolean {
  if (folder.sources.length === 0) return !hasSeries(folder, comic);
  const readings = readSiblings(folder.sources, undefined);
  return readings.some((reading, index) => {
    const isOwn = comic.titles.some((title) => behindTitle(scanned(folder.sources[index] ?? ''), title));
    return isOwn || (titleIn(reading) === undefined && reading.role !== 'none');
  });
}

function hasSeries(folder: NamedFolder, comic: Comic | undefined): boolean {
  return folder.folders.some((below) => {
    if (!hasSources(below)) return false;
    if (isPlace(below.name)) return hasSeries(below, comic);
    return folderKind(below.name, comic?.title) === 'series';
  });
}

const hasSources = (folder: NamedFolder): boolean => folder.sources.length > 0 || folder.folders.some(hasSources);

const titleIn = (reading: SiblingReading) => reading.shared ?? reading.head;

/** Reads the files of a typed or general folder. `own`: the comic of the files without a title. */
function namePlace(folder: NamedFolder, own: Comic | undefined, onName: OnName): void {
  const placed = readSiblings(folder.sources, undefined);
  const isTitled = (reading: SiblingReading, index: number) => {
    if (own === undefined) return true;
    if (own.titles.some((title) => behindTitle(scanned(folder.sources[index] ?? ''), title))) return false;
    return reading.shared !== undefined || (titleIn(reading) !== undefined && hasSeries(folder, own));
  };
  const inOwn: number[] = [];
  for (const [index, reading] of placed.entries()) {
    if (isTitled(reading, index)) onName(folder, index, inPlace(reading));
    else inOwn.push(index);
  }
  if (own !== undefined) nameSources(folder, inOwn, own, onName);
  const apart = apartIn(folder.folders);
  for (const below of folder.folders) {
    if (own === undefined) nameBelow(below, apart(below), onName);
    else nameFolder(below, inFolder(own, below.name, apart(below)), onName);
  }
}

function nameFolder(folder: NamedFolder, comic: Comic, onName: OnName): void {
  nameSources(folder, [...folder.sources.keys()], comic, onName);
  const apart = apartIn(folder.folders);
  for (const below of folder.folders) nameFolder(below, inFolder(comic, below.name, apart(below)), onName);
}

function nameSources(folder: NamedFolder, indices: readonly number[], comic: Comic, onName: OnName): void {
  const names = indices.map((index) => folder.sources[index] ?? '');
  for (const [at, reading] of readSiblings(names, comic.titles).entries()) {
    onName(folder, indices[at] ?? 0, inComic(reading, comic));
  }
}

/** In a folder for one-shots, the whole file name is the title, including numbers. */
function nameOneShots(folder: NamedFolder, onName: OnName): void {
  for (const [index, source] of folder.sources.entries()) {
    const name = scanned(source);
    const { tokens, author } = makersOf(name, tokenise(name.scan));
    onName(folder, index, {
      ...EMPTY,
      series: trimmed(textOf(name, tokens)),
      authors: author === undefined ? [] : [author],
    });
  }
  for (const below of folder.folders) nameBelow(below, [], onName);
}

const EMPTY: NameParts = {
  series: undefined,
  seriesFrom: '文件名',
  no: undefined,
  title: undefined,
  authors: [],
  volume: undefined,
  role: 'none',
  near: undefined,
  sortText: '',
  version: undefined,
  isCopy: false,
  isVolume: false,
  isPlain: false,
};

const isSpecial = (role: Role) => role !== 'chapter' && role !== 'none';

function partsOf(reading: SiblingReading): NameParts {
  const { role, no, title, volume, near, sortText, version, isCopy, isVolume, isPlain, author } = reading;
  const special = isSpecial(role);
  // The number of a side story is not a chapter number.
  const own = special && (no === undefined || Number.isInteger(no)) ? undefined : no;
  const authors = author === undefined ? [] : [author];
  return { ...EMPTY, no: own, title, authors, volume, role, near, sortText, version, isCopy, isVolume, isPlain };
}

/** The title of a season is that of the comic with the season as it is written: 书名 第二季. */
function withSeason(title: string | undefined, { season, edition }: SiblingReading): string | undefined {
  const more = [season, edition].flatMap((text) => (text === undefined ? [] : (trimmed(text) ?? [])));
  return title === undefined ? undefined : [title, ...more].join(' ');
}

function inPlace(reading: SiblingReading): NameParts {
  const parts = partsOf(reading);
  const { shared, head } = reading;
  if (shared !== undefined) return { ...parts, series: withSeason(trimmed(cleaned(shared)), reading) };
  if (reading.role !== 'none') return { ...parts, series: withSeason(head, reading) };
  if (head !== undefined) return { ...parts, series: head };
  return { ...parts, series: reading.title, title: undefined };
}

function cleaned(title: string): string {
  const name = scanned(title);
  return textOf(name, makersOf(name, tokenise(name.scan)).tokens);
}

function inComic(reading: SiblingReading, comic: Comic): NameParts {
  const parts = partsOf(reading);
  const author = reading.author ?? comic.author;
  const isOfSeason = comic.titles.some((title) => reading.season !== undefined && title.endsWith(reading.season));
  const series = isOfSeason ? comic.title : (withSeason(comic.title, reading) ?? comic.title);
  const named: NameParts = {
    ...parts,
    series,
    seriesFrom: '文件夹',
    volume: parts.volume ?? comic.volume,
    authors: author === undefined ? [] : [author],
  };
  if (comic.specials === undefined) return named;
  if (isSpecial(parts.role)) return { ...named, no: undefined };
  const bare = reading.title ?? reading.text ?? '';
  const isNumberOnly = /^[\d.]*$/.test(bare);
  return { ...named, no: undefined, role: 'side', title: isNumberOnly ? trimmed(`${comic.specials} ${bare}`) : bare };
}
