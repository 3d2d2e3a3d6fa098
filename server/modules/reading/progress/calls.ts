import { progress as progressCall } from '#contract/calls/library';
import { type Served, serve } from '../../../core/dispatch/dispatch.ts';
import { type Catalog, checkAge, isFree } from '../../catalog/catalog.ts';
import type { ReadingPorts } from '../ports.ts';
import { countsInRankings } from '../ranking/ranked-readers.ts';
import type { ViewCounter } from '../views/counter.ts';
import type { Progress } from './progress.ts';

type Parts = { progress: Progress; views: Pick<ViewCounter, 'note'>; catalog: Catalog; ports: ReadingPorts };

/** A device reports how far its reader has read. */
export function progressCalls({ progress, views, catalog, ports }: Parts): Served[] {
  return [
    serve(progressCall, async ({ caller, from, now }, { finished = false, atEnd = finished, ...reading }, refuse) => {
      const { readerId, hasRead } = caller;
      const present = await catalog.anyChapter(reading.chapterId);
      const { record, chapterId = reading.chapterId } = present ?? {};
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
      // After the transaction, to avoid a deadlock: accounts are always locked before libraries.
      await ports.rewardChapter(readerId, chapterId);
      return place;
    }),
  ];
}
