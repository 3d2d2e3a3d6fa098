import type { Db } from '../../core/db/db.ts';
import { listPeople } from './person-store.ts';

/** The names of all members of staff by their ids. */
export async function staffNames(db: Db): Promise<ReadonlyMap<number, string>> {
  return new Map((await listPeople(db)).map(({ id, name }) => [id, name]));
}
