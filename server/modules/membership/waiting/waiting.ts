import type { Pool } from 'pg';
import { isTaken } from '../../../core/db/db.ts';
import { BadField, refuse } from '../../../core/refusal/refusal.ts';
import { addUse, deleteUsesBefore, findUse, listTimers, readState, type WaitState, type WaitUse } from './store.ts';

const HOUR_MS = 3600 * 1000;
/** Figures are shown for at most a year. */
const KEPT_MS = 400 * 24 * HOUR_MS;

/** A chapter to open by waiting, and how its comic is set. */
export type WaitRequest = {
  comicId: number;
  chapterId: number;
  key: string;
  waitHours: number;
  waitReadHours: number;
};

/** 等就免费: every few hours a reader may open one chapter of a comic without buying it, and read it for a time. */
export type Waiting = {
  state(readerId: number, comicId: number, now: Date): Promise<WaitState>;
  /** The earlier use with this key of this chapter; null without one. */
  earlier(readerId: number, chapterId: number, key: string): Promise<WaitUse | null>;
  /** Opens a chapter, once for each key; refuses while the timer of the comic runs. */
  open(readerId: number, request: WaitRequest, now: Date): Promise<WaitUse>;
  /** The comics of which the reader has opened a chapter, those that are ready first. */
  timers(readerId: number, limit: number): Promise<{ comicId: number; readyAt: Date }[]>;
  /** Deletes uses that no figure shows any more. */
  sweep(now: Date): Promise<void>;
};

export function createWaiting(pool: Pool): Waiting {
  async function earlier(readerId: number, chapterId: number, key: string): Promise<WaitUse | null> {
    const use = await findUse(pool, readerId, key);
    // The same key with another chapter is a mistake of the client.
    if (use && use.chapterId !== chapterId) throw new BadField('key');
    return use;
  }

  return {
    state: (readerId, comicId, now) => readState(pool, readerId, comicId, now),
    earlier,
    async open(readerId, { comicId, chapterId, key, waitHours, waitReadHours }, now) {
      const inHours = (hours: number) => new Date(now.getTime() + hours * HOUR_MS);
      const use = { readerId, comicId, chapterId, key, readyAt: inHours(waitHours), until: inHours(waitReadHours) };
      const added = await addUse(pool, use, now).catch((error) => {
        // Another call has just used the key for another comic.
        if (isTaken(error)) return null;
        throw error;
      });
      if (added) return added;
      // Another call with the same key may have opened it in between.
      const same = await earlier(readerId, chapterId, key);
      if (same) return same;
      const { readyAt } = await readState(pool, readerId, comicId, now);
      return refuse('waitNotReady', { readyAt: (readyAt ?? now).toISOString() });
    },
    timers: (readerId, limit) => listTimers(pool, readerId, limit),
    sweep: (now) => deleteUsesBefore(pool, new Date(now.getTime() - KEPT_MS)),
  };
}
