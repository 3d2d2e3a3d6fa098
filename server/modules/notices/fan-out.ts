import type { Pool } from 'pg';
import { type Tx, transaction } from '../../core/db/db.ts';
import { lockPlace, setPlace } from './fan-out-store.ts';
import { addNotices } from './store.ts';

/** A chapter that is out. */
export type PublishedChapter = { id: number; no: number; publishedAt: Date; comicId: number; title: string };

export type FanOutPorts = {
  /** The first chapter that is visible at `now` and comes after this one in the order of publication; null if there is none. */
  nextPublished(tx: Tx, after: { publishedAt: Date; id: number }, now: Date): Promise<PublishedChapter | null>;
  /** Readers with a larger id who subscribed to the comic before this moment, by id; `age` = the age rating of the comic. */
  subscribersOf(
    tx: Tx,
    comicId: number,
    page: { subscribedBefore: Date; afterReaderId: number; size: number },
  ): Promise<{ readerId: number; age: number }[]>;
};

/** Readers whose notices are added in one transaction. */
const BATCH = 1000;
/** Batches in one run, so that a run ends soon. The next run continues. */
const MOST_BATCHES = 60;

/**
 * Adds notices of chapters that have come out since the last run. Each batch moves the stored place in the same transaction, so a
 * process that is killed loses and repeats nothing. The first run begins with the present: older chapters are not announced.
 */
export async function announceChapters(pool: Pool, ports: FanOutPorts, now: Date): Promise<void> {
  for (let batch = 0; batch < MOST_BATCHES; batch++)
    if (!(await transaction(pool, (tx) => announceBatch(tx, ports, now)))) return;
}

/** Forgets the chapters that came out while notices were off. */
export async function skipChapters(pool: Pool, now: Date): Promise<void> {
  await transaction(pool, (tx) => setPlace(tx, now, 0, 0));
}

/** Returns whether there may be more to do. */
async function announceBatch(tx: Tx, ports: FanOutPorts, now: Date): Promise<boolean> {
  const place = await lockPlace(tx);
  if (!place) {
    await setPlace(tx, now, 0, 0);
    return false;
  }
  // A chapter that is being announced is found again by its own place.
  const isWithin = place.readerId > 0;
  const after = { publishedAt: place.publishedAt, id: isWithin ? place.chapterId - 1 : place.chapterId };
  const chapter = await ports.nextPublished(tx, after, now);
  if (!chapter) return false;
  const afterReaderId = isWithin && chapter.id === place.chapterId ? place.readerId : 0;
  const { comicId, title, id: chapterId, no, publishedAt } = chapter;
  const page = { subscribedBefore: publishedAt, afterReaderId, size: BATCH };
  const readers = await ports.subscribersOf(tx, comicId, page);
  if (readers.length > 0)
    await addNotices(tx, readers, { kind: 'update', about: { comicId, title, chapterId, no } }, now);
  const isLast = readers.length < BATCH;
  await setPlace(tx, publishedAt, chapterId, isLast ? 0 : (readers.at(-1)?.readerId ?? 0));
  return true;
}
