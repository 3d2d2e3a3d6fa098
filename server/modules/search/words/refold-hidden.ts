import type { Db } from '../../../core/db/db.ts';
import { keyOf } from './keyword.ts';
import { listHidden, renameHidden } from './words-store.ts';

/** Gives hidden words the form that searches have now. An older version folded them differently, and they would be shown again. */
export async function refoldHidden(db: Db): Promise<void> {
  for (const word of await listHidden(db)) {
    const key = keyOf(word);
    if (key !== '' && key !== word) await renameHidden(db, word, key);
  }
}
