import type { Dirent, Stats } from 'node:fs';
import { lstat, opendir } from 'node:fs/promises';
import { Deadline } from '../limits/deadline.ts';
import { MAX_ENTRIES, MAX_ENTRY_BYTES } from '../limits/limits.ts';
import { type DiskItem, type DiskPath, foreignNamesWarning, namedItems } from '../source/disk-names.ts';
import { isComicInfoName, isPictureName, shownName } from '../source/file-names.ts';
import { openInside } from '../source/open-inside.ts';
import { SourceError } from '../source/source-error.ts';
import { changedError, isUnchanged, type VersionedFile, versionOf } from '../source/source-version.ts';
import { warnAboutNamelessPages } from './select-entries.ts';
import type { SourceFile, SourceFiles } from './source-files.ts';

/** The pictures and the ComicInfo in a folder inside `root`, without subfolders and links. */
export async function openFolder(folder: DiskPath, root: DiskPath, signal?: AbortSignal): Promise<SourceFiles> {
  const deadline = new Deadline(signal);
  const files: SourceFile[] = [];
  const versioned: VersionedFile[] = [];
  let [items, used]: DiskItem[][] = [[], []];
  try {
    items = (await itemsOf(folder, deadline)).filter(({ item }) => item.isFile());
    used = items.filter(({ name }) => isPictureName(name) || isComicInfoName(name));
    for (const { name, onDisk, item } of used) {
      const facts = await deadline.guard(lstat(onDisk));
      versioned.push({ name: item.name, facts });
      files.push({ path: name, bytes: facts.size, read: () => readFile({ onDisk, root, name, facts }, deadline) });
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
  // A file that changes later is refused when it is read.
  const version = versionOf(versioned);
  return { files, warnings, version: async () => version, close: async () => {} };
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

type ListedFile = { onDisk: DiskPath; root: DiskPath; name: string; facts: Stats };

/** Refuses a file that was changed or replaced since the folder was listed. */
async function readFile({ onDisk, root, name, facts }: ListedFile, deadline: Deadline): Promise<Buffer> {
  try {
    const file = await openInside(onDisk, root);
    try {
      if (!isUnchanged(facts, await file.stat())) throw changedError();
      if (facts.size > MAX_ENTRY_BYTES)
        throw new SourceError('bomb_size', `${shownName(name)} 超过 100 MB，请压缩后再导入`);
      const bytes = await deadline.guard(file.readFile());
      if (!isUnchanged(facts, await file.stat())) throw changedError();
      deadline.count(facts, bytes.length);
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
