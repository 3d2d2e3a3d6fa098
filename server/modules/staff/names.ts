import type { Db } from '../../core/db/db.ts';
import { personOfActor } from './audit-log.ts';
import { listPeople } from './person-store.ts';

/** The names of all members of staff by their ids. */
export async function staffNames(db: Db): Promise<ReadonlyMap<number, string>> {
  return new Map((await listPeople(db)).map(({ id, name }) => [id, name]));
}

/** The name of each actor of the audit log. A command has the user name of the operating system. */
export async function actorNames(db: Db): Promise<(actor: string) => string> {
  const names = await staffNames(db);
  return (actor) => names.get(personOfActor(actor) ?? 0) ?? `${actor}（命令）`;
}
