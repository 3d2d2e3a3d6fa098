import { execute, firstRow } from '../../core/db/db.ts';

/** The versions that were seen, by the name of the part. */
export type Seen = Readonly<Record<string, readonly string[]>>;

export const findExport = firstRow<{ seen: Seen }, [id: string]>(
  'editorial.find-export',
  'select seen from editorial.export where id = $1',
);

export const putExport = execute<[id: string, seen: string, now: Date]>(
  'editorial.put-export',
  `insert into editorial.export (id, seen, at) values ($1, $2, $3)
   on conflict (id) do update set seen = excluded.seen, at = excluded.at`,
);

export const dropExports = execute<[before: Date]>(
  'editorial.drop-exports',
  'delete from editorial.export where at < $1',
);
