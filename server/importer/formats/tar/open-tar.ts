import type { FileHandle } from 'node:fs/promises';
import type { Deadline } from '../../limits/deadline.ts';
import { MAX_ENTRIES } from '../../limits/limits.ts';
import { shownName } from '../../source/file-names.ts';
import { decodeName, encodingOfNames } from '../../source/name-encoding.ts';
import { SourceError } from '../../source/source-error.ts';
import { type DeclaredEntry, damagedEntryError, selectEntries, tooManyEntriesError } from '../select-entries.ts';
import type { ArchiveFiles } from '../source-files.ts';
import { isTarHeader, readPaxRecords, readTarHeader, TAR_BLOCK_BYTES, type TarHeader, untilNul } from './tar-header.ts';

/** The largest extended header. Real ones (long names) take a few hundred bytes. */
const MAX_EXTENDED_BYTES = 64 * 1024;
const FOLDER = '5';

/**
 * `unicode`: the name comes from an extended header and is UTF-8. The encoding of other names is decided from all of them
 * together.
 */
type Member = { name: Buffer; unicode: boolean; header: TarHeader; bytes: number; link: boolean; at: number };

/** Reads a tar header by header, skipping the contents: pages are stored in it uncompressed. */
export async function openTar(file: FileHandle, size: number, deadline: Deadline): Promise<ArchiveFiles> {
  const warnings: string[] = [];
  const members = await readMembers(file, size, deadline);
  const encoding = encodingOfNames(members.filter(({ unicode }) => !unicode).map(({ name }) => name));
  const entries = members.map((member): DeclaredEntry & { at: number } => {
    const path = decodeName(member.name, member.unicode ? 'utf-8' : encoding);
    const { header, bytes, link, at } = member;
    return { path, folder: header.type === FOLDER, bytes, link, encrypted: false, at };
  });
  const files = selectEntries(entries, warnings).map(({ entry, path }) => ({
    path,
    bytes: entry.bytes,
    async read() {
      const bytes = await readWhole(file, entry.at, entry.bytes, deadline);
      if (bytes === undefined) throw damagedEntryError(path);
      deadline.count(entry, bytes.length);
      return bytes;
    },
  }));
  return { files, warnings };
}

async function readMembers(file: FileHandle, size: number, deadline: Deadline): Promise<Member[]> {
  const members: Member[] = [];
  let extended: Map<string, Buffer> = new Map();
  let blocks = 0;
  for (let at = 0; at < size; ) {
    const block = await readWhole(file, at, TAR_BLOCK_BYTES, deadline);
    if (block === undefined) throw truncatedTarError();
    if (block.every((byte) => byte === 0)) return members;
    if (!isTarHeader(block)) throw new SourceError('corrupt_archive', '归档的目录已损坏，请重新下载或打包');
    if (++blocks > 4 * MAX_ENTRIES || members.length > MAX_ENTRIES) throw tooManyEntriesError();
    const header = readTarHeader(block);
    const bytes = sizeIn(extended) ?? header.bytes;
    const dataAt = at + TAR_BLOCK_BYTES;
    if (!Number.isSafeInteger(bytes)) throw new SourceError('corrupt_archive', '归档的目录已损坏，请重新下载或打包');
    if (dataAt + bytes > size) throw truncatedTarError();
    if ('xgLK'.includes(header.type)) {
      const records = await readExtended(file, { ...header, bytes }, dataAt, deadline);
      // Global headers contain nothing that is used here.
      if (header.type !== 'g') extended = new Map([...extended, ...records]);
    } else {
      members.push(member(header, extended, { bytes, at: dataAt }));
      extended = new Map();
    }
    at = dataAt + Math.ceil(bytes / TAR_BLOCK_BYTES) * TAR_BLOCK_BYTES;
  }
  // Some programs leave out the empty blocks at the end.
  return members;
}

function member(header: TarHeader, extended: Map<string, Buffer>, place: { bytes: number; at: number }): Member {
  const [path, long] = [extended.get('path'), extended.get('GNU long name')];
  const sparse = [...extended.keys()].some((name) => name.startsWith('GNU.sparse.'));
  if (sparse) throw new SourceError('unsupported_method', '归档里有稀疏文件，不受支持，请用普通 ZIP 方式重新打包');
  const link = header.link || extended.has('linkpath') || extended.has('GNU long link');
  return { name: path ?? long ?? header.name, unicode: path !== undefined, header, link, ...place };
}

function sizeIn(extended: Map<string, Buffer>): number | undefined {
  const size = extended.get('size')?.toString('latin1');
  if (size === undefined) return undefined;
  return /^\d{1,15}$/.test(size) ? Number(size) : Number.NaN;
}

async function readExtended(
  file: FileHandle,
  header: TarHeader,
  at: number,
  deadline: Deadline,
): Promise<Map<string, Buffer>> {
  const name = shownName(header.name.toString('latin1'));
  const broken = () => new SourceError('corrupt_archive', `归档的扩展头已损坏（${name}），请重新下载或打包`);
  if (header.bytes > MAX_EXTENDED_BYTES) throw broken();
  const bytes = await readWhole(file, at, header.bytes, deadline);
  if (bytes === undefined) throw truncatedTarError();
  if (header.type === 'L') return new Map([['GNU long name', untilNul(bytes)]]);
  if (header.type === 'K') return new Map([['GNU long link', untilNul(bytes)]]);
  const records = readPaxRecords(bytes);
  if (records === undefined) throw broken();
  return records;
}

async function readWhole(
  file: FileHandle,
  at: number,
  length: number,
  deadline: Deadline,
): Promise<Buffer | undefined> {
  const bytes = Buffer.allocUnsafe(length);
  for (let filled = 0; filled < length; ) {
    const { bytesRead } = await deadline.guard(file.read(bytes, filled, length - filled, at + filled));
    if (bytesRead === 0) return undefined;
    filled += bytesRead;
  }
  return bytes;
}

function truncatedTarError(): SourceError {
  return new SourceError('truncated', '归档不完整（后半部分缺失），请重新下载');
}
