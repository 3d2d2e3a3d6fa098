import type { Dirent, Stats } from 'node:fs';
import { lstat, readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { userName } from '../../core/user-name.ts';
import { MAX_FOLDER_DEPTH } from '../limits/limits.ts';
import { foldersAbove, isPartOfSeries, isSeason } from '../naming/folder-kinds.ts';
import { isArchiveName, isCoverName, isJunk, isPictureName } from '../source/file-names.ts';
import { compareNatural } from '../source/natural-order.ts';
import type { FoundSource, MissedSource, SidecarFiles } from '../source/source.ts';
import { codeOf, SourceError } from '../source/source-error.ts';
import { sidecarFilesAbove, sidecarFilesIn } from './sidecar-files.ts';

/**
 * Finds the chapters in what the operator typed, in natural order: archives, and folders that hold pictures directly.
 * What can't be read is yielded in its place as missed, and the search goes on. So are links below a typed folder: they are
 * not followed.
 */
export async function* discover(paths: string[]): AsyncIterable<FoundSource | MissedSource> {
  for (const path of paths) {
    const typed = await stat(path).catch(codeOf);
    const parents = foldersAbove(resolve(path));
    if (typeof typed === 'string') yield missed(path, whyMissed(typed));
    else if (typed.isDirectory()) yield* walk(path, parents, 0, await sidecarFilesAbove(resolve(path)));
    else if (typed.isFile()) {
      yield { kind: 'archive', path, parents, bytes: typed.size, sidecarFiles: await sidecarFilesAbove(resolve(path)) };
    } else yield missed(path, '不是文件也不是文件夹');
  }
}

async function* walk(
  folder: string,
  parents: string[],
  depth: number,
  above: SidecarFiles,
): AsyncIterable<FoundSource | MissedSource> {
  let items: Dirent[];
  try {
    items = (await readdir(folder, { withFileTypes: true })).filter(({ name }) => !isJunk(name));
  } catch {
    yield missed(folder, `用户 ${userName()} 打不开这个文件夹，请检查权限`);
    return;
  }
  items.sort((a, b) => compareNatural(a.name, b.name));
  const pictures = items.filter((item) => item.isFile() && isPictureName(item.name));
  const isChapter = pictures.some((picture) => !isCoverName(picture.name));
  const name = basename(resolve(folder));
  const names = items.flatMap((item) => (item.isFile() ? item.name : []));
  const own = sidecarFilesIn(resolve(folder), names, isChapter);
  if (isChapter) {
    const bytes = await totalBytes(folder, pictures);
    yield { kind: 'folder', path: folder, parents, bytes, sidecarFiles: { ...above, ...own } };
  }
  const sidecarFiles = isPartOfSeries(name) ? { ...above, ...own } : own;
  // The parents of what was typed are nobody's series, but 书名/第1卷 is a volume of 书名.
  const below = depth === 0 && !isPartOfSeries(name) && !isSeason(name) ? [name] : [...parents, name];
  for (const item of items) {
    const path = join(folder, item.name);
    if (item.isFile() && isArchiveName(item.name)) {
      const found = await lstat(path).catch(() => undefined);
      if (found === undefined) yield missed(path, '读不了，请检查权限');
      else yield { kind: 'archive', path, parents: below, bytes: found.size, sidecarFiles };
    } else if (item.isDirectory()) {
      if (depth < MAX_FOLDER_DEPTH) yield* walk(path, below, depth + 1, sidecarFiles);
      else yield missed(path, `文件夹嵌套超过 ${MAX_FOLDER_DEPTH} 层，没有再往里看`);
    } else if (item.isSymbolicLink() && (isArchiveName(item.name) || (await leadsToFolder(path)))) {
      yield missed(path, '是链接，没有跟着它走；要导入请直接写出它指向的位置，或换成真正的文件');
    }
  }
}

function whyMissed(code: string): string {
  return code === 'EACCES' ? `用户 ${userName()} 进不了它所在的文件夹，请检查权限` : '找不到，请检查路径';
}

async function leadsToFolder(link: string): Promise<boolean> {
  return (await stat(link).catch(() => undefined))?.isDirectory() === true;
}

async function totalBytes(folder: string, pictures: Dirent[]): Promise<number> {
  let bytes = 0;
  for (const { name } of pictures) {
    const found: Stats | undefined = await lstat(join(folder, name)).catch(() => undefined);
    bytes += found?.size ?? 0;
  }
  return bytes;
}

function missed(path: string, message: string): MissedSource {
  return { kind: 'missed', path, sourceError: new SourceError('unreadable', message) };
}
