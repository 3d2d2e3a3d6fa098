import type { Pool } from 'pg';
import { type Tx, transaction } from '../../../core/db/db.ts';
import { addEach } from '../store.ts';
import { BATCH, runBatches } from './batches.ts';
import { lockJobPlace, setJobPlace } from './place-store.ts';

/** A timer of 等就免费. */
export type WaitTimer = { readyAt: Date; readerId: number; comicId: number };

export type WaitPorts = {
  /** The ready timers after this one, in the order of their ends. */
  readyTimers(tx: Tx, after: WaitTimer, now: Date, size: number): Promise<WaitTimer[]>;
  /** Whether the reader can open another chapter of the timer's comic now. */
  canOpenMore(timer: WaitTimer, now: Date): Promise<boolean>;
  /** The comics among these that readers can see and that have 等就免费; `age`: their rating. */
  waitingComics(tx: Tx, comicIds: readonly number[]): Promise<{ comicId: number; title: string; age: number }[]>;
};

const JOB = 'waits';

/** Adds a notice for each timer of 等就免费 that has become ready since the last run. */
export async function announceReady(pool: Pool, ports: WaitPorts, now: Date): Promise<void> {
  await runBatches(() => transaction(pool, (tx) => announceBatch(tx, ports, now)));
}

/** Forgets the timers that became ready while notices were off. */
export async function skipReady(pool: Pool, now: Date): Promise<void> {
  await transaction(pool, (tx) => setJobPlace(tx, JOB, now, 0, 0));
}

/** Returns whether there may be more. */
async function announceBatch(tx: Tx, ports: WaitPorts, now: Date): Promise<boolean> {
  const place = await lockJobPlace(tx, JOB);
  if (!place) {
    await setJobPlace(tx, JOB, now, 0, 0);
    return false;
  }
  const after = { readyAt: place.at, readerId: place.readerId, comicId: place.id };
  const timers = await ports.readyTimers(tx, after, now, BATCH);
  const last = timers.at(-1);
  if (!last) return false;
  const comicIds = [...new Set(timers.map(({ comicId }) => comicId))];
  const comics = new Map((await ports.waitingComics(tx, comicIds)).map((comic) => [comic.comicId, comic]));
  const notices: Parameters<typeof addEach>[1][number][] = [];
  for (const timer of timers) {
    const comic = comics.get(timer.comicId);
    if (!comic || !(await ports.canOpenMore(timer, now))) continue;
    const { comicId, title, age } = comic;
    notices.push({ readerId: timer.readerId, age, body: { kind: 'ready', about: { comicId, title } } });
  }
  await addEach(tx, notices, now);
  await setJobPlace(tx, JOB, last.readyAt, last.comicId, last.readerId);
  return timers.length === BATCH;
}
