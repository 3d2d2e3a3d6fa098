import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { Deadline } from '../limits/deadline.ts';
import { MAX_ENTRIES, MAX_ENTRY_STALL_MS } from '../limits/limits.ts';
import { type DiskPath, namedItems } from '../source/disk-names.ts';
import { isComicInfoName, isPictureName } from '../source/file-names.ts';
import { compareNatural } from '../source/natural-order.ts';
import type { FoundSource } from '../source/source.ts';
import { SourceError } from '../source/source-error.ts';

const CHUNK_BYTES = 1024 * 1024;
/** Chunks that nobody uses now: fresh memory costs as much as hashing it. */
const spare: Buffer[] = [];

/**
 * SHA-256 of what a chapter is made of: an archive's bytes, or the names and bytes of a folder's pictures and its
 * ComicInfo. Equal fingerprints mean that importing again would change nothing.
 */
export async function fingerprint(found: FoundSource, signal?: AbortSignal): Promise<Buffer> {
  const hash = createHash('sha256');
  const deadline = new Deadline(signal, Number.POSITIVE_INFINITY, MAX_ENTRY_STALL_MS);
  try {
    const path = found.onDisk ?? found.path;
    if (found.kind === 'archive') await addFile(hash, path, deadline);
    else await addFolder(hash, path, deadline);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof SourceError) throw error;
    throw new SourceError('unreadable', '读不了，请检查文件是否存在、是否有权限读取', { cause: error });
  }
  return hash.digest();
}

async function addFolder(hash: Hash, folder: DiskPath, deadline: Deadline): Promise<void> {
  const items = await readdir(folder, { withFileTypes: true, encoding: 'buffer' });
  const files = namedItems(folder, items)
    .filter(({ item, name }) => item.isFile() && (isPictureName(name) || isComicInfoName(name)))
    .sort((a, b) => compareNatural(a.name, b.name));
  if (files.length > MAX_ENTRIES) {
    throw new SourceError('bomb_entries', `文件夹里超过 ${MAX_ENTRIES} 个文件，请拆成几话再导入`);
  }
  for (const { item, onDisk } of files) {
    // Lengths keep "a" + "bc" apart from "ab" + "c"; a picture's length follows its bytes, when it is known.
    hash.update(`${item.name.length}:`).update(item.name);
    const bytes = await addFile(hash, onDisk, deadline);
    hash.update(`:${bytes}\n`);
  }
}

/** Hashes one chunk while the next is being read; returns the bytes hashed. */
async function addFile(hash: Hash, path: DiskPath, deadline: Deadline): Promise<number> {
  const file = await open(path, 'r');
  let filling = spare.pop() ?? Buffer.allocUnsafeSlow(CHUNK_BYTES);
  let hashing = spare.pop() ?? Buffer.allocUnsafeSlow(CHUNK_BYTES);
  try {
    let total = 0;
    let length = await readChunk(file, filling, deadline);
    while (length > 0) {
      [filling, hashing] = [hashing, filling];
      const next = readChunk(file, filling, deadline);
      hash.update(hashing.subarray(0, length));
      total += length;
      length = await next;
    }
    // Not after a failure: a read that hangs may still write into them.
    spare.push(filling, hashing);
    return total;
  } finally {
    await deadline.release(file);
  }
}

async function readChunk(file: FileHandle, chunk: Buffer, deadline: Deadline): Promise<number> {
  const { bytesRead } = await deadline.guard(file.read(chunk, 0, chunk.length, null));
  return bytesRead;
}
