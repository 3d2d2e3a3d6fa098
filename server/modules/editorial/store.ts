import { type Db, row, statement, type Tx } from '../../core/db/db.ts';
import type { PartName, Parts } from './parts.ts';

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
  await row(tx, WRITE, [name, JSON.stringify(body), now]);
}

/** Waits for the lock on the parts and their pictures, and holds it until the transaction ends. */
export async function lockEditorial(tx: Tx): Promise<void> {
  await row(tx, LOCK_PARTS, [LOCK]);
}
