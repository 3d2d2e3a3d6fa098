import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isPartOfSeries } from '../naming/folder-kinds.ts';
import { isPlace } from '../naming/places.ts';
import { isComicInfoName, isCoverName } from '../source/file-names.ts';
import { realFolder } from '../source/open-inside.ts';
import type { SidecarFile, SidecarFiles } from '../source/source.ts';

const SERIES_FILES = ['series.yaml', 'series.yml', 'series.json', 'details.json'];
const COVERS = ['cover', '封面', 'poster', '海报', 'folder'];

/**
 * The files in a folder that describe the whole series. A cover or ComicInfo counts only in the series' own folder: a volume's
 * cover is not the series' cover. General folders such as downloads are no series unless they contain a series file.
 */
export function sidecarFilesIn(
  { path: folder, root }: SidecarFile,
  names: readonly string[],
  isChapter: boolean,
): SidecarFiles {
  const sidecarFiles: SidecarFiles = {};
  const seriesFile = SERIES_FILES.flatMap((known) => names.find((name) => name.toLowerCase() === known) ?? [])[0];
  if (seriesFile !== undefined) sidecarFiles.seriesFile = { path: join(folder, seriesFile), root };
  else if (isPlace(basename(folder))) return {};
  if (isChapter || isPartOfSeries(basename(folder))) return sidecarFiles;
  const info = names.find(isComicInfoName);
  if (info !== undefined) sidecarFiles.comicInfo = { path: join(folder, info), root };
  const covers = names.filter(isCoverName);
  const rank = (name: string) => COVERS.indexOf(name.toLowerCase().replace(/\.[^.]+$/, ''));
  const cover = covers.filter((name) => rank(name) >= 0).sort((a, b) => rank(a) - rank(b))[0];
  if (cover !== undefined) sidecarFiles.cover = { path: join(folder, cover), root };
  return sidecarFiles;
}

/** The sidecar files in the folders above a typed path, up to the folder of its series. */
export async function sidecarFilesAbove(absolute: string): Promise<SidecarFiles> {
  const folder = dirname(absolute);
  if (folder === absolute) return {};
  const names = await readdir(folder).catch(() => []);
  if (names.length === 0) return {};
  const own = sidecarFilesIn({ path: folder, root: await realFolder(folder) }, names, false);
  return isPartOfSeries(basename(folder)) ? { ...(await sidecarFilesAbove(folder)), ...own } : own;
}
