import { promisify } from 'node:util';
import { crc32, inflateRaw, zstdDecompress } from 'node:zlib';
import type { Entry } from 'yauzl';
import type { Deadline } from '../../limits/deadline.ts';
import { MAX_ENTRY_BYTES, MAX_RATIO, RATIO_FREE_BYTES } from '../../limits/limits.ts';
import { shownName } from '../../source/file-names.ts';
import { SourceError } from '../../source/source-error.ts';
import { damagedEntryError, encryptedEntryError, entryTooBigError } from '../select-entries.ts';
import { decodeOddMethod, isOddMethod } from './zip-methods.ts';
import type { FileFrom } from './zip-prefix.ts';

type Unpack = (packed: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const inflate: Unpack = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw);
const unzstd: Unpack = promisify<Buffer, { maxOutputLength: number }, Buffer>(zstdDecompress);

const STORED = 0;
const NATIVE = new Map<number, Unpack>([
  [8, inflate],
  [93, unzstd],
]);
const METHODS: Record<number, string> = { 1: 'Shrink', 6: 'Implode', 94: 'MP3', 96: 'JPEG', 97: 'WavPack' };

/** Refuses an entry by its declared sizes. False declarations are detected while inflating. */
export function checkDeclared(entry: Entry, path: string): void {
  if (entry.isEncrypted()) throw encryptedEntryError(path);
  const { compressionMethod } = entry;
  if (compressionMethod !== STORED && !NATIVE.has(compressionMethod) && !isOddMethod(compressionMethod)) {
    const method = METHODS[compressionMethod] ?? `编号 ${compressionMethod}`;
    throw new SourceError(
      'unsupported_method',
      `压缩方法 ${method} 不受支持（${shownName(path)}），请用普通 ZIP 方式重新打包`,
    );
  }
  if (entry.uncompressedSize > RATIO_FREE_BYTES && entry.uncompressedSize > entry.compressedSize * MAX_RATIO) {
    if (entry.uncompressedSize > Number.MAX_SAFE_INTEGER) throw entryTooBigError(path);
    throw new SourceError('bomb_ratio', `压缩率高得不正常（${shownName(path)}），可能是压缩炸弹，已拒绝`);
  }
  if (entry.uncompressedSize > MAX_ENTRY_BYTES || entry.compressedSize > MAX_ENTRY_BYTES) throw entryTooBigError(path);
}

/** Reads one entry: at most the declared and allowed bytes, with a valid length and checksum. */
export async function readZipEntry(
  file: FileFrom,
  entry: Entry,
  dataStart: number,
  path: string,
  deadline: Deadline,
): Promise<Buffer> {
  const packed = Buffer.allocUnsafe(entry.compressedSize);
  let filled = 0;
  while (filled < packed.length) {
    const { bytesRead } = await deadline.guard(
      file.readInto(packed, filled, packed.length - filled, dataStart + filled),
    );
    if (bytesRead === 0) throw damagedEntryError(path);
    filled += bytesRead;
  }
  const bytes = entry.compressionMethod === STORED ? packed : await unpackWithin(packed, entry, path, deadline);
  if (bytes.length !== entry.uncompressedSize || crc32(bytes) !== entry.crc32) throw damagedEntryError(path);
  return bytes;
}

async function unpackWithin(packed: Buffer, entry: Entry, path: string, deadline: Deadline): Promise<Buffer> {
  const byRatio = Math.max(RATIO_FREE_BYTES, packed.length * MAX_RATIO);
  // Not the declared size: a damaged stream often inflates to a little more, and it is not a bomb.
  const allowed = Math.min(MAX_ENTRY_BYTES, byRatio);
  const native = NATIVE.get(entry.compressionMethod);
  // Without the deadline: the engine has its own, and other archives may be before this one in its queue.
  if (native === undefined) return decodeOddMethod(packed, entry, path, allowed, deadline.signal);
  try {
    return await deadline.guard(native(packed, { maxOutputLength: allowed }));
  } catch (error) {
    if (error instanceof SourceError) throw error;
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
      throw entryTooBigError(path);
    throw damagedEntryError(path, error);
  }
}
