import { allRows, type Db, execute, firstRow, row, statement, type Tx } from '../../core/db/db.ts';
import { jsonText } from '../../core/db/json-text.ts';
import type { PartName, Parts, SiteIcon, SiteLogo, SitePicture } from './parts.ts';

/** The parts that an editor has written; the others have their defaults. */
export type WrittenParts = { parts: Partial<Parts>; updatedAt: Partial<Record<PartName, string>> };

/** Any number, the same in every process: one editor at a time. */
const LOCK = 7_205_008;

const PARTS = statement<WrittenParts, []>(
  'editorial.parts',
  `select coalesce(jsonb_object_agg(name, body), '{}') as parts,
     coalesce(jsonb_object_agg(name, updated_at), '{}') as "updatedAt" from editorial.part`,
);

const WRITE = statement<never, [name: PartName, body: string, now: Date]>(
  'editorial.write-part',
  `insert into editorial.part (name, body, updated_at) values ($1, $2, $3)
   on conflict (name) do update set body = excluded.body, updated_at = excluded.updated_at`,
);

const LOCK_PARTS = statement<never, [lock: number]>('editorial.lock', 'select pg_advisory_xact_lock($1)');

/** All of them, read in one statement so that they fit together. */
export async function readWritten(db: Db): Promise<WrittenParts> {
  return (await row(db, PARTS)) ?? { parts: {}, updatedAt: {} };
}

export async function writePart<Name extends PartName>(
  tx: Tx,
  name: Name,
  body: Parts[Name],
  now: Date,
): Promise<void> {
  await row(tx, WRITE, [name, jsonText(body), now]);
}

/** Waits for the lock on the parts and their pictures, and holds it until the transaction ends. */
export async function lockEditorial(tx: Tx): Promise<void> {
  await row(tx, LOCK_PARTS, [LOCK]);
}

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

/** A drawn picture that was uploaded for one use. */
export type Upload =
  | { use: 'picture'; picture: SitePicture }
  | { use: 'icon'; picture: SiteIcon }
  | { use: 'logo'; picture: SiteLogo };

export const listUploads = allRows<Upload, [since: Date]>(
  'editorial.uploads',
  'select use, picture from editorial.upload where added_at >= $1',
);

export const putUpload = execute<[source: string, use: Upload['use'], picture: string, now: Date]>(
  'editorial.put-upload',
  `insert into editorial.upload (source, use, picture, added_at) values ($1, $2, $3, $4)
   on conflict (source) do update set use = excluded.use, picture = excluded.picture, added_at = excluded.added_at`,
);

export const dropUploads = execute<[before: Date]>(
  'editorial.drop-uploads',
  'delete from editorial.upload where added_at < $1',
);
