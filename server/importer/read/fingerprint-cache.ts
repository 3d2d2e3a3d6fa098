import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import pLimit from 'p-limit';
import type pg from 'pg';
import { findReadSources, rememberReadSources } from '../../modules/catalog/publishing/publishing.ts';
import { settleAll } from '../limits/settle-all.ts';
import { type DiskPath, namedItems } from '../source/disk-names.ts';
import { isComicInfoName, isPictureName } from '../source/file-names.ts';
import { compareNatural } from '../source/natural-order.ts';
import type { FoundSource } from '../source/source.ts';
import { fingerprint } from './fingerprint.ts';

const STAMPS_AT_ONCE = 16;
/** While one is hashed the next is read; more would only make the disk's head jump. */
const READ_AT_ONCE = 2;
/** A file that was changed this recently may change again within the resolution of its times. */
const SETTLED_MS = 2_000;

export type FingerprintCache = {
  pool: pg.Pool;
  clock: () => Date;
  /** Believe what is remembered of unchanged files. */
  trust: boolean;
  /** Write down what was read. */
  keep: boolean;
};

export type FingerprintResult = { found: FoundSource; sha256: string } | { found: FoundSource; error: unknown };

/** Fingerprints of these sources. Only what has changed since it was last read is read again. */
export async function fingerprintAll(
  sources: FoundSource[],
  cache: FingerprintCache,
  signal: AbortSignal,
): Promise<FingerprintResult[]> {
  const stamped = await stampAll(sources, cache.clock().getTime());
  const hashes = stamped.map((look) => look.pathHash);
  const known = cache.trust ? await findReadSources(cache.pool, hashes) : new Map();
  const fresh: { pathHash: Buffer; stamp: Buffer; sha256: Buffer }[] = [];
  const atOnce = pLimit(READ_AT_ONCE);
  const read = async ({ found, pathHash, stamp, isSettled }: StampedSource): Promise<FingerprintResult> => {
    signal.throwIfAborted();
    const row = known.get(pathHash.toString('hex'));
    if (row && stamp && row.stamp.equals(stamp)) return { found, sha256: row.sha256.toString('hex') };
    try {
      const sha256 = await fingerprint(found, signal);
      if (stamp && isSettled) fresh.push({ pathHash, stamp, sha256 });
      return { found, sha256: sha256.toString('hex') };
    } catch (error) {
      signal.throwIfAborted();
      return { found, error };
    }
  };
  try {
    return await settleAll(stamped.map((look) => atOnce(() => read(look))));
  } finally {
    // Also when it is aborted: the next run goes on from here.
    if (cache.keep) await rememberReadSources(cache.pool, fresh, cache.clock());
  }
}

type StampedSource = { found: FoundSource; pathHash: Buffer; stamp: Buffer | undefined; isSettled: boolean };

async function stampAll(sources: FoundSource[], nowMs: number): Promise<StampedSource[]> {
  const atOnce = pLimit(STAMPS_AT_ONCE);
  return Promise.all(
    sources.map((found) =>
      atOnce(async () => {
        const pathHash = createHash('sha256').update(resolve(found.path)).digest();
        const look = await stampOf(found).catch(() => undefined);
        const isSettled = look !== undefined && look.newestMs < nowMs - SETTLED_MS;
        return { found, pathHash, stamp: look?.stamp, isSettled };
      }),
    ),
  );
}

/**
 * How a source looks from outside: names, sizes and times. The time of the last change of the inode (ctime) can't be set
 * back, as programs do with the other one; the inode's number is left out, since some file systems make it up anew.
 */
export async function stampOf(
  found: Pick<FoundSource, 'kind' | 'path' | 'onDisk'>,
): Promise<{ stamp: Buffer; newestMs: number }> {
  const hash = createHash('sha256');
  let newestMs = 0;
  const add = async (path: DiskPath, name: Buffer) => {
    const { size, mtimeMs, ctimeMs } = await stat(path);
    newestMs = Math.max(newestMs, mtimeMs, ctimeMs);
    hash.update(`${name.length}:`).update(name).update(`:${size}:${mtimeMs}:${ctimeMs}\n`);
  };
  const path = found.onDisk ?? found.path;
  if (found.kind === 'archive') await add(path, Buffer.alloc(0));
  else {
    const items = namedItems(path, await readdir(path, { withFileTypes: true, encoding: 'buffer' }));
    const files = items.filter(({ name }) => isPictureName(name) || isComicInfoName(name));
    for (const { item, onDisk } of files.sort((a, b) => compareNatural(a.name, b.name))) await add(onDisk, item.name);
  }
  return { stamp: hash.digest(), newestMs };
}
