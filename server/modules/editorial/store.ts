import { type Db, row, statement } from '../../core/db.ts';
import type { PartName, Parts } from './parts.ts';

/** The parts an editor has written; the others are the program's own. */
export type WrittenParts = { parts: Partial<Parts>; updatedAt: Partial<Record<PartName, string>> };

/** Any number, the same in every process: one editor at a time. */
const LOCK = 7_205_008;

const PARTS = statement<WrittenParts>(
  'editorial.parts',
  `select coalesce(jsonb_object_agg(name, body), '{}') as parts,
     coalesce(jsonb_object_agg(name, updated_at), '{}') as "updatedAt" from editorial.part`,
);

const WRITE = statement(
  'editorial.write-part',
  `insert into editorial.part (name, body, updated_at) values ($1, $2, $3)
   on conflict (name) do update set body = excluded.body, updated_at = excluded.updated_at`,
);

const HOLD = statement('editorial.hold', 'select pg_advisory_xact_lock($1)');

/** All of them as of one moment. */
export async function readParts(db: Db): Promise<WrittenParts> {
  return (await row(db, PARTS)) ?? { parts: {}, updatedAt: {} };
}

export async function writePart<Name extends PartName>(
  db: Db,
  name: Name,
  body: Parts[Name],
  now: Date,
): Promise<void> {
  await row(db, WRITE, [name, JSON.stringify(body), now]);
}

/** Lets nobody else change the parts or their pictures until the caller's transaction ends. */
export async function holdEditorial(db: Db): Promise<void> {
  await row(db, HOLD, [LOCK]);
}
