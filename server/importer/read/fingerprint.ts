import { createHash, type Hash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { type FileHandle, readdir } from 'node:fs/promises';
import { Deadline } from '../limits/deadline.ts';
import { MAX_ENTRIES, MAX_ENTRY_STALL_MS } from '../limits/limits.ts';
import { type DiskPath, namedItems } from '../source/disk-names.ts';
import { isComicInfoName, isPictureName } from '../source/file-names.ts';
import { compareNatural } from '../source/natural-order.ts';
import { openInside } from '../source/open-inside.ts';
import type { FoundSource } from '../source/source.ts';
import { SourceError } from '../source/source-error.ts';
import { changedError, isUnchanged, type VersionedFile, versionOf } from '../source/source-version.ts';

export type Fingerprint = { sha256: Buffer; version: string };

const CHUNK_BYTES = 1024 * 1024;
/** Buffers for reuse: allocating one takes as long as hashing it. */
const spare: Buffer[] = [];

/**
 * SHA-256 of an archive's bytes, or of the names and bytes of a folder's pictures and ComicInfo. If it is equal, importing
 * again changes nothing. `version` is that of the hashed files.
 */
export async function fingerprint(found: FoundSource, signal?: AbortSignal): Promise<Fingerprint> {
  const hash = createHash('sha256');
  const deadline = new Deadline(signal, Number.POSITIVE_INFINITY, MAX_ENTRY_STALL_MS);
  try {
    const path = found.onDisk ?? found.path;
    const files =
      found.kind === 'archive'
        ? [{ name: Buffer.alloc(0), facts: await addFile(hash, path, found.root, deadline) }]
        : await addFolder(hash, path, found.root, deadline);
    return { sha256: hash.digest(), version: versionOf(files) };
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof SourceError) throw error;
    throw new SourceError('unreadable', '读不了，请检查文件是否存在、是否有权限读取', { cause: error });
  }
}

async function addFolder(hash: Hash, folder: DiskPath, root: DiskPath, deadline: Deadline): Promise<VersionedFile[]> {
  const items = await readdir(folder, { withFileTypes: true, encoding: 'buffer' });
  const files = namedItems(folder, items)
    .filter(({ item, name }) => item.isFile() && (isPictureName(name) || isComicInfoName(name)))
    .sort((a, b) => compareNatural(a.name, b.name));
  if (files.length > MAX_ENTRIES) {
    throw new SourceError('bomb_entries', `文件夹里超过 ${MAX_ENTRIES} 个文件，请拆成几话再导入`);
  }
  const added: VersionedFile[] = [];
  for (const { item, onDisk } of files) {
    // Lengths distinguish "a" + "bc" from "ab" + "c". A picture's length follows its bytes, because it is known only then.
    hash.update(`${item.name.length}:`).update(item.name);
    const facts = await addFile(hash, onDisk, root, deadline);
    hash.update(`:${facts.size}\n`);
    added.push({ name: item.name, facts });
  }
  return added;
}

/** Hashes one chunk while the next is read. Refuses a file that changes while it is read. */
async function addFile(hash: Hash, path: DiskPath, root: DiskPath, deadline: Deadline): Promise<Stats> {
  const file = await openInside(path, root);
  let filling = spare.pop() ?? Buffer.allocUnsafeSlow(CHUNK_BYTES);
  let hashing = spare.pop() ?? Buffer.allocUnsafeSlow(CHUNK_BYTES);
  try {
    const facts = await deadline.guard(file.stat());
    let length = await readChunk(file, filling, deadline);
    while (length > 0) {
      [filling, hashing] = [hashing, filling];
      const next = readChunk(file, filling, deadline);
      hash.update(hashing.subarray(0, length));
      length = await next;
    }
    // Not after a failure: a pending read may still write into them.
    spare.push(filling, hashing);
    if (!isUnchanged(facts, await deadline.guard(file.stat()))) throw changedError();
    return facts;
  } finally {
    await deadline.release(file);
  }
}

async function readChunk(file: FileHandle, chunk: Buffer, deadline: Deadline): Promise<number> {
  const { bytesRead } = await deadline.guard(file.read(chunk, 0, chunk.length, null));
  return bytesRead;
}
