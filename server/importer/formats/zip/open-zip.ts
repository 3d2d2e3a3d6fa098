import type { FileHandle } from 'node:fs/promises';
import { type Entry, fromRandomAccessReaderPromise, type LocalFileHeader, type ZipFile } from 'yauzl';
import type { Deadline } from '../../limits/deadline.ts';
import { MAX_ENTRIES, MAX_TOTAL_BYTES } from '../../limits/limits.ts';
import { isComicInfoName, isPictureName, shownName } from '../../source/file-names.ts';
import { Unfit } from '../../source/source.ts';
import type { Container } from '../container.ts';
import { isLinkMode, safeEntryPath, unsafeLink } from '../entry-path.ts';
import { ARCHIVE_INFO, isBookFile, readBook } from '../epub/epub.ts';
import { damaged, judgeNested, onlyOnce, tellNameless, tooManyEntries, tooMuch } from '../select-entries.ts';
import type { Files, SourceFile } from '../source-files.ts';
import { notAnArchive } from '../unsupported-formats.ts';
import { checkDeclared, readZipEntry } from './zip-entry.ts';
import { decodeEntryNames } from './zip-names.ts';
import { FileFrom, findEnd, findPrefix } from './zip-prefix.ts';

const DIRECTORY_SIGNATURE = Buffer.from('PK\x01\x02', 'latin1');
const SPLIT_SIGNATURE = 0x08074b50;
/** How a zip with something behind it looks at first. */
const SPOILT_END: string[] = ['truncated', 'corrupt_archive'];
const ZIP_SIGNATURES = [0x04034b50, 0x06054b50, SPLIT_SIGNATURE];

/** Looks into a zip without unpacking it. */
export async function openZip(handle: FileHandle, { head, bytes }: Container, deadline: Deadline): Promise<Files> {
  const isZip = head.length >= 4 && ZIP_SIGNATURES.includes(head.readUInt32LE(0));
  const prefix = isZip ? 0 : await findPrefix(handle, bytes, deadline);
  const file = new FileFrom(handle, prefix);
  const options = { lazyEntries: true, decodeStrings: false, validateEntrySizes: true, autoClose: false } as const;
  const warnings: string[] = [];
  const openTo = (end: number) => deadline.guard(fromRandomAccessReaderPromise(file, end - prefix, options));
  const zip = await openTo(bytes).catch(async (error: unknown) => {
    const refused = isZip || prefix > 0 ? brokenZip(error, head) : notAnArchive(head);
    const end = isZip && SPOILT_END.includes(refused.code) ? await findEnd(handle, bytes, deadline) : undefined;
    if (end === undefined) throw refused;
    warnings.push(`压缩包后面多出 ${bytes - end} 字节，已忽略`);
    return openTo(end).catch(() => Promise.reject(refused));
  });
  zip.on('error', () => {});
  const entries = await listEntries(zip, deadline, head);
  if (await hasMore(zip, file, deadline)) {
    throw new Unfit('corrupt_archive', `压缩包的目录里不止它所说的 ${zip.entryCount} 个条目，请重新打包`);
  }
  const isBook = entries.some(({ path }) => path === ARCHIVE_INFO);
  const wanted = entries.filter(
    ({ path }) => isPictureName(path) || isComicInfoName(path) || (isBook && isBookFile(path)),
  );
  const files = await locate(zip, file, onlyOnce(wanted, warnings), deadline);
  const paths = entries.map(({ path }) => path);
  judgeNested(paths, warnings);
  if (!isBook) tellNameless(paths, warnings);
  const close = () => deadline.release(handle);
  if (!isBook) return { files, warnings, close };
  const { warnings: ofBook, ...book } = await readBook(files);
  return { files, ...book, warnings: [...warnings, ...ofBook], close };
}

type Named = { entry: Entry; path: string };

