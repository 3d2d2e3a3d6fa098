import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';
import type { Entry } from 'yauzl';
import type { Deadline } from './deadline.ts';
import { MAX_ENTRY_BYTES, MAX_RATIO, RATIO_FREE_BYTES } from './limits.ts';
import { shownName } from './picture-names.ts';
import { Unfit } from './source.ts';

const inflate = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw);

export const STORED = 0;
export const DEFLATED = 8;
const METHODS: Record<number, string> = {
  1: 'Shrink',
  6: 'Implode',
  9: 'Deflate64',
  12: 'BZip2',
  14: 'LZMA',
  93: 'Zstandard',
  95: 'XZ',
  98: 'PPMd',
};

/** Refuses by what the directory declares; what it hides is found while inflating. */
export function checkDeclared(entry: Entry, path: string): void {
  if (entry.isEncrypted()) {
    throw new Unfit('encrypted', `压缩包有密码（${shownName(path)}），请去掉密码后重新打包`);
  }
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) {
    const method = METHODS[entry.compressionMethod] ?? `编号 ${entry.compressionMethod}`;
    throw new Unfit(
      'unsupported_method',
      `压缩方法 ${method} 不受支持（${shownName(path)}），请用普通 ZIP 方式重新打包`,
    );
  }
  if (entry.uncompressedSize > RATIO_FREE_BYTES && entry.uncompressedSize > entry.compressedSize * MAX_RATIO) {
    if (entry.uncompressedSize > Number.MAX_SAFE_INTEGER) throw tooBig(path);
    throw new Unfit('bomb_ratio', `压缩率高得不正常（${shownName(path)}），可能是压缩炸弹，已拒绝`);
  }
  if (entry.uncompressedSize > MAX_ENTRY_BYTES || entry.compressedSize > MAX_ENTRY_BYTES) throw tooBig(path);
}

/** Reads one entry whole: never more bytes than declared and allowed, and only when length and checksum agree. */
export async function readZipEntry(
  file: FileHandle,
  entry: Entry,
  dataStart: number,
  path: string,
  deadline: Deadline,
): Promise<Buffer> {
  const packed = Buffer.allocUnsafe(entry.compressedSize);
  let filled = 0;
  while (filled < packed.length) {
    const { bytesRead } = await deadline.guard(file.read(packed, filled, packed.length - filled, dataStart + filled));
    if (bytesRead === 0) throw damaged(path);
    filled += bytesRead;
  }
  const bytes = entry.compressionMethod === STORED ? packed : await inflateWithin(packed, path, deadline);
  if (bytes.length !== entry.uncompressedSize || crc32(bytes) !== entry.crc32) throw damaged(path);
  return bytes;
}

async function inflateWithin(packed: Buffer, path: string, deadline: Deadline): Promise<Buffer> {
  const byRatio = Math.max(RATIO_FREE_BYTES, packed.length * MAX_RATIO);
  // Not the declared size: a damaged stream often inflates to a little more, and that is no bomb.
  const allowed = Math.min(MAX_ENTRY_BYTES, byRatio);
  try {
    return await deadline.guard(inflate(packed, { maxOutputLength: allowed }));
  } catch (error) {
    if (error instanceof Unfit) throw error;
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') throw tooBig(path);
    throw damaged(path, error);
  }
}

function tooBig(path: string): Unfit {
  return new Unfit('bomb_size', `展开后的大小超过上限（${shownName(path)}），可能是压缩炸弹，已拒绝`);
}

export function damaged(path: string, cause?: unknown): Unfit {
  return new Unfit('corrupt_entry', `压缩包里的 ${shownName(path)} 已损坏，请重新下载或打包`, { cause });
}
