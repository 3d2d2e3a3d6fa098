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
/** One file is hashed while the next is read. More would cause seeks on a hard disk. */
const READ_AT_ONCE = 2;
/** A file that was changed more recently than this may change again without another modification time. */
const SETTLED_MS = 2_000;

export type FingerprintCache = {
  pool: pg.Pool;
  clock: () => Date;
  /** Use recorded fingerprints of unchanged files. */
  trust: boolean;
  /** Record new fingerprints. */
  keep: boolean;
};

export type FingerprintResult = KnownSource | { found: FoundSource; error: unknown };

/** Fingerprints of these sources. Only changed sources are read. */
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
    // Also after an abort, so that the next run continues from here.
    if (cache.keep) await rememberReadSources(cache.pool, fresh, cache.clock());
  }
}

type StampedSource = { found: FoundSource; pathHash: Buffer; look: SourceStamp | undefined; isSettled: boolean };

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

type SourceStamp = { stamp: Buffer; version: string; newestMs: number };

/**
 * Names, sizes and times of a source. It includes ctime because programs can't set it back, unlike mtime. It leaves out the
 * inode number because some file systems assign a new one at each mount.
 */
export async function stampOf(found: Pick<FoundSource, 'kind' | 'path' | 'onDisk'>): Promise<SourceStamp> {
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
