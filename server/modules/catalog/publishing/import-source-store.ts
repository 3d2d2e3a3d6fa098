import { allRows, type Db, execute, row, statement } from '../../../core/db/db.ts';

/** A source by its path, with its outward appearance when it was read; all three are sha256. */
export type ReadSource = { pathHash: Buffer; stamp: Buffer; sha256: Buffer };

export const findReadSources = allRows<ReadSource, [pathHashes: Buffer[]]>(
  'catalog.read-sources',
  'select path_hash as "pathHash", stamp, sha256 from catalog.import_source where path_hash = any($1::bytea[])',
);

/** Forgets sources that no chapter is made of and that were not read since: files that were refused, replaced or removed. */
export const forgetReadSources = execute<[readBefore: Date]>(
  'catalog.forget-read-sources',
  `delete from catalog.import_source as s
      where read_at < $1 and not exists (select 1 from catalog.chapter c where c.source_sha256 = s.sha256)`,
);

const REMEMBER = statement<never, [pathHashes: Buffer[], stamps: Buffer[], sha256: Buffer[], now: Date]>(
  'catalog.remember-read-sources',
  `insert into catalog.import_source (path_hash, stamp, sha256, read_at)
     select *, $4::timestamptz from unnest($1::bytea[], $2::bytea[], $3::bytea[])
     on conflict (path_hash) do update set stamp = excluded.stamp, sha256 = excluded.sha256, read_at = excluded.read_at`,
);

export async function putReadSources(db: Db, sources: readonly ReadSource[], now: Date): Promise<void> {
  await row(db, REMEMBER, [
    sources.map((each) => each.pathHash),
    sources.map((each) => each.stamp),
    sources.map((each) => each.sha256),
    now,
  ]);
}
