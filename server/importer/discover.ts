import type { Dirent, Stats } from 'node:fs';
import { lstat, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { MAX_FOLDER_DEPTH } from './limits.ts';
import { compareNatural } from './natural-order.ts';
import { isArchiveName, isJunk, isPictureName } from './picture-names.ts';
import { type Found, type Missed, Unfit } from './source.ts';

/**
 * Finds the chapters in what the operator typed, in natural order: archives, and folders that hold pictures directly.
 * What can't be looked at is told in its place, and the search goes on. Links below a typed folder are not followed.
 */
export async function* discover(paths: string[]): AsyncIterable<Found | Missed> {
  for (const path of paths) {
    const typed = await stat(path).catch(() => undefined);
    const parents = [basename(dirname(resolve(path)))].filter((name) => name !== '');
    if (typed === undefined) yield missed(path, '找不到，请检查路径');
    else if (typed.isDirectory()) yield* walk(path, parents, 0);
    else if (typed.isFile()) yield { kind: 'archive', path, parents, bytes: typed.size };
    else yield missed(path, '不是文件也不是文件夹');
  }
}

async function* walk(folder: string, parents: string[], depth: number): AsyncIterable<Found | Missed> {
  let items: Dirent[];
  try {
    items = (await readdir(folder, { withFileTypes: true })).filter(({ name }) => !isJunk(name));
  } catch {
    yield missed(folder, '打不开文件夹，请检查权限');
    return;
  }
  items.sort((a, b) => compareNatural(a.name, b.name));
  const pictures = items.filter((item) => item.isFile() && isPictureName(item.name));
  if (pictures.some((picture) => !isCoverName(picture.name))) {
    yield { kind: 'folder', path: folder, parents, bytes: await totalBytes(folder, pictures) };
  }
  const below = depth === 0 ? [basename(resolve(folder))] : [...parents, basename(folder)];
  for (const item of items) {
    const path = join(folder, item.name);
    if (item.isFile() && isArchiveName(item.name)) {
      const found = await lstat(path).catch(() => undefined);
      if (found === undefined) yield missed(path, '读不了，请检查权限');
      else yield { kind: 'archive', path, parents: below, bytes: found.size };
    } else if (item.isDirectory()) {
      if (depth < MAX_FOLDER_DEPTH) yield* walk(path, below, depth + 1);
      else yield missed(path, `文件夹嵌套超过 ${MAX_FOLDER_DEPTH} 层，没有再往里看`);
    }
  }
}

/** Pictures that other programs keep beside the chapters of a series. */
function isCoverName(name: string): boolean {
  return /^(?:cover|folder|poster|banner|fanart|logo|thumb(?:nail)?|封面|横幅|海报)\.[^.]+$/i.test(name);
}

async function totalBytes(folder: string, pictures: Dirent[]): Promise<number> {
  let bytes = 0;
  for (const { name } of pictures) {
    const found: Stats | undefined = await lstat(join(folder, name)).catch(() => undefined);
    bytes += found?.size ?? 0;
  }
  return bytes;
}

function missed(path: string, message: string): Missed {
  return { kind: 'missed', path, unfit: new Unfit('unreadable', message) };
}
