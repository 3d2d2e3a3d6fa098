import { isUtf8 } from 'node:buffer';
import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { MAX_COMIC_INFO_BYTES, MAX_ENTRIES, MAX_ENTRY_BYTES, MAX_RATIO, MAX_TOTAL_BYTES } from '../../limits/limits.ts';
import { isComicInfoName, isPictureName, PICTURE_EXTENSIONS } from '../../source/file-names.ts';
import { decodeName, type Encoding, encodingOfNames } from '../../source/name-encoding.ts';
import { SourceError } from '../../source/source-error.ts';
import type { Container } from '../container.ts';
import { nulInNameError } from '../entry-path.ts';
import { damagedEntryError, entryTooBigError, type SelectedEntry, selectEntries } from '../select-entries.ts';
import type { ArchiveFiles, SourceFile } from '../source-files.ts';
import { ScratchPages } from '../threads/scratch-pages.ts';
import { isEncrypted7z } from './encrypted-7z.ts';
import { runEngineJob } from './engine.ts';
import { encryptedArchiveError, engineError, entryError } from './engine-errors.ts';
import type { EngineFormat, EngineJob, UnpackedFile } from './engine-jobs.ts';
import type { ListedEntry } from './engine-listing.ts';
import { nameWithNul } from './rar5-names.ts';
import { unpackingBytes } from './unpacking-memory.ts';

/** Below this an archive may unpack to any multiple of itself. */
const RATIO_FREE_ARCHIVE_BYTES = 100 * 1024 * 1024;
/** The engine's replacement for a backslash in a name. */
const ESCAPED_BACKSLASH = '\uf05c';
/**
 * The engine's patterns and the regular expression below must match the same names. The selection checks the exact extension
 * later.
 */
const PICTURES = PICTURE_EXTENSIONS.map((extension) => `*.${extension}*`);
const HAS_PICTURE_EXTENSION = new RegExp(`\\.(?:${PICTURE_EXTENSIONS.join('|')})[^/\\\\]*$`, 'i');

type Indexed = ListedEntry & { index: number; path: string };
type Archive = {
  file: FileHandle;
  format: EngineFormat;
  offset: number;
  encoding: Encoding;
  entries: Indexed[];
  signal: AbortSignal | undefined;
};

/**
 * Lists a RAR or 7z. All pages are unpacked when the first one is read, because in a solid archive each page needs all pages
 * before it. They are kept in a folder below `scratch` until `close`.
 */
export async function openWithEngine(
  file: FileHandle,
  container: Container & { format: EngineFormat },
  scratch: string,
  signal: AbortSignal | undefined,
): Promise<ArchiveFiles> {
  const { format, offset, bytes } = container;
  if (format === '7z' && (await isEncrypted7z(file, offset))) throw encryptedArchiveError();
  const answer = await runEngineJob(
    { task: 'list', format, source: { fd: file.fd, offset }, maxEntries: MAX_ENTRIES },
    signal,
  );
  if (answer.kind !== 'listed') throw engineError(answer);
  const refused = engineError(answer);
  if (refused !== undefined) throw refused;
  const broken = format === 'Rar5' ? await nameWithNul(file, offset) : undefined;
  if (broken !== undefined) throw nulInNameError(broken);
  const { encoding, entries } = decodedEntries(answer.entries);
  const archive: Archive = { file, format, offset, encoding, entries, signal };
  const warnings: string[] = [];
  const chosen = selectEntries(
    entries.filter(({ stream }) => !stream),
    warnings,
  );
  refuseRatio(archive.entries, bytes);
  const pages = unpackedPages(archive, chosen, scratch);
  const files = chosen.map(
    ({ entry, path: name }): SourceFile => ({
      path: name,
      bytes: entry.bytes,
      read: () => (isPictureName(name) ? readPage(pages, entry, name) : readInfo(archive, entry, name)),
    }),
  );
  const unpacking = { bytes: unpackingBytes(entries), finish: () => pages.made() };
  return { files, warnings, unpacking, close: () => pages.close() };
}

function refuseRatio(entries: ListedEntry[], archiveBytes: number): void {
  const declared = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  if (declared > RATIO_FREE_ARCHIVE_BYTES && declared > archiveBytes * MAX_RATIO) {
    throw new SourceError('bomb_ratio', '压缩率高得不正常，可能是压缩炸弹，已拒绝');
  }
}

