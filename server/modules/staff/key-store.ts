import type { Role } from '#contract/console/roles';
import { allRows, execute, firstRow, firstValue, row, rows, statement, type Tx } from '../../core/db/db.ts';
import { comicsOf } from './author-store.ts';

export type KeyRow = { id: number; name: string; role: Role; createdAt: Date; endsAt: Date; usedAt: Date | null };
export type NewKey = { personId: number; name: string; role: Role; tokenHash: Buffer; at: Date; endsAt: Date };
/** A key with its person. */
export type OpenKey = {
  keyId: number;
  personId: number;
  name: string;
  role: Role;
  comics: number[] | null;
  usedAt: Date | null;
};

const ADD = statement<
  { id: number },
  [personId: number, name: string, role: Role, tokenHash: Buffer, at: Date, endsAt: Date]
>(
  'staff.add-key',
  `insert into staff.api_key (person_id, name, role, token_hash, created_at, ends_at)
   values ($1, $2, $3, $4, $5, $6) returning id`,
);

export const findKey = firstRow<OpenKey, [tokenHash: Buffer, now: Date]>(
  'staff.find-key',
  `select k.id as "keyId", p.id as "personId", p.name, k.role, ${comicsOf('k.role')}, k.used_at as "usedAt"
   from staff.api_key k join staff.person p on p.id = k.person_id
   where k.token_hash = $1 and k.ends_at > $2 and p.disabled_at is null`,
);

export const noteKeyUse = execute<[id: number, now: Date]>(
  'staff.use-key',
  'update staff.api_key set used_at = $2 where id = $1',
);

export const listKeys = allRows<KeyRow, [personId: number, now: Date]>(
  'staff.keys',
  `select id, name, role, created_at as "createdAt", ends_at as "endsAt", used_at as "usedAt"
   from staff.api_key where person_id = $1 and ends_at > $2 order by id desc`,
);

const END_ALL = statement<{ id: number }, [personId: number]>(
  'staff.end-keys',
  'delete from staff.api_key where person_id = $1 returning id',
);

export const dropOldKeys = execute<[now: Date]>('staff.drop-old-keys', 'delete from staff.api_key where ends_at <= $1');

export async function addKey(tx: Tx, { personId, name, role, tokenHash, at, endsAt }: NewKey): Promise<number> {
  const added = await row(tx, ADD, [personId, name, role, tokenHash, at, endsAt]);
  if (!added) throw new Error('a key was inserted without an id');
  return added.id;
}

/** The name of the key that was ended; null if the person has no such key. */
export const endKey = firstValue<{ name: string }, [personId: number, id: number], Tx>(
  'staff.end-key',
  'delete from staff.api_key where person_id = $1 and id = $2 returning name',
);

export async function endAllKeys(tx: Tx, personId: number): Promise<number> {
  return (await rows(tx, END_ALL, [personId])).length;
}
