import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isPartOfSeries, isPlace } from '../naming/folder-kinds.ts';
import { isComicInfoName, isCoverName } from '../source/file-names.ts';
import type { Beside } from '../source/source.ts';

const SIDECARS = ['series.yaml', 'series.yml', 'series.json'];
const COVERS = ['cover', '封面', 'poster', '海报', 'folder'];

/**
 * What lies beside the chapters of a folder and speaks of the whole series. Only the series' own folder has a word on
 * covers and ComicInfo (a volume's cover is not the series'), and folders for everything have none at all.
 */
export function besideIn(folder: string, names: readonly string[], isChapter: boolean): Beside {
  if (isPlace(basename(folder))) return {};
  const beside: Beside = {};
  const sidecar = SIDECARS.flatMap((wanted) => names.find((name) => name.toLowerCase() === wanted) ?? [])[0];
  if (sidecar !== undefined) beside.sidecar = join(folder, sidecar);
  if (isChapter || isPartOfSeries(basename(folder))) return beside;
  const info = names.find(isComicInfoName);
  if (info !== undefined) beside.comicInfo = join(folder, info);
  const covers = names.filter(isCoverName);
  const rank = (name: string) => COVERS.indexOf(name.toLowerCase().replace(/\.[^.]+$/, ''));
  const cover = covers.filter((name) => rank(name) >= 0).sort((a, b) => rank(a) - rank(b))[0];
  if (cover !== undefined) beside.cover = join(folder, cover);
  return beside;
}

/** What the folders above a typed path say of the series that it belongs to. */
export async function besideAbove(absolute: string): Promise<Beside> {
  const folder = dirname(absolute);
  if (folder === absolute) return {};
  const names = await readdir(folder).catch(() => []);
  const own = besideIn(folder, names, false);
  return isPartOfSeries(basename(folder)) ? { ...(await besideAbove(folder)), ...own } : own;
}
