import type { Tx } from '../../../core/db/db.ts';
import { addEntry } from '../../audit/audit.ts';
import { type ImportedChapter, putImported, takeImported } from './imported-store.ts';

/** Who imports, and the upload that is imported; empty for an import from a folder. */
export type ImportRun = { actor: string; uploadId: string };

/** Records a chapter in the transaction that publishes it, so that no failure of the import can lose it. */
export async function noteImported(
  tx: Tx,
  { actor, uploadId }: ImportRun,
  { path, comicId, result }: Omit<ImportedChapter, 'actor'>,
): Promise<void> {
  await putImported(tx, uploadId, path, comicId, result, actor);
}

/** Logs how many chapters an import has published in each comic since the last call; returns these chapters. */
export async function logImported(tx: Tx, uploadId: string, now: Date): Promise<ImportedChapter[]> {
  const chapters = await takeImported(tx, uploadId);
  const groups = Map.groupBy(chapters, ({ comicId, actor }) => JSON.stringify([comicId, actor]));
  for (const [first, ...others] of groups.values()) {
    if (!first) continue;
    const count = (result: ImportedChapter['result']) =>
      [first, ...others].filter((chapter) => chapter.result === result).length;
    const after = { ...(uploadId !== '' && { upload: uploadId }), added: count('new'), replaced: count('replaced') };
    const entry = { actor: first.actor, action: 'import', subject: 'comic', subjectId: first.comicId } as const;
    await addEntry(tx, { ...entry, before: {}, after, reason: null, undoes: null }, now);
  }
  return chapters;
}
