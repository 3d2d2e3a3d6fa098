import { constants, type Dirent } from 'node:fs';
import { lstat, open, opendir } from 'node:fs/promises';
import { Deadline } from '../limits/deadline.ts';
import { MAX_ENTRIES, MAX_ENTRY_BYTES } from '../limits/limits.ts';
import { type DiskItem, type DiskPath, foreignNamesWarning, namedItems } from '../source/disk-names.ts';
import { isComicInfoName, isPictureName, shownName } from '../source/file-names.ts';
import { SourceError } from '../source/source-error.ts';
import { warnAboutNamelessPages } from './select-entries.ts';
import type { SourceFile, SourceFiles } from './source-files.ts';

/** The pictures that lie directly in a folder, and its ComicInfo; links are left out. */
export async function openFolder(folder: DiskPath, signal?: AbortSignal): Promise<SourceFiles> {
  const deadline = new Deadline(signal);
  const files: SourceFile[] = [];
  let [items, used]: DiskItem[][] = [[], []];
  try {
    items = (await itemsOf(folder, deadline)).filter(({ item }) => item.isFile());
    used = items.filter(({ name }) => isPictureName(name) || isComicInfoName(name));
    for (const { name, onDisk } of used) {
      const { size } = await deadline.guard(lstat(onDisk));
      files.push({ path: name, bytes: size, read: () => readFile(onDisk, name, deadline) });
    }
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof SourceError) throw error;
    throw new SourceError('unreadable', '打不开文件夹，请检查它是否存在、是否有权限读取', { cause: error });
  }
  const warnings: string[] = [];
  warnAboutNamelessPages(
    items.map(({ name }) => name),
    warnings,
  );
  const warning = foreignNamesWarning(used);
  if (warning !== undefined) warnings.push(warning);
  return { files, warnings, close: async () => {} };
}

async function itemsOf(folder: DiskPath, deadline: Deadline): Promise<DiskItem[]> {
  const items: Dirent<Buffer>[] = [];
  const opened = opendir(folder, { encoding: 'buffer' as BufferEncoding });
  for await (const item of await deadline.guard(opened)) {
    if (items.length === MAX_ENTRIES)
      throw new SourceError('bomb_entries', `文件夹里超过 ${MAX_ENTRIES} 个文件，请拆成几话再导入`);
    items.push(item as unknown as Dirent<Buffer>);
  }
  return namedItems(folder, items);
}

async function readFile(path: DiskPath, name: string, deadline: Deadline): Promise<Buffer> {
  try {
    // The file may have been replaced by a link or a pipe since the folder was listed.
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const found = await file.stat();
      if (!found.isFile()) throw new SourceError('unsafe_link', `${shownName(name)} 不是普通文件，请换成真正的图片`);
      if (found.size > MAX_ENTRY_BYTES)
        throw new SourceError('bomb_size', `${shownName(name)} 超过 100 MB，请压缩后再导入`);
      const bytes = await deadline.guard(file.readFile());
      deadline.count(bytes.length);
      return bytes;
    } finally {
      await deadline.release(file);
    }
  } catch (error) {
    deadline.signal?.throwIfAborted();
    if (error instanceof SourceError) throw error;
    throw new SourceError('unreadable', `读不了 ${shownName(name)}，请检查文件与权限`, { cause: error });
  }
}
