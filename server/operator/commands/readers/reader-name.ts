import type { Pool } from 'pg';
import { findReader, findReaderByName } from '../../../modules/account/account.ts';

/** The reader by their id, username or phone. An id has at most ten digits, a phone number eleven. */
export async function findReaderId(pool: Pool, name: string): Promise<number | null> {
  const isId = /^[1-9]\d{0,9}$/.test(name);
  return (await (isId ? findReader(pool, Number(name)) : findReaderByName(pool, name)))?.readerId ?? null;
}
