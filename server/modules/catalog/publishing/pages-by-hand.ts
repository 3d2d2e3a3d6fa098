import type { Pool } from 'pg';
import { type Tx, transaction } from '../../../core/db/db.ts';
import { refuse } from '../../../core/refusal/refusal.ts';
import type { Act } from '../../audit/audit.ts';
import type { StoredPage } from '../pictures/stored-images.ts';
import { type Changed, write } from './manual-changes.ts';
import { findManagedChapter, lockManagedComic, type ManagedChapter } from './manual-changes-store.ts';
import {
  addPageVersion,
  dropOldPageVersions,
  findPageSet,
  keepImportedPages,
  listPageVersions,
  type PageSet,
} from './page-version-store.ts';
import { insertIntents } from './store-folder-store.ts';
import { UNDO_MS } from './store-folders.ts';

export { findPageSet, listPageVersions, type PageSet, type PageVersion } from './page-version-store.ts';

/** Locks a chapter whose pages are about to be changed by hand. */
export async function lockEditedChapter(tx: Tx, chapterId: number): Promise<{ chapter: ManagedChapter; set: PageSet }> {
  const found = await findManagedChapter(tx, chapterId);
  if (!found) refuse('chapterNotFound');
  await lockManagedComic(tx, found.comicId);
  const chapter = await findManagedChapter(tx, chapterId);
  const set = await findPageSet(tx, chapterId);
  if (!chapter || !set) refuse('chapterNotFound');
  if (chapter.isOfMerged) refuse('comicMerged');
  if (chapter.emptied) refuse('trashEmptied');
  return { chapter, set };
}

/** Gives a locked chapter other pages. The pages before stay as a version, which can be restored for 30 days. */
export async function changePagesByHand(
  tx: Tx,
  act: Act,
  { chapter, set }: { chapter: ManagedChapter; set: PageSet },
  next: Omit<PageSet, 'damagedPages'>,
  now: Date,
): Promise<Changed> {
  await keepImportedPages(tx, chapter.id, now);
  const made = { ...next, damagedPages: damagedAfter(set, next.pages) };
  return setVersion(tx, act, chapter, await addPageVersion(tx, chapter.id, act.actor, made, now), now);
}

/** Gives a chapter the pages of an older version. */
export async function restorePagesByHand(
  tx: Tx,
  act: Act,
  chapterId: number,
  versionId: number,
  now: Date,
): Promise<Changed> {
  const { chapter } = await lockEditedChapter(tx, chapterId);
  const version = (await listPageVersions(tx, chapterId)).find(({ id }) => id === versionId);
  if (!version) refuse('cannotUndo', null, '30 天以前的改动不能撤回');
  return setVersion(tx, act, chapter, version.actor === null ? null : version.id, now);
}

async function setVersion(
  tx: Tx,
  act: Act,
  { id, comicId }: ManagedChapter,
  version: number | null,
  now: Date,
): Promise<Changed> {
  const entryId = await write(tx, act, { subject: 'chapter', id }, { pages_version: version }, null, now);
  return { entryId, comicId };
}

/** A page that is added is taken for one that was left out when the chapter was imported. */
function damagedAfter({ pages, damagedPages }: PageSet, next: readonly StoredPage[]): number {
  const shown = (some: readonly StoredPage[]) => some.filter(({ damaged }) => damaged).length;
  const leftOut = Math.max(0, damagedPages - shown(pages));
  return shown(next) + Math.max(0, leftOut - Math.max(0, next.length - pages.length));
}

/** Deletes versions that can no longer be restored. The next import deletes their files. */
export async function dropOldVersions(pool: Pool, now: Date): Promise<void> {
  await transaction(pool, async (tx) => {
    const folders = await dropOldPageVersions(tx, new Date(now.getTime() - UNDO_MS));
    await insertIntents(
      tx,
      folders.map(({ folder }) => folder),
      now,
    );
  });
}