async function listEntries(zip: ZipFile, deadline: Deadline, head: Buffer): Promise<Named[]> {
  if (zip.entryCount > MAX_ENTRIES) throw tooManyEntries();
  const entries: Entry[] = [];
  const iterator = zip.eachEntry();
  for (;;) {
    const step = await deadline.guard(iterator.next()).catch((error: unknown) => {
      deadline.signal?.throwIfAborted();
      throw error instanceof Unfit ? error : brokenZip(error, head);
    });
    if (step.done === true) break;
    entries.push(step.value);
  }
  const names = decodeEntryNames(entries);
  return entries.flatMap((entry, index) => {
    const path = safeEntryPath(names[index] ?? '');
    if (isLinkMode(entry.externalFileAttributes >>> 16)) throw unsafeLink(path);
    return path.endsWith('/') ? [] : { entry, path };
  });
}

/** Whether another entry stands behind the last that the end record counts: its page would be lost in silence. */
async function hasMore(zip: ZipFile, file: FileFrom, deadline: Deadline): Promise<boolean> {
  const mark = Buffer.alloc(DIRECTORY_SIGNATURE.length);
  // A number, whatever its types say.
  await deadline.guard(file.readInto(mark, 0, mark.length, Number(zip.readEntryCursor)));
  return mark.equals(DIRECTORY_SIGNATURE);
}

/** Finds where the files lie, refusing headers that disagree and entries that share bytes. */
async function locate(zip: ZipFile, file: FileFrom, entries: Named[], deadline: Deadline): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  const extents: { from: number; to: number }[] = [];
  let declared = 0;
  for (const { entry, path } of entries) {
    if (isPictureName(path)) {
      checkDeclared(entry, path);
      declared += entry.uncompressedSize;
      if (declared > MAX_TOTAL_BYTES) throw tooMuch();
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
  if (header === undefined) throw damaged(path);
  checkDeclared(entry, path);
  const bytes = await readZipEntry(file, entry, header.fileDataStart, path, deadline).catch((error: unknown) => {
    deadline.signal?.throwIfAborted();
    throw error instanceof Unfit ? error : new Unfit('unreadable', '读不了文件，请检查磁盘或网络盘', { cause: error });
  });
  deadline.count(bytes.length);
  return bytes;
}

/** Undefined where there is no such header: then that page alone is damaged. */
async function readHeader(
  zip: ZipFile,
  entry: Entry,
  path: string,
  deadline: Deadline,
): Promise<LocalFileHeader | undefined> {
  const header = await deadline.guard(zip.readLocalFileHeaderPromise(entry)).catch((error: unknown) => {
    deadline.signal?.throwIfAborted();
    if (error instanceof Unfit) throw error;
    return undefined;
  });
  if (header !== undefined && !header.fileName.equals(entry.fileNameRaw)) {
    throw new Unfit('header_mismatch', `目录与条目里的名称不一致（${shownName(path)}），请重新打包`);
  }
  return header;
}

function refuseOverlaps(extents: { from: number; to: number }[]): void {
  extents.sort((a, b) => a.from - b.from);
  let end = 0;
  for (const { from, to } of extents) {
    if (from < end) throw new Unfit('corrupt_archive', '压缩包里的条目互相重叠，可能是压缩炸弹，已拒绝');
    end = to;
  }
}

/** yauzl tells its reasons in English sentences only; those that ask for different advice are told apart here. */
function brokenZip(error: unknown, head: Buffer): Unfit {
  if (error instanceof Unfit) return error;
  const reason = error instanceof Error ? error.message : '';
  const options = { cause: error };
  if (/multi-disk/.test(reason)) return split(options);
  if (/strong encryption/.test(reason)) return new Unfit('encrypted', '压缩包有密码，请去掉密码后重新打包', options);
  const [, left = 0, comment = 0] = /Expected: (\d+)\. Found: (\d+)/.exec(reason)?.map(Number) ?? [];
  if (/not found|unexpected EOF/.test(reason) || comment > left) {
    if (head.length >= 4 && head.readUInt32LE(0) === SPLIT_SIGNATURE) return split(options);
    return new Unfit('truncated', '压缩包不完整（后半部分缺失），请重新下载', options);
  }
  return new Unfit('corrupt_archive', '压缩包的目录已损坏，请重新下载或打包', options);
}

function split(options: ErrorOptions): Unfit {
  return new Unfit('split_archive', '这是分卷压缩包中的一卷，请先合并成一个文件', options);
}
