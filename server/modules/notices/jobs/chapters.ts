import type { Pool } from 'pg';
import { type Db, type Tx, transaction } from '../../../core/db/db.ts';
import { addEach, addNotices } from '../store.ts';
import { BATCH, runBatches } from './batches.ts';
import { lockJobPlace, setJobPlace } from './place-store.ts';
import {
  addReleases,
  dropRelease,
  dropReleases,
  listReleases,
  lockRelease,
  type Release,
  setRelease,
} from './release-store.ts';

/**
 * A chapter that readers can see. `isFirst`: no other chapter of the comic was published before; `age`: the rating of the comic.
 */
export type ShownChapter = {
  id: number;
  no: number;
  comicId: number;
  title: string;
  authors: string[];
  age: number;
  isFirst: boolean;
};

/** The readers of an audience with an id larger than this one, who joined it before a moment, by id. */
type ReaderPage = { joinedBefore: Date; afterReaderId: number; size: number };

export type ChapterPorts = {
  /** The chapters that come after this one in the order of publication, hidden ones too. */
  publishedAfter(
    tx: Tx,
    after: { publishedAt: Date; id: number },
    now: Date,
    size: number,
  ): Promise<{ id: number; publishedAt: Date; isShown: boolean }[]>;
  /** The chapters among these that readers can see, in the order of publication. */
  shownAmong(db: Db, chapterIds: readonly number[], now: Date): Promise<ShownChapter[]>;
  /** `age` = the age rating of the comic. */
  subscribersOf(tx: Tx, comicId: number, page: ReaderPage): Promise<{ readerId: number; age: number }[]>;
  /** `author`: one of these authors, whom the reader follows. */
  followersOf(tx: Tx, authors: readonly string[], page: ReaderPage): Promise<{ readerId: number; author: string }[]>;
};

const JOB = 'chapters';
const MOST_CHAPTERS = 500;

/**
 * Announces chapters that were published since the last run, and hidden ones that are shown now. Each batch of readers stores its
 * progress in the same transaction, so a process that is killed loses and repeats nothing. The first run announces nothing: older
 * chapters are not announced.
 */
export async function announceChapters(pool: Pool, ports: ChapterPorts, now: Date): Promise<void> {
  while (await transaction(pool, (tx) => queueReleases(tx, ports, now)));
  const queued = (await listReleases(pool)).map(({ chapterId }) => chapterId);
  const shown = queued.length > 0 ? await ports.shownAmong(pool, queued, now) : [];
  await runBatches(async () => {
    const [chapter] = shown;
    if (!chapter) return false;
    const isDone = await transaction(pool, (tx) => announceTo(tx, ports, chapter, now));
    if (isDone) shown.shift();
    return true;
  });
}

/** Skips the chapters that were published while notices were off. */
export async function skipChapters(pool: Pool, now: Date): Promise<void> {
  await transaction(pool, async (tx) => {
    await setJobPlace(tx, JOB, now, 0, 0);
    await dropReleases(tx, now);
  });
}

/** Returns whether there may be more. */
async function queueReleases(tx: Tx, ports: ChapterPorts, now: Date): Promise<boolean> {
  const place = await lockJobPlace(tx, JOB);
  if (!place) {
    await setJobPlace(tx, JOB, now, 0, 0);
    return false;
  }
  const chapters = await ports.publishedAfter(tx, { publishedAt: place.at, id: place.id }, now, MOST_CHAPTERS);
  const last = chapters.at(-1);
  if (!last) return false;
  await addReleases(
    tx,
    chapters.map(({ id }) => id),
    chapters.map(({ publishedAt }) => publishedAt),
    chapters.map(({ isShown }) => isShown),
  );
  await setJobPlace(tx, JOB, last.publishedAt, last.id, 0);
  return chapters.length === MOST_CHAPTERS;
}

/** Adds one batch of notices; returns whether the chapter is announced to all. */
async function announceTo(tx: Tx, ports: ChapterPorts, chapter: ShownChapter, now: Date): Promise<boolean> {
  const release = await lockRelease(tx, chapter.id);
  if (!release) return true;
  const shownAt = release.shownAt ?? now;
  const page = { joinedBefore: shownAt, afterReaderId: release.afterReaderId, size: BATCH };
  const readerIds = await addBatch(tx, ports, chapter, release, page, now);
  const last = readerIds.at(-1);
  if (last !== undefined && readerIds.length === BATCH)
    await setRelease(tx, chapter.id, shownAt, release.audience, last);
  else if (release.audience === 'subscribers' && chapter.isFirst)
    await setRelease(tx, chapter.id, shownAt, 'followers', 0);
  else {
    await dropRelease(tx, chapter.id);
    return true;
  }
  return false;
}

async function addBatch(
  tx: Tx,
  ports: ChapterPorts,
  { id: chapterId, no, comicId, title, authors, age }: ShownChapter,
  { audience }: Release,
  page: ReaderPage,
  now: Date,
): Promise<number[]> {
  if (audience === 'subscribers') {
    const readers = await ports.subscribersOf(tx, comicId, page);
    await addNotices(tx, readers, { kind: 'update', about: { comicId, title, chapterId, no } }, now);
    return readers.map(({ readerId }) => readerId);
  }
  const followers = await ports.followersOf(tx, authors, page);
  await addEach(
    tx,
    followers.map(({ readerId, author }) => ({
      readerId,
      age,
      body: { kind: 'work', about: { comicId, title, author } },
    })),
    now,
  );
  return followers.map(({ readerId }) => readerId);
}
