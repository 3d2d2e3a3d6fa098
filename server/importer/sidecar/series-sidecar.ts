import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { ChapterOrders, ComicOrders } from '../../modules/catalog/orders-store.ts';
import { MAX_COMIC_INFO_BYTES, MAX_ENTRY_BYTES } from '../limits/limits.ts';
import { isPictureName } from '../source/file-names.ts';
import type { Beside, Metadata } from '../source/source.ts';
import { readComicInfo } from './comic-info.ts';
import { MAX_SIDECAR_BYTES, readSidecar } from './series-file.ts';

/** What the files beside the chapters of a series say, all of them together. */
export type SeriesTold = {
  /** The series' title, where the operator wrote one. */
  title: string | undefined;
  orders: ComicOrders;
  chapters: ReadonlyMap<number, ChapterOrders>;
  /** Path of the picture that is its cover. */
  cover: string | undefined;
  /** Of all that is to be obeyed, in hex; undefined where there is nothing. */
  sha256: string | undefined;
  /** What the ComicInfo in the series' folder says: less than an order. */
  info: Partial<Metadata> | undefined;
  warnings: string[];
};

/** Reads what lies beside chapters, every file once a run. */
export function tellSeries(): (beside: Beside | undefined) => Promise<SeriesTold | undefined> {
  const known = new Map<string, Promise<SeriesTold>>();
  return async (beside) => {
    const { sidecar, comicInfo, cover } = beside ?? {};
    if (sidecar === undefined && comicInfo === undefined && cover === undefined) return undefined;
    const key = [sidecar, comicInfo, cover].join('\0');
    const told = known.get(key) ?? readBeside({ sidecar, comicInfo, cover });
    known.set(key, told);
    return told;
  };
}

async function readBeside(beside: Beside): Promise<SeriesTold> {
  const warnings: string[] = [];
  const hash = createHash('sha256');
  const told: SeriesTold = {
    title: undefined,
    orders: {},
    chapters: new Map(),
    cover: beside.cover,
    sha256: undefined,
    info: undefined,
    warnings,
  };
  if (beside.comicInfo !== undefined) told.info = await readInfo(beside.comicInfo, warnings);
  if (beside.sidecar !== undefined) {
    const bytes = await readSmall(beside.sidecar, MAX_SIDECAR_BYTES, warnings);
    if (bytes !== undefined) {
      const read = readSidecar(bytes, basename(beside.sidecar));
      warnings.push(...read.warnings);
      const { cover, ...said } = read.sidecar;
      Object.assign(told, said);
      if (cover !== undefined) told.cover = await findCover(beside.sidecar, cover, told.cover, warnings);
      hash.update(bytes);
    }
  }
  const look = told.cover === undefined ? undefined : await stat(told.cover).catch(() => undefined);
  if (look === undefined) told.cover = undefined;
  else hash.update(`\0${basename(told.cover ?? '')}:${look.size}:${look.mtimeMs}`);
  const isSaid = told.cover !== undefined || told.title !== undefined || told.chapters.size > 0;
  if (isSaid || Object.values(told.orders).some((order) => order !== undefined)) told.sha256 = hash.digest('hex');
  return told;
}

async function findCover(
  sidecar: string,
  name: string,
  other: string | undefined,
  warnings: string[],
): Promise<string | undefined> {
  const path = join(dirname(sidecar), name);
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() && isPictureName(name)) return path;
  warnings.push(`${basename(sidecar)} 里写的封面「${name}」不在同一文件夹里，或不是图片`);
  return other;
}

async function readInfo(path: string, warnings: string[]): Promise<Partial<Metadata> | undefined> {
  const bytes = await readSmall(path, MAX_COMIC_INFO_BYTES, warnings);
  if (bytes === undefined) return undefined;
  const read = readComicInfo(bytes);
  warnings.push(...read.warnings);
  return read.info;
}

/** The bytes of a picture that is to be a cover; undefined, and told, where they can't be had. */
export function readCover(path: string, warnings: string[]): Promise<Buffer | undefined> {
  return readSmall(path, MAX_ENTRY_BYTES, warnings);
}

async function readSmall(path: string, maxBytes: number, warnings: string[]): Promise<Buffer | undefined> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const found = await file.stat();
      if (found.isFile() && found.size <= maxBytes) return await file.readFile();
      warnings.push(`没有采用 ${basename(path)}：${found.isFile() ? '太大' : '不是普通文件'}`);
    } finally {
      await file.close();
    }
  } catch {
    warnings.push(`没有采用 ${basename(path)}：读不了，请检查权限`);
  }
  return undefined;
}
