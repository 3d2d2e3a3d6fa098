import { type FileHandle, open } from 'node:fs/promises';
import { type Entry, fromFdPromise, type LocalFileHeader, type ZipFile } from 'yauzl';
import { Deadline } from './deadline.ts';
import { decodeEntryName, refuseLinks, safeEntryPath } from './entry-names.ts';
import { MAX_ENTRIES, MAX_TOTAL_BYTES } from './limits.ts';
import { nameFormat, notAZip } from './not-a-zip.ts';
import { isArchiveName, isComicInfoName, isPictureName, shownName } from './picture-names.ts';
import { Unfit } from './source.ts';
import type { Files, SourceFile } from './source-files.ts';
import { checkDeclared, damaged, readZipEntry } from './zip-entry.ts';

const HEAD_BYTES = 4096;
const SPLIT_SIGNATURE = 0x08074b50;
/** A zip begins with an entry, with its end when it is empty, or with the mark of a set that was split. */
const ZIP_SIGNATURES = [0x04034b50, 0x06054b50, SPLIT_SIGNATURE];

/** Looks into a zip without unpacking it; whether a file is one is decided by its bytes, never by its name. */
export async function openZip(path: string): Promise<Files> {
  const file = await open(path, 'r').catch((error: unknown) => {
    throw unreadable(error);
  });
  const deadline = new Deadline();
  try {
    return await lookInto(file, deadline);
  } catch (error) {
    await deadline.release(file);
    throw error instanceof Unfit ? error : unreadable(error);
  }
}

async function lookInto(file: FileHandle, deadline: Deadline): Promise<Files> {
  const { bytesRead, buffer } = await deadline.guard(file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0));
  const head = buffer.subarray(0, bytesRead);
  const isZip = head.length >= 4 && ZIP_SIGNATURES.includes(head.readUInt32LE(0));
  // A picture or a page of text with a zip behind it is refused: two programs would see two different things in it.
  if (!isZip && nameFormat(head) !== undefined) throw notAZip(head);

  const zip = await deadline.guard(fromFdPromise(file.fd, { ...ZIP_OPTIONS })).catch((error: unknown) => {
    throw isZip ? brokenZip(error, head) : notAZip(head);
  });
  zip.on('error', () => {});
  const warnings: string[] = [];
  const entries = await listEntries(zip, deadline, head);
  const nested = entries.find(({ path }) => isArchiveName(path));
  if (entries.some(({ path }) => path === 'META-INF/container.xml')) {
    warnings.push('这是 EPUB 电子书，只取了其中的图片，按名称排序');
  }
  const files = await locate(zip, file, entries, deadline, warnings);
  if (nested !== undefined && files.some(({ path }) => isPictureName(path))) {
    warnings.push(`没有读取包内的压缩包 ${shownName(nested.path)}，需要的话请解压后单独导入`);
  } else if (nested !== undefined) {
    throw new Unfit('nested_archive', `包里装的是压缩包（${shownName(nested.path)}），请先解压一层，再逐个导入`);
  }
  return { files, warnings, close: () => deadline.release(file) };
}

/** The file handle stays ours: yauzl must neither close it at the end of the list nor after an error. */
const ZIP_OPTIONS = { autoClose: false, lazyEntries: true, decodeStrings: false, validateEntrySizes: true };

type Named = { entry: Entry; path: string };

async function listEntries(zip: ZipFile, deadline: Deadline, head: Buffer): Promise<Named[]> {
  if (zip.entryCount > MAX_ENTRIES) throw tooMany();
  const entries: Named[] = [];
  const iterator = zip.eachEntry();
  for (;;) {
    const step = await deadline.guard(iterator.next()).catch((error: unknown) => {
      throw error instanceof Unfit ? error : brokenZip(error, head);
    });
    if (step.done === true) return entries;
    const path = safeEntryPath(decodeEntryName(step.value));
    refuseLinks(step.value, path);
    if (!path.endsWith('/')) entries.push({ entry: step.value, path });
  }
}

/** Finds where the pages and ComicInfo lie, refusing headers that disagree and entries that share bytes. */
async function locate(
  zip: ZipFile,
  file: FileHandle,
  entries: Named[],
  deadline: Deadline,
  warnings: string[],
): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  const seen = new Set<string>();
  const extents: { from: number; to: number }[] = [];
  let declared = 0;
  for (const { entry, path } of entries) {
    if (!isPictureName(path) && !isComicInfoName(path)) continue;
    if (seen.has(path)) {
      warnings.push(`有两个同名条目 ${shownName(path)}，只用了第一个`);
      continue;
    }
    seen.add(path);
    if (isPictureName(path)) {
      checkDeclared(entry, path);
      declared += entry.uncompressedSize;
      if (declared > MAX_TOTAL_BYTES) throw new Unfit('bomb_size', '全部图片展开后超过 4 GB，请拆成几话再导入');
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
  file: FileHandle,
  entry: Entry,
  header: LocalFileHeader | undefined,
  path: string,
  deadline: Deadline,
): Promise<Buffer> {
  if (header === undefined) throw damaged(path);
  checkDeclared(entry, path);
  const bytes = await readZipEntry(file, entry, header.fileDataStart, path, deadline).catch((error: unknown) => {
    throw error instanceof Unfit ? error : unreadable(error);
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

function unreadable(cause: unknown): Unfit {
  return new Unfit('unreadable', '读不了文件，请检查它是否存在、是否有权限读取', { cause });
}

function tooMany(): Unfit {
  return new Unfit('bomb_entries', `压缩包里超过 ${MAX_ENTRIES} 个条目，请拆成几话再导入`);
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
    if (head.readUInt32LE(0) === SPLIT_SIGNATURE) return split(options);
    return new Unfit('truncated', '压缩包不完整（后半部分缺失），请重新下载', options);
  }
  return new Unfit('corrupt_archive', '压缩包的目录已损坏，请重新下载或打包', options);
}

function split(options: ErrorOptions): Unfit {
  return new Unfit('split_archive', '这是分卷压缩包中的一卷，请先合并成一个文件', options);
}
