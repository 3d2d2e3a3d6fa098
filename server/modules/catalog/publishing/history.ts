import type { Db } from '../../../core/db/db.ts';
import { type Entry, listEntriesOf } from '../../audit/audit.ts';
import { listManagedChapters } from './manual-changes-store.ts';
import { UNDO_MS } from './store-folders.ts';

/** The changes of a comic and its chapters, the latest first. */
export async function listComicEntries(db: Db, comicId: number, before: number, size: number): Promise<Entry[]> {
  const chapters = (await listManagedChapters(db, comicId)).map(({ id }) => id);
  const found = [
    ...(await listEntriesOf(db, { subject: 'comic', ids: [comicId] }, before, size)),
    ...(await listEntriesOf(db, { subject: 'chapter', ids: chapters }, before, size)),
  ];
  return found.sort((a, b) => b.id - a.id).slice(0, size);
}

/** Whether an entry is recent enough to be undone, and was not. */
export function canUndo({ action, at, undoneBy, before }: Entry, now: Date): boolean {
  if (action === 'import') return false;
  const isSplit = typeof before.merged === 'number';
  return undoneBy === null && !isSplit && at.getTime() >= now.getTime() - UNDO_MS;
}
