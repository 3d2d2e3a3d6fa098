import { markChapters, markReadUpTo, progress as progressCall } from '#contract/calls/library';
import type { Caller } from '../../../core/dispatch/ctx.ts';
import { type Served, serve } from '../../../core/dispatch/dispatch.ts';
import {
  type Catalog,
  type ChapterRow,
  type ComicRecord,
  checkAge,
  isFree,
  published,
  publishedFor,
} from '../../catalog/catalog.ts';
import type { ReadingPorts } from '../ports.ts';
import { countsInRankings } from '../ranking/ranked-readers.ts';
import type { ViewCounter } from '../views/counter.ts';
import type { StepCounter } from '../views/steps.ts';
import type { Marked, Marking } from './marking.ts';
import type { Progress } from './progress.ts';

type Parts = {
  progress: Progress;
  marking: Marking;
  views: Pick<ViewCounter, 'note'>;
  steps: Pick<StepCounter, 'note'>;
  catalog: Catalog;
  ports: ReadingPorts;
};

/** A device reports how far its reader has read. */
export function progressCalls({ progress, marking, views, steps, catalog, ports }: Parts): Served[] {
  /** At the end of a chapter readers see the next one, and its price. */
  async function noteFinished(record: ComicRecord, chapter: ChapterRow, readerId: number, isOpen: boolean, now: Date) {
    const comicId = record.comic.id;
    steps.note('finished', { readerId, comicId, chapterId: chapter.id }, now);
    if (!isOpen) steps.note('finished-bought', { readerId, comicId, chapterId: chapter.id }, now);
    const next = published(record, now).find(({ no }) => no > chapter.no);
    if (!next || isFree(record, next, now) || (await ports.ownedOf(readerId, comicId)).has(next.id)) return;
    steps.note('seen', { readerId, comicId, chapterId: next.id }, now);
  }

  /** Chapters of one comic by their ids, in order; null unless the reader sees all of them. */
  async function findMarked({ readerId }: Caller, ids: readonly number[], now: Date): Promise<Marked | null> {
    const first = await catalog.anyChapter(ids[0] ?? 0);
    if (!first) return null;
    const { record } = first;
    const shown = publishedFor(record, await ports.ownedOf(readerId, record.comic.id), now);
    const asked = new Set<number>();
    for (const id of ids) {
      // The id of a chapter that was merged into another one leads to that.
      const found = shown.some((chapter) => chapter.id === id) ? id : (await catalog.anyChapter(id))?.chapterId;
      if (found === undefined) return null;
      asked.add(found);
    }
    const chapterIds = shown.flatMap(({ id }) => (asked.has(id) ? [id] : []));
    return chapterIds.length === asked.size ? { record, chapterIds, shown } : null;
  }

  return [
    serve(progressCall, async ({ caller, from, now }, { finished = false, atEnd = finished, ...reading }, refuse) => {
      const { readerId, hasRead } = caller;
      const found = await catalog.anyChapter(reading.chapterId);
      const { record, chapterId = reading.chapterId } = found ?? {};
      const chapter = record?.chapters.find(({ id, publishedAt }) => id === chapterId && publishedAt <= now);
      if (!record || !chapter) return refuse('chapterNotFound');
      const isShown = record.comic.online && chapter.online;
      const isOpen = isShown && isFree(record, chapter, now);
      const mayOpen = isOpen || (await ports.ownedOf(readerId, record.comic.id)).has(chapterId);
      if (!isShown && !mayOpen) return refuse('chapterNotFound');
      checkAge(caller, record.comic.ageRating, refuse);
      const mayRead = (await ports.noteReading(caller, now)) && mayOpen;
      const hasFinished = finished && mayRead;
      const counts = hasFinished && !hasRead;
      const place = await progress.report(readerId, record, { ...reading, chapterId, finished, atEnd, counts }, now);
      if (!hasFinished) return place;
      // The view of its opening was not counted: this reader did not count in rankings yet.
      if (!countsInRankings(caller))
        views.note({ readerId, chapterId, comicId: record.comic.id, address: from.address }, now);
      await noteFinished(record, chapter, readerId, isOpen, now);
      // After the transaction, to avoid a deadlock: accounts are always locked before libraries.
      await ports.rewardChapter(readerId, chapterId);
      return place;
    }),

    serve(markReadUpTo, async ({ caller, now }, { id }, refuse) => {
      const found = await catalog.anyChapter(id);
      const { record, chapterId = id } = found ?? {};
      const shown = record?.comic.online ? published(record, now) : [];
      const last = shown.findIndex((chapter) => chapter.id === chapterId);
      if (!record || last < 0) return refuse('chapterNotFound');
      checkAge(caller, record.comic.ageRating, refuse);
      const chapterIds = shown.slice(0, last + 1).map((chapter) => chapter.id);
      return { marked: await marking.markReadUpTo(caller.readerId, { record, chapterIds }, now) };
    }),

    serve(markChapters, async ({ caller, now }, { ids, read }, refuse) => {
      const { readerId } = caller;
      const marked = (await findMarked(caller, ids, now)) ?? refuse('chapterNotFound');
      checkAge(caller, marked.record.comic.ageRating, refuse);
      return {
        marked: await (read ? marking.markRead(readerId, marked, now) : marking.markUnread(readerId, marked)),
      };
    }),
  ];
}
