import { createHash } from 'node:crypto';
import { lstat, readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import pLimit from 'p-limit';
import type pg from 'pg';
import { findReadSources, rememberReadSources } from '../../modules/catalog/publishing/publishing.ts';
import { settleAll } from '../limits/settle-all.ts';
import { type DiskPath, namedItems } from '../source/disk-names.ts';
import { isComicInfoName, isPictureName } from '../source/file-names.ts';
import { compareNatural } from '../source/natural-order.ts';
import type { FoundSource } from '../source/source.ts';
import { type VersionedFile, versionOf } from '../source/source-version.ts';
import { fingerprint } from './fingerprint.ts';
import type { KnownSource } from './with-source.ts';

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

export type FingerprintResult = KnownSource | { found: FoundSource; error: unknown };

/** Fingerprints of these sources. Only what has changed since it was last read is read again. */
export async function fingerprintAll(
  sources: FoundSource[],
  cache: FingerprintCache,
  signal: AbortSignal,
): Promise<FingerprintResult[]> {
  const stamped = await stampAll(sources, cache.clock().getTime());
  const hashes = stamped.map(({ pathHash }) => pathHash);
  const known = cache.trust ? await findReadSources(cache.pool, hashes) : new Map();
  const fresh: { pathHash: Buffer; stamp: Buffer; sha256: Buffer }[] = [];
  const atOnce = pLimit(READ_AT_ONCE);
  const read = async ({ found, pathHash, look, isSettled }: StampedSource): Promise<FingerprintResult> => {
    signal.throwIfAborted();
    const row = known.get(pathHash.toString('hex'));
    if (row && look && row.stamp.equals(look.stamp))
      return { found, sha256: row.sha256.toString('hex'), version: look.version };
    try {
      const { sha256, version } = await fingerprint(found, signal);
      if (look?.version === version && isSettled) fresh.push({ pathHash, stamp: look.stamp, sha256 });
      return { found, sha256: sha256.toString('hex'), version };
    } catch (error) {
      signal.throwIfAborted();
      return { found, error };
    }
  };
  try {
    return await settleAll(stamped.map((source) => atOnce(() => read(source))));
  } finally {
    // Also when it is aborted: the next run goes on from here.
    if (cache.keep) await rememberReadSources(cache.pool, fresh, cache.clock());
  }
}

type StampedSource = { found: FoundSource; pathHash: Buffer; look: Look | undefined; isSettled: boolean };

async function stampAll(sources: FoundSource[], nowMs: number): Promise<StampedSource[]> {
  const atOnce = pLimit(STAMPS_AT_ONCE);
  return Promise.all(
    sources.map((found) =>
      atOnce(async () => {
        const pathHash = createHash('sha256').update(resolve(found.path)).digest();
        const look = await stampOf(found).catch(() => undefined);
        const isSettled = look !== undefined && look.newestMs < nowMs - SETTLED_MS;
        return { found, pathHash, look, isSettled };
      }),
    ),
  );
}

type Look = { stamp: Buffer; version: string; newestMs: number };

/**
 * How a source looks from outside: names, sizes and times. The time of the last change of the inode (ctime) can't be set
 * back, as programs do with the other one; the inode's number is left out, since some file systems make it up anew.
 */
export async function stampOf(found: Pick<FoundSource, 'kind' | 'path' | 'onDisk'>): Promise<Look> {
  const hash = createHash('sha256');
  const files: VersionedFile[] = [];
  let newestMs = 0;
  const add = async (path: DiskPath, name: Buffer) => {
    const facts = await lstat(path);
    const { size, mtimeMs, ctimeMs } = facts;
    files.push({ name, facts });
    newestMs = Math.max(newestMs, mtimeMs, ctimeMs);
    hash.update(`${name.length}:`).update(name).update(`:${size}:${mtimeMs}:${ctimeMs}\n`);
  };
  const path = found.onDisk ?? found.path;
  if (found.kind === 'archive') await add(path, Buffer.alloc(0));
  else {
    const items = namedItems(path, await readdir(path, { withFileTypes: true, encoding: 'buffer' }));
    const used = items.filter(({ item, name }) => item.isFile() && (isPictureName(name) || isComicInfoName(name)));
    for (const { item, onDisk } of used.sort((a, b) => compareNatural(a.name, b.name))) await add(onDisk, item.name);
  }
  return { stamp: hash.digest(), version: versionOf(files), newestMs };
}
