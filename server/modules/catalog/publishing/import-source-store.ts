import type { Db } from '../../../core/db.ts';

/** A source by its path, with how it looked when it was read; all three are sha256. */
export type ReadSource = { pathHash: Buffer; stamp: Buffer; sha256: Buffer };

/** What is remembered of these paths. */
export async function findReadSources(db: Db, pathHashes: Buffer[]): Promise<ReadSource[]> {
  const { rows } = await db.query<ReadSource>(
    'select path_hash as "pathHash", stamp, sha256 from catalog.import_source where path_hash = any($1::bytea[])',
    [pathHashes],
  );
  return rows;
}

/** Forgets what no chapter is made of and nobody has read since: files that were refused, replaced or taken away. */
export async function forgetReadSources(db: Db, readBefore: Date): Promise<void> {
  await db.query(
    `delete from catalog.import_source as s
      where read_at < $1 and not exists (select 1 from catalog.chapter c where c.source_sha256 = s.sha256)`,
    [readBefore],
  );
}

export async function rememberReadSources(db: Db, sources: ReadSource[], now: Date): Promise<void> {
  await db.query(
    `insert into catalog.import_source (path_hash, stamp, sha256, read_at)
     select *, $4::timestamptz from unnest($1::bytea[], $2::bytea[], $3::bytea[])
     on conflict (path_hash) do update set stamp = excluded.stamp, sha256 = excluded.sha256, read_at = excluded.read_at`,
    [sources.map((each) => each.pathHash), sources.map((each) => each.stamp), sources.map((each) => each.sha256), now],
  );
}
