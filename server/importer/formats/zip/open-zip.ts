import type { FileHandle } from 'node:fs/promises';
import { type Entry, fromRandomAccessReaderPromise, type LocalFileHeader, type ZipFile } from 'yauzl';
import type { Deadline } from '../../limits/deadline.ts';
import { MAX_ENTRIES, MAX_TOTAL_BYTES } from '../../limits/limits.ts';
import { isComicInfoName, isPictureName, shownName } from '../../source/file-names.ts';
import { SourceError } from '../../source/source-error.ts';
import type { Container } from '../container.ts';
import { isLinkMode, safeEntryPath, unsafeLinkError } from '../entry-path.ts';
import { ARCHIVE_INFO, isBookFile, readBook } from '../epub/epub.ts';
import {
  checkNestedArchives,
  damagedEntryError,
  tooManyEntriesError,
  totalTooBigError,
  warnAboutNamelessPages,
  withoutDuplicates,
} from '../select-entries.ts';
import type { ArchiveFiles, SourceFile } from '../source-files.ts';
import { notAnArchiveError } from '../unsupported-formats.ts';
import { checkDeclared, readZipEntry } from './zip-entry.ts';
import { decodeEntryNames } from './zip-names.ts';
import { FileFrom, findEnd, findPrefix } from './zip-prefix.ts';

const DIRECTORY_SIGNATURE = Buffer.from('PK\x01\x02', 'latin1');
const SPLIT_SIGNATURE = 0x08074b50;
/** The errors of a zip with bytes after its end. */
const SUSPECT_END: string[] = ['truncated', 'corrupt_archive'];
const ZIP_SIGNATURES = [0x04034b50, 0x06054b50, SPLIT_SIGNATURE];

/** Opens a zip and reads its directory. */
export async function openZip(
  handle: FileHandle,
  { head, bytes }: Container,
  deadline: Deadline,
): Promise<ArchiveFiles> {
  const isZip = head.length >= 4 && ZIP_SIGNATURES.includes(head.readUInt32LE(0));
  const prefix = isZip ? 0 : await findPrefix(handle, bytes, deadline);
  const file = new FileFrom(handle, prefix);
  const options = { lazyEntries: true, decodeStrings: false, validateEntrySizes: true, autoClose: false } as const;
  const warnings: string[] = [];
  const openTo = (end: number) => deadline.guard(fromRandomAccessReaderPromise(file, end - prefix, options));
  const zip = await openTo(bytes).catch(async (error: unknown) => {
    const refused = isZip || prefix > 0 ? zipErrorOf(error, head) : notAnArchiveError(head);
    const end = isZip && SUSPECT_END.includes(refused.code) ? await findEnd(handle, bytes, deadline) : undefined;
    if (end === undefined) throw refused;
    warnings.push(`压缩包后面多出 ${bytes - end} 字节，已忽略`);
    return openTo(end).catch(() => Promise.reject(refused));
  });
  zip.on('error', () => {});
  const entries = await listEntries(zip, deadline, head);
  if (await hasMore(zip, file, deadline)) {
    throw new SourceError('corrupt_archive', `压缩包的目录里不止它所说的 ${zip.entryCount} 个条目，请重新打包`);
  }
  const isBook = entries.some(({ path }) => path === ARCHIVE_INFO);
  const needed = entries.filter(
    ({ path }) => isPictureName(path) || isComicInfoName(path) || (isBook && isBookFile(path)),
  );
  const files = await locate(zip, file, withoutDuplicates(needed, warnings), deadline);
  const paths = entries.map(({ path }) => path);
  checkNestedArchives(paths, warnings);
  if (!isBook) warnAboutNamelessPages(paths, warnings);
  if (!isBook) return { files, warnings };
  const { warnings: ofBook, ...book } = await readBook(files);
  return { files, ...book, warnings: [...warnings, ...ofBook] };
}

type NamedEntry = { entry: Entry; path: string };

async function listEntries(zip: ZipFile, deadline: Deadline, head: Buffer): Promise<NamedEntry[]> {
  if (zip.entryCount > MAX_ENTRIES) throw tooManyEntriesError();
  const entries: Entry[] = [];
  const iterator = zip.eachEntry();
  for (;;) {
    const step = await deadline.guard(iterator.next()).catch((error: unknown) => {
      deadline.signal?.throwIfAborted();
      throw error instanceof SourceError ? error : zipErrorOf(error, head);
    });
    if (step.done === true) break;
    entries.push(step.value);
  }
  const names = decodeEntryNames(entries);
  return entries.flatMap((entry, index) => {
    const path = safeEntryPath(names[index] ?? '');
    if (isLinkMode(entry.externalFileAttributes >>> 16)) throw unsafeLinkError(path);
    return path.endsWith('/') ? [] : { entry, path };
  });
}

