import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { ChapterSettings, ComicSettings } from '../../modules/catalog/publishing/publishing.ts';
import { MAX_COMIC_INFO_BYTES, MAX_ENTRY_BYTES } from '../limits/limits.ts';
import { isPictureName } from '../source/file-names.ts';
import type { Metadata, SidecarFiles } from '../source/source.ts';
import { readComicInfo } from './comic-info.ts';
import { MAX_SERIES_FILE_BYTES, readSeriesFile, type SeriesFile } from './series-file.ts';

/** What all the files beside the chapters of a series say together. */
export type SeriesSidecar = {
  /** The series' title, where the operator wrote one. */
  title: string | undefined;
  settings: ComicSettings;
  chapters: ReadonlyMap<number, ChapterSettings>;
  /** Path of the picture that is its cover. */
  cover: string | undefined;
  coverPosition: SeriesFile['coverPosition'];
  /** SHA-256 of everything that is applied, in hex; undefined where there is nothing to apply. */
  sha256: string | undefined;
  /** Metadata from the ComicInfo in the series' folder. Unlike settings, it yields to what a chapter says of itself. */
  info: Partial<Metadata> | undefined;
  warnings: string[];
};

/** Reads sidecar files, each of them once a run. */
export function seriesSidecarReader(): (sidecarFiles: SidecarFiles | undefined) => Promise<SeriesSidecar | undefined> {
  const known = new Map<string, Promise<SeriesSidecar>>();
  return async (sidecarFiles) => {
    const { seriesFile, comicInfo, cover } = sidecarFiles ?? {};
    if (seriesFile === undefined && comicInfo === undefined && cover === undefined) return undefined;
    const key = [seriesFile, comicInfo, cover].join('\0');
    const sidecar = known.get(key) ?? readSidecar({ seriesFile, comicInfo, cover });
    known.set(key, sidecar);
    return sidecar;
  };
}

async function readSidecar(sidecarFiles: SidecarFiles): Promise<SeriesSidecar> {
  const warnings: string[] = [];
  const hash = createHash('sha256');
  const sidecar: SeriesSidecar = {
    title: undefined,
    settings: {},
    chapters: new Map(),
    cover: sidecarFiles.cover,
    coverPosition: undefined,
    sha256: undefined,
    info: undefined,
    warnings,
  };
  if (sidecarFiles.comicInfo !== undefined) sidecar.info = await readInfo(sidecarFiles.comicInfo, warnings);
  if (sidecarFiles.seriesFile !== undefined) {
    const bytes = await readRegularFile(sidecarFiles.seriesFile, MAX_SERIES_FILE_BYTES, warnings);
    if (bytes !== undefined) {
      const read = readSeriesFile(bytes, basename(sidecarFiles.seriesFile));
      warnings.push(...read.warnings);
      const { cover, ...others } = read.seriesFile;
      Object.assign(sidecar, others);
      if (cover !== undefined) sidecar.cover = await findCover(sidecarFiles.seriesFile, cover, sidecar.cover, warnings);
      hash.update(bytes);
    }
  }
  const look = sidecar.cover === undefined ? undefined : await stat(sidecar.cover).catch(() => undefined);
  if (look === undefined) sidecar.cover = undefined;
  else hash.update(`\0${basename(sidecar.cover ?? '')}:${look.size}:${look.mtimeMs}`);
  const hasMore = sidecar.cover !== undefined || sidecar.title !== undefined || sidecar.chapters.size > 0;
  if (hasMore || Object.values(sidecar.settings).some((setting) => setting !== undefined))
    sidecar.sha256 = hash.digest('hex');
  return sidecar;
}

async function findCover(
  seriesFile: string,
  name: string,
  other: string | undefined,
  warnings: string[],
): Promise<string | undefined> {
  const path = join(dirname(seriesFile), name);
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() && isPictureName(name)) return path;
  warnings.push(`${basename(seriesFile)} 里写的封面「${name}」不在同一文件夹里，或不是图片`);
  return other;
}

async function readInfo(path: string, warnings: string[]): Promise<Partial<Metadata> | undefined> {
  const bytes = await readRegularFile(path, MAX_COMIC_INFO_BYTES, warnings);
  if (bytes === undefined) return undefined;
  const read = readComicInfo(bytes);
  warnings.push(...read.warnings);
  return read.info;
}

/** The bytes of a picture for a cover; undefined, with a warning, where they can't be read. */
export function readCover(path: string, warnings: string[]): Promise<Buffer | undefined> {
  return readRegularFile(path, MAX_ENTRY_BYTES, warnings);
}

async function readRegularFile(path: string, maxBytes: number, warnings: string[]): Promise<Buffer | undefined> {
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
