import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { userName } from '../../core/text/user-name.ts';
import { MAX_FOLDER_DEPTH } from '../limits/limits.ts';
import { isPartOfSeries } from '../naming/folder-kinds.ts';
import { type DiskItem, type DiskPath, namedItems } from '../source/disk-names.ts';
import { isArchiveName, isCoverName, isJunk, isPictureName } from '../source/file-names.ts';
import { compareNatural } from '../source/natural-order.ts';
import { otherFormatReason } from '../source/other-formats.ts';
import type { FoundSource, MissedSource, SidecarFiles } from '../source/source.ts';
import { SourceError, type SourceErrorCode } from '../source/source-error.ts';
import { sidecarFilesIn } from './sidecar-files.ts';

/** A folder with its content in natural order: sources, unreadable entries, and subfolders. */
export type WalkedFolder = { name: string; items: (FoundSource | MissedSource | WalkedFolder)[]; own?: FoundSource };

export type Walk = {
  /** Real paths of the other typed folders. They are walked separately. */
  others: ReadonlySet<string>;
  stop: AbortSignal | undefined;
  /** Real path of the typed folder. */
  root: DiskPath;
};

/** Finds archives and folders of pictures. Links below the folder are reported and not followed. */
export async function walk(
  folder: string,
  parents: string[],
  depth: number,
  above: SidecarFiles,
  context: Walk,
  onDisk: DiskPath = folder,
): Promise<WalkedFolder> {
  const name = basename(resolve(folder));
  const walked: WalkedFolder = { name, items: [] };
  const items = await list(onDisk);
  if (items === undefined) {
    walked.items.push(missed(folder, `用户 ${userName()} 打不开这个文件夹，请检查权限`));
    return walked;
  }
  const loosePictures = pagesAmong(items);
  const hasArchives = items.some(({ item, name }) => item.isFile() && isArchiveName(name));
  const isChapter = loosePictures.length > 0 && !hasArchives;
  // Files that describe a series are read by their plain paths.
  const names = items.flatMap(({ item, name, onDisk }) => (item.isFile() && typeof onDisk === 'string' ? name : []));
  const own = sidecarFilesIn({ path: resolve(folder), root: context.root }, names, isChapter);
  if (isChapter) {
    walked.own = {
      kind: 'folder',
      path: folder,
      ...foreign(onDisk),
      root: context.root,
      parents,
      sidecarFiles: { ...above, ...own },
    };
  }
  const isPart = isPartOfSeries(name);
  // The parent folders of a typed path are not its series, except that 书名/第1卷 is a volume of 书名.
  const below = depth === 0 && !isPart ? [name] : [...parents, name];
  const sidecarFiles = isPart ? { ...above, ...own } : own;
  for (const item of items) {
    if (context.stop?.aborted) break;
    const found = await walkItem(folder, item, below, depth, sidecarFiles, context);
    if (found !== undefined) walked.items.push(found);
  }
  noteLoosePictures(walked, loosePictures);
  return walked;
}

/** The names of the pictures directly in a folder, without its cover. */
function pagesAmong(items: readonly DiskItem[]): string[] {
  const pictures = items.filter(({ item, name }) => item.isFile() && isPictureName(name) && !isCoverName(name));
  return pictures.map(({ name }) => name);
}

/** Pictures beside archives are not a chapter. A picture beside chapter folders may be the cover that a series file names. */
function noteLoosePictures({ own, items }: WalkedFolder, loosePictures: string[]): void {
  if (loosePictures.length === 0) return;
  const archive = items.find((item): item is FoundSource => 'kind' in item && item.kind === 'archive');
  if (archive !== undefined) archive.loosePictures = loosePictures;
  else if (own !== undefined && items.some((item) => 'items' in item)) own.loosePictures = loosePictures;
}

async function walkItem(
  folder: string,
  { item, name, onDisk }: DiskItem,
  parents: string[],
  depth: number,
  sidecarFiles: SidecarFiles,
  context: Walk,
): Promise<FoundSource | MissedSource | WalkedFolder | undefined> {
  const path = join(folder, name);
  if (item.isFile() && isArchiveName(name)) {
    return { kind: 'archive', path, ...foreign(onDisk), root: context.root, parents, sidecarFiles };
  }
  // Listed one by one, because the operator expects them to be chapters.
  const other = item.isFile() ? otherFormatReason(name) : undefined;
  if (other !== undefined) return missed(path, other, 'unsupported_format');
  if (item.isDirectory()) {
    if (context.others.size > 0 && context.others.has(await realpath(onDisk).catch(() => path))) return undefined;
    if (depth < MAX_FOLDER_DEPTH) return walk(path, parents, depth + 1, sidecarFiles, context, onDisk);
    return missed(path, `文件夹嵌套超过 ${MAX_FOLDER_DEPTH} 层，没有再往里看`);
  }
  if (item.isSymbolicLink() && (isArchiveName(name) || (await leadsToFolder(onDisk))))
    return missed(path, '是链接，没有跟着它走；要导入请直接写出它指向的位置，或换成真正的文件');
  return undefined;
}

function foreign(onDisk: DiskPath): { onDisk?: Buffer } {
  return typeof onDisk === 'string' ? {} : { onDisk };
}

async function list(folder: DiskPath): Promise<DiskItem[] | undefined> {
  try {
    const items = await readdir(folder, { withFileTypes: true, encoding: 'buffer' });
    const named = namedItems(folder, items).filter(({ name, item }) => !isJunk(name) && !isUnfinished(name, item));
    return named.sort((a, b) => compareNatural(a.name, b.name));
  } catch {
    return undefined;
  }
}

/** Mihon downloads a chapter into `Chapter 2_tmp` and renames the folder when all pages are there. */
function isUnfinished(name: string, item: Dirent<Buffer>): boolean {
  return item.isDirectory() && name.endsWith('_tmp');
}

async function leadsToFolder(link: DiskPath): Promise<boolean> {
  return (await stat(link).catch(() => undefined))?.isDirectory() === true;
}

export function missed(path: string, message: string, code: SourceErrorCode = 'unreadable'): MissedSource {
  return { kind: 'missed', path, sourceError: new SourceError(code, message) };
}
