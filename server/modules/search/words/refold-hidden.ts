import type { Db } from '../../../core/db/db.ts';
import { keyOf } from './keyword.ts';
import { listHidden, renameHidden } from './words-store.ts';

/** Hidden words that an older version folded otherwise get the form that searches have now; else they would show again. */
export async function refoldHidden(db: Db): Promise<void> {
  for (const word of await listHidden(db)) {
    const key = keyOf(word);
    if (key !== '' && key !== word) await renameHidden(db, word, key);
  }
}
