import { randomBytes } from 'node:crypto';
import { type Db, row, rows, statement } from '../../core/db/db.ts';

const ADD_SECRET = statement<never, [name: string, value: Buffer]>(
  'account.add-secret',
  'insert into account.secret (name, value) values ($1, $2) on conflict (name) do nothing',
);

const FIND_SECRET = statement<{ value: Buffer }, [name: string]>(
  'account.find-secret',
  'select value from account.secret where name = $1',
);

/** The secret key with this name, the same on every node; created if there is none. */
export async function secretNamed(db: Db, name: string): Promise<Buffer> {
  await rows(db, ADD_SECRET, [name, randomBytes(32)]);
  const found = await row(db, FIND_SECRET, [name]);
  if (!found) throw new Error(`the secret ${name} could not be stored`);
  return found.value;
}
