import { constants } from 'node:fs';
import { lstat, open, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { Deadline } from '../limits/deadline.ts';
import { MAX_ENTRIES, MAX_ENTRY_BYTES } from '../limits/limits.ts';
import { isComicInfoName, isPictureName, shownName } from '../source/file-names.ts';
import { SourceError } from '../source/source-error.ts';
import { warnAboutNamelessPages } from './select-entries.ts';
import type { SourceFile, SourceFiles } from './source-files.ts';

/** The pictures that lie directly in a folder, and its ComicInfo; links are left out. */
export async function openFolder(folder: string, signal?: AbortSignal): Promise<SourceFiles> {
  const deadline = new Deadline(signal);
  const files: SourceFile[] = [];
  const names: string[] = [];
  try {
    let seen = 0;
    for await (const item of await deadline.guard(opendir(folder))) {
      seen++;
      if (seen > MAX_ENTRIES)
        throw new SourceError('bomb_entries', `文件夹里超过 ${MAX_ENTRIES} 个文件，请拆成几话再导入`);
      if (item.isFile()) names.push(item.name);
      if (!item.isFile() || (!isPictureName(item.name) && !isComicInfoName(item.name))) continue;
      const path = join(folder, item.name);
      const { size } = await deadline.guard(lstat(path));
      files.push({ path: item.name, bytes: size, read: () => readFile(path, item.name, deadline) });
    }
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof SourceError) throw error;
    throw new SourceError('unreadable', '打不开文件夹，请检查它是否存在、是否有权限读取', { cause: error });
  }
  const warnings: string[] = [];
  warnAboutNamelessPages(names, warnings);
  return { files, warnings, close: async () => {} };
}

async function readFile(path: string, name: string, deadline: Deadline): Promise<Buffer> {
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