/** Only older RARs have names that aren't UTF-8. */
function decodedEntries(listed: ListedEntry[]): { encoding: Encoding; entries: Indexed[] } {
  const written = listed.map(({ name }) => Buffer.from(name, 'latin1'));
  const names = written.map((name) => (isUtf8(name) ? name : withBackslashes(name)));
  const encoding = encodingOfNames(names);
  const entries = listed.map((entry, index) => {
    const path = decodeName(names[index] ?? Buffer.alloc(0), encoding).replaceAll(ESCAPED_BACKSLASH, '\\');
    return { ...entry, index, path };
  });
  return { encoding, entries };
}

/**
 * The engine replaces every backslash byte by a slash, also if it is the second byte of a character. A slash byte is never part
 * of a character, so it is changed back.
 */
function withBackslashes(name: Buffer): Buffer {
  const corrected = Buffer.from(name);
  for (let at = 0; at + 1 < corrected.length; at++) {
    if ((corrected[at] ?? 0) < 0x81) continue;
    at++;
    if (corrected[at] === 0x2f) corrected[at] = 0x5c;
  }
  return corrected;
}

/** The files that unpacking with this pattern will write, in that order. */
function expectedFiles({ entries, encoding }: Archive, pattern: RegExp, selected: (index: number) => boolean) {
  return entries
    .filter(({ folder, stream, path }) => !folder && !stream && pattern.test(path))
    .map(({ index, path }) => ({
      index,
      path: encoding === 'utf-8' ? path : undefined,
      selected: selected(index),
    }));
}

function verify(bytes: Buffer, entry: Indexed, unpacked: UnpackedFile | undefined, path: string): Buffer {
  const error = entryError(unpacked?.error, path);
  if (error !== undefined) throw error;
  if (bytes.length !== entry.bytes) throw damagedEntryError(path);
  if (entry.crc32 !== undefined && crc32(bytes) !== entry.crc32) throw damagedEntryError(path);
  return bytes;
}

async function readInfo(archive: Archive, selected: Indexed, path: string): Promise<Buffer> {
  const { format, offset } = archive;
  const job: EngineJob = {
    task: 'unpack',
    format,
    source: { fd: archive.file.fd, offset },
    only: ['ComicInfo.xml'],
    expected: expectedFiles(archive, /(?:^|[/\\])ComicInfo\.xml$/i, (index) => index === selected.index),
    into: undefined,
    maxFileBytes: MAX_COMIC_INFO_BYTES,
    maxTotalBytes: MAX_COMIC_INFO_BYTES * 4,
  };
  const answer = await runEngineJob(job, archive.signal);
  if (answer.kind === 'stopped' && answer.why === 'size') throw entryTooBigError(path);
  if (answer.kind !== 'unpacked') throw engineError(answer);
  const unpacked = answer.files.find(({ index }) => index === selected.index);
  return verify(Buffer.from(unpacked?.content ?? []), selected, unpacked, path);
}

/** The pages of one archive on disk, named by their index. */
function unpackedPages(archive: Archive, chosen: SelectedEntry<Indexed>[], scratch: string) {
  const selected = new Set(chosen.flatMap(({ entry, path }) => (isComicInfoName(path) ? [] : [entry.index])));
  const { file, format, offset, signal } = archive;
  return new ScratchPages(scratch, async (into) => {
    const job: EngineJob = {
      task: 'unpack',
      format,
      source: { fd: file.fd, offset },
      only: PICTURES,
      expected: expectedFiles(archive, HAS_PICTURE_EXTENSION, (index) => selected.has(index)),
      into,
      maxFileBytes: MAX_ENTRY_BYTES,
      maxTotalBytes: MAX_TOTAL_BYTES,
    };
    const answer = await runEngineJob(job, signal);
    if (answer.kind !== 'unpacked') throw engineError(answer);
    return new Map(answer.files.map((file) => [file.index, file]));
  });
}

async function readPage(pages: ReturnType<typeof unpackedPages>, entry: Indexed, path: string): Promise<Buffer> {
  const unpacked = (await pages.made()).get(entry.index);
  if (unpacked === undefined) throw damagedEntryError(path);
  return verify(await pages.read(String(entry.index)), entry, unpacked, path);
}
