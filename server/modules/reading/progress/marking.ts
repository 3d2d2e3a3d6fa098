import type { Pool } from 'pg';
import { type Tx, transaction } from '../../../core/db/db.ts';
import type { ChapterRow, ComicRecord } from '../../catalog/catalog.ts';
import { dropHistory } from '../library/store.ts';
import { readingAtEnd } from './progress.ts';
import { finishChapters, forgetPlaces, listPlaces, lockEntry, noteReading, setLast } from './store.ts';

/** Chapters of a comic to mark, in order; `shown` are all that the reader sees. */
export type Marked = { record: ComicRecord; chapterIds: readonly number[]; shown: readonly ChapterRow[] };

/** Read marks that readers set themselves. It is no reading: it earns nothing and counts no view. */
export type Marking = {
  /** Marks these chapters as read to their end, the last one as read last. Returns how many were not yet. */
  markReadUpTo(readerId: number, marked: Omit<Marked, 'shown'>, now: Date): Promise<number>;
  /**
   * The same, but the comic keeps its last read chapter. If the reader sees none, it is the last of these. Returns how many were
   * not read yet.
   */
  markRead(readerId: number, marked: Marked, now: Date): Promise<number>;
  /**
   * Forgets the read marks and the places of these chapters. If the comic's last read chapter is one of them, the nearest read or
   * part-read chapter before it takes its place, so that the reader continues with the first chapter that was marked; without
   * one before it, the nearest after it. The time of the last reading stays. If no chapter that the reader sees is left, the
   * comic's history is deleted. Returns how many chapters were read or part-read.
   */
  markUnread(readerId: number, marked: Marked): Promise<number>;
};

export function createMarking(pool: Pool): Marking {
  async function finish(tx: Tx, readerId: number, { record, chapterIds }: Omit<Marked, 'shown'>, now: Date) {
    return finishChapters(tx, readerId, record.comic.id, chapterIds, now);
  }
  async function setLastRead(tx: Tx, readerId: number, { record, chapterIds }: Omit<Marked, 'shown'>, now: Date) {
    await noteReading(tx, readingAtEnd(readerId, record, chapterIds.at(-1) ?? 0, now));
  }

  return {
    markReadUpTo: (readerId, marked, now) =>
      transaction(pool, async (tx) => {
        await setLastRead(tx, readerId, marked, now);
        return finish(tx, readerId, marked, now);
      }),

    markRead: (readerId, marked, now) =>
      transaction(pool, async (tx) => {
        const entry = await lockEntry(tx, readerId, marked.record.comic.id);
        const hasLast = marked.shown.some(({ id }) => id === entry?.chapterId);
        if (!hasLast) await setLastRead(tx, readerId, marked, now);
        return finish(tx, readerId, marked, now);
      }),

    markUnread: (readerId, { record, chapterIds, shown }) =>
      transaction(pool, async (tx) => {
        const comicId = record.comic.id;
        const entry = await lockEntry(tx, readerId, comicId);
        if (!entry) return 0;
        const forgotten = await forgetPlaces(tx, readerId, comicId, chapterIds);
        if (entry.chapterId === null || !chapterIds.includes(entry.chapterId)) return forgotten.length;
        const left = new Set(await listPlaces(tx, readerId, comicId));
        const last = nearest(shown, entry.chapterId, left);
        if (last === null) await dropHistory(tx, readerId, [comicId]);
        else await setLast(tx, readerId, comicId, last);
        return forgotten.length;
      }),
  };
}

/** The nearest chapter of `among` before a chapter, else the nearest after it; null if there is none. */
function nearest(shown: readonly ChapterRow[], chapterId: number, among: ReadonlySet<number>): number | null {
  const at = shown.findIndex(({ id }) => id === chapterId);
  const isLeft = ({ id }: ChapterRow) => among.has(id);
  return (shown.slice(0, at).findLast(isLeft) ?? shown.slice(at).find(isLeft))?.id ?? null;
}
