import { createHash } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { ChapterSettings, ComicSettings } from '../../modules/catalog/publishing/publishing.ts';
import { MAX_COMIC_INFO_BYTES, MAX_ENTRY_BYTES } from '../limits/limits.ts';
import { isPictureName } from '../source/file-names.ts';
import { openInside } from '../source/open-inside.ts';
import type { Metadata, SidecarFile, SidecarFiles } from '../source/source.ts';
import { SourceError } from '../source/source-error.ts';
import { readComicInfo } from './comic-info.ts';
import { MAX_SERIES_FILE_BYTES, readSeriesFile, type SeriesFile } from './series-file.ts';

/** The combined content of all sidecar files of a series. */
export type SeriesSidecar = {
  /** The title of the series, if the operator wrote one. */
  title: string | undefined;
  settings: ComicSettings;
  chapters: ReadonlyMap<number, ChapterSettings>;
  cover: SidecarFile | undefined;
  coverPosition: SeriesFile['coverPosition'];
  /** SHA-256 in hex of everything that is applied; undefined if there is nothing to apply. */
  sha256: string | undefined;
  /** Metadata of the ComicInfo in the series' folder. Unlike settings, the metadata of a chapter wins over it. */
  info: Partial<Metadata> | undefined;
  warnings: string[];
};

/** Reads sidecar files, each once a run. */
export function seriesSidecarReader(): (sidecarFiles: SidecarFiles | undefined) => Promise<SeriesSidecar | undefined> {
  const known = new Map<string, Promise<SeriesSidecar>>();
  return async (sidecarFiles) => {
    const { seriesFile, comicInfo, cover } = sidecarFiles ?? {};
    if (seriesFile === undefined && comicInfo === undefined && cover === undefined) return undefined;
    const key = [seriesFile, comicInfo, cover].map((file) => file?.path).join('\0');
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
      const read = readSeriesFile(bytes, basename(sidecarFiles.seriesFile.path));
      warnings.push(...read.warnings);
      const { cover, ...others } = read.seriesFile;
      Object.assign(sidecar, others);
      if (cover !== undefined) sidecar.cover = await findCover(sidecarFiles.seriesFile, cover, sidecar.cover, warnings);
      hash.update(bytes);
    }
  }
  const { cover } = sidecar;
  const onDisk = cover && (await lstat(cover.path).catch(() => undefined));
  if (cover && onDisk) hash.update(`\0${basename(cover.path)}:${onDisk.size}:${onDisk.mtimeMs}`);
  else sidecar.cover = undefined;
  if (hasContent(sidecar)) sidecar.sha256 = hash.digest('hex');
  return sidecar;
}

function hasContent({ cover, title, chapters, settings }: SeriesSidecar): boolean {
  const hasSetting = Object.values(settings).some((setting) => setting !== undefined);
  return hasSetting || cover !== undefined || title !== undefined || chapters.size > 0;
}

async function findCover(
  { path: seriesFile, root }: SidecarFile,
  name: string,
  other: SidecarFile | undefined,
  warnings: string[],
): Promise<SidecarFile | undefined> {
  const path = join(dirname(seriesFile), name);
  const found = await lstat(path).catch(() => undefined);
  if (found?.isFile() && isPictureName(name)) return { path, root };
  warnings.push(`${basename(seriesFile)} 里写的封面「${name}」不在同一文件夹里，或不是图片`);
  return other;
}

async function readInfo(file: SidecarFile, warnings: string[]): Promise<Partial<Metadata> | undefined> {
  const bytes = await readRegularFile(file, MAX_COMIC_INFO_BYTES, warnings);
  if (bytes === undefined) return undefined;
  const read = readComicInfo(bytes);
  warnings.push(...read.warnings);
  return read.info;
}

/** The bytes of a cover picture; undefined, with a warning, if it can't be read. */
export function readCover(cover: SidecarFile, warnings: string[]): Promise<Buffer | undefined> {
  return readRegularFile(cover, MAX_ENTRY_BYTES, warnings);
}

async function readRegularFile(
  { path, root }: SidecarFile,
  maxBytes: number,
  warnings: string[],
): Promise<Buffer | undefined> {
  try {
    const file = await openInside(path, root);
    try {
      const found = await file.stat();
      if (found.size <= maxBytes) return await file.readFile();
      warnings.push(`没有采用 ${basename(path)}：太大`);
    } finally {
      await file.close();
    }
  } catch (error) {
    const reason = error instanceof SourceError ? error.message : '读不了，请检查权限';
    warnings.push(`没有采用 ${basename(path)}：${reason}`);
  }
  return undefined;
}
