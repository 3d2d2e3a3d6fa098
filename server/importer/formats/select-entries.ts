import { MAX_ENTRIES, MAX_ENTRY_BYTES, MAX_TOTAL_BYTES } from '../limits/limits.ts';
import { isArchiveName, isComicInfoName, isNamelessPage, isPictureName, shownName } from '../source/file-names.ts';
import { SourceError } from '../source/source-error.ts';
import { safeEntryPath, unsafeLinkError } from './entry-path.ts';

/** An entry as the directory of an archive declares it. */
export type DeclaredEntry = {
  /** The decoded name, not yet checked. */
  path: string;
  folder: boolean;
  bytes: number;
  link: boolean;
  encrypted: boolean;
};

export type SelectedEntry<T> = { entry: T; path: string };

/**
 * The pictures and ComicInfo among the entries of an archive. All names are checked first. A name that points outside, a link
 * or an encrypted page refuses the whole archive.
 */
export function selectEntries<T extends DeclaredEntry>(entries: readonly T[], warnings: string[]): SelectedEntry<T>[] {
  if (entries.length > MAX_ENTRIES) throw tooManyEntriesError();
  const named = entries.map((entry) => ({ entry, path: safeEntryPath(entry.path) }));
  for (const { entry, path } of named) if (entry.link) throw unsafeLinkError(path);
  const files = named.filter(({ entry, path }) => !entry.folder && !path.endsWith('/'));
  const chosen = withoutDuplicates(
    files.filter(({ path }) => isPictureName(path) || isComicInfoName(path)),
    warnings,
  );
  let declared = 0;
  for (const { entry, path } of chosen) {
    if (!isPictureName(path)) continue;
    if (entry.encrypted) throw encryptedEntryError(path);
    if (entry.bytes > MAX_ENTRY_BYTES) throw entryTooBigError(path);
    declared += entry.bytes;
    if (declared > MAX_TOTAL_BYTES) throw totalTooBigError();
  }
  const paths = files.map(({ path }) => path);
  checkNestedArchives(paths, warnings);
  warnAboutNamelessPages(paths, warnings);
  return chosen;
}

/** The first entry of each name, with a warning for every other. */
export function withoutDuplicates<T extends { path: string }>(entries: T[], warnings: string[]): T[] {
  const seen = new Set<string>();
  return entries.filter(({ path }) => {
    if (seen.has(path)) warnings.push(`有两个同名条目 ${shownName(path)}，只用了第一个`);
    return !seen.has(path) && seen.add(path);
  });
}

/**
 * Archives inside an archive are never opened. If there are pictures too, there is a warning; otherwise the archive is refused.
 */
export function checkNestedArchives(paths: string[], warnings: string[]): void {
  const nested = paths.find((path) => isArchiveName(path));
  if (nested === undefined) return;
  if (!paths.some((path) => isPictureName(path))) {
    throw new SourceError('nested_archive', `包里装的是压缩包（${shownName(nested)}），请先解压一层，再逐个导入`);
  }
  warnings.push(`没有读取包内的压缩包 ${shownName(nested)}，需要的话请解压后单独导入`);
}

/** Warns about files that may be pages without an extension. Their content is known only after unpacking. */
export function warnAboutNamelessPages(paths: string[], warnings: string[]): void {
  const nameless = paths.filter((path) => isNamelessPage(path));
  const [first] = nameless;
  if (first === undefined) return;
  const some = nameless.length > 1 ? `${shownName(first)} 等 ${nameless.length} 个文件` : shownName(first);
  warnings.push(`没有读取 ${some}：没有图片的扩展名，是页的话请加上（如 .jpg）再导入`);
}

export function tooManyEntriesError(): SourceError {
  return new SourceError('bomb_entries', `压缩包里超过 ${MAX_ENTRIES} 个条目，请拆成几话再导入`);
}

export function encryptedEntryError(path: string): SourceError {
  return new SourceError('encrypted', `压缩包有密码（${shownName(path)}），请去掉密码后重新打包`);
}

export function entryTooBigError(path: string): SourceError {
  return new SourceError('bomb_size', `展开后的大小超过上限（${shownName(path)}），可能是压缩炸弹，已拒绝`);
}

export function totalTooBigError(): SourceError {
  return new SourceError('bomb_size', '全部图片展开后超过 4 GB，请拆成几话再导入');
}

export function damagedEntryError(path: string, cause?: unknown): SourceError {
  return new SourceError('corrupt_entry', `压缩包里的 ${shownName(path)} 已损坏，请重新下载或打包`, { cause });
}