/** Whether an entry follows the last one that the end record counts. Its page would be lost without a warning. */
async function hasMore(zip: ZipFile, file: FileFrom, deadline: Deadline): Promise<boolean> {
  const mark = Buffer.alloc(DIRECTORY_SIGNATURE.length);
  // The type is wrong: this is a number.
  await deadline.guard(file.readInto(mark, 0, mark.length, Number(zip.readEntryCursor)));
  return mark.equals(DIRECTORY_SIGNATURE);
}

/** Finds the position of each file. Refuses headers that contradict the directory and entries that overlap. */
async function locate(zip: ZipFile, file: FileFrom, entries: NamedEntry[], deadline: Deadline): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  const extents: { from: number; to: number }[] = [];
  let declared = 0;
  for (const { entry, path } of entries) {
    if (isPictureName(path)) {
      checkDeclared(entry, path);
      declared += entry.uncompressedSize;
      if (declared > MAX_TOTAL_BYTES) throw totalTooBigError();
    }
    const header = await readHeader(zip, entry, path, deadline);
    if (header !== undefined) {
      extents.push({ from: entry.relativeOffsetOfLocalHeader, to: header.fileDataStart + entry.compressedSize });
    }
    files.push({ path, bytes: entry.uncompressedSize, read: () => readAt(file, entry, header, path, deadline) });
  }
  refuseOverlaps(extents);
  return files;
}

async function readAt(
  file: FileFrom,
  entry: Entry,
  header: LocalFileHeader | undefined,
  path: string,
  deadline: Deadline,
): Promise<Buffer> {
  if (header === undefined) throw damagedEntryError(path);
  checkDeclared(entry, path);
  const bytes = await readZipEntry(file, entry, header.fileDataStart, path, deadline).catch((error: unknown) => {
    deadline.signal?.throwIfAborted();
    throw error instanceof SourceError
      ? error
      : new SourceError('unreadable', '读不了文件，请检查磁盘或网络盘', { cause: error });
  });
  deadline.count(entry, bytes.length);
  return bytes;
}

/** Undefined if there is no valid header: only that page is damaged. */
async function readHeader(
  zip: ZipFile,
  entry: Entry,
  path: string,
  deadline: Deadline,
): Promise<LocalFileHeader | undefined> {
  const header = await deadline.guard(zip.readLocalFileHeaderPromise(entry)).catch((error: unknown) => {
    deadline.signal?.throwIfAborted();
    if (error instanceof SourceError) throw error;
    return undefined;
  });
  if (header !== undefined && !header.fileName.equals(entry.fileNameRaw)) {
    throw new SourceError('header_mismatch', `目录与条目里的名称不一致（${shownName(path)}），请重新打包`);
  }
  return header;
}

function refuseOverlaps(extents: { from: number; to: number }[]): void {
  extents.sort((a, b) => a.from - b.from);
  let end = 0;
  for (const { from, to } of extents) {
    if (from < end) throw new SourceError('corrupt_archive', '压缩包里的条目互相重叠，可能是压缩炸弹，已拒绝');
    end = to;
  }
}

/** yauzl reports errors as English sentences. The ones with a specific advice are recognised here. */
function zipErrorOf(error: unknown, head: Buffer): SourceError {
  if (error instanceof SourceError) return error;
  const reason = error instanceof Error ? error.message : '';
  const options = { cause: error };
  if (/multi-disk/.test(reason)) return splitZipError(options);
  if (/strong encryption/.test(reason))
    return new SourceError('encrypted', '压缩包有密码，请去掉密码后重新打包', options);
  // Invalid comment length. Expected: 0. Found: 12.
  const [, left = 0, comment = 0] = /Expected: (\d+)\. Found: (\d+)/.exec(reason)?.map(Number) ?? [];
  if (/not found|unexpected EOF/.test(reason) || comment > left) {
    if (head.length >= 4 && head.readUInt32LE(0) === SPLIT_SIGNATURE) return splitZipError(options);
    return new SourceError('truncated', '压缩包不完整（后半部分缺失），请重新下载', options);
  }
  return new SourceError('corrupt_archive', '压缩包的目录已损坏，请重新下载或打包', options);
}

function splitZipError(options: ErrorOptions): SourceError {
  return new SourceError('split_archive', '这是分卷压缩包中的一卷，请先合并成一个文件', options);
}
