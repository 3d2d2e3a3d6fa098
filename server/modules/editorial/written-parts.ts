import type { Db } from '../../core/db/db.ts';
import { DEFAULT_PARTS } from './defaults.ts';
import type { Parts } from './parts.ts';
import { readWritten } from './store.ts';

/** All parts; those that no editor has written have their defaults. */
export async function readParts(db: Db): Promise<Parts> {
  return { ...DEFAULT_PARTS, ...(await readWritten(db)).parts };
}
