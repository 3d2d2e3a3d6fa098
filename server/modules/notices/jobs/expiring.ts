import type { Pool } from 'pg';
import { type Tx, transaction } from '../../../core/db/db.ts';
import { addDays } from '../../../core/time/shanghai-calendar.ts';
import { shanghaiDay, startOfShanghaiDay } from '../../../core/time/shanghai-day.ts';
import type { NoticeBody } from '../notice.ts';
import { addEach } from '../store.ts';
import { BATCH, runBatches } from './batches.ts';
import { lockJobPlace, setJobPlace } from './place-store.ts';

/** The readers with an id larger than this one, by id. */
export type ReaderPage = { afterReaderId: number; size: number };

export type ExpiryPorts = {
  /** The credits of readers that expire from a moment on until before another. */
  creditsExpiring(
    tx: Tx,
    span: { from: Date; to: Date },
    page: ReaderPage,
  ): Promise<{ readerId: number; bonus: number; tickets: number }[]>;
  /** Readers whose 月卡 has this last day (`YYYY-MM-DD`). */
  passesEndingOn(tx: Tx, day: string, page: ReaderPage): Promise<{ readerId: number }[]>;
  /** The gifts that the operator gives, past and coming ones too. */
  giftSpans(): Promise<GiftSpan[]>;
  /**
   * The gifts among these that readers can claim, of a page of all readers. `last`: the last reader of the page, null after
   * all.
   */
  giftsOpen(
    tx: Tx,
    ids: readonly number[],
    page: ReaderPage,
    now: Date,
  ): Promise<{ found: { readerId: number; title: string; gifts: number }[]; last: number | null }>;
};

/** When a gift can be claimed: before `end`. */
export type GiftSpan = { id: number; start: Date; end: Date };

const JOB = 'expiring';
const DAYS_BEFORE = 3;
const CREDITS = 0;
const PASSES = 1;
const GIFTS = 2;

/**
 * Adds notices of coins, tickets and gifts that expire on the third day from now, once for each day. The stored place is the day
 * and the kind. The notices of missed days are added later, until those days are over.
 */
export async function announceExpiring(pool: Pool, ports: ExpiryPorts, now: Date): Promise<void> {
  await runBatches(() => transaction(pool, (tx) => announceBatch(tx, ports, now)));
}

/** Skips the notices that were due while notices were off. */
export async function skipExpiring(pool: Pool, now: Date): Promise<void> {
  await transaction(pool, (tx) => setJobPlace(tx, JOB, startOfShanghaiDay(lastDay(now, 1)), CREDITS, 0));
}

/** The moment at which a gift with this end is announced. */
export function daysBeforeEnd(end: Date): Date {
  const day = shanghaiDay(new Date(end.getTime() - 1));
  return startOfShanghaiDay(addDays(day, -DAYS_BEFORE));
}

function lastDay(now: Date, more = 0): string {
  return addDays(shanghaiDay(now), DAYS_BEFORE + more);
}

/** Returns whether there may be more. */
async function announceBatch(tx: Tx, ports: ExpiryPorts, now: Date): Promise<boolean> {
  const place = await lockJobPlace(tx, JOB);
  if (!place) {
    await setJobPlace(tx, JOB, startOfShanghaiDay(lastDay(now, 1)), CREDITS, 0);
    return false;
  }
  const today = shanghaiDay(now);
  const isOver = shanghaiDay(place.at) < today;
  const day = isOver ? today : shanghaiDay(place.at);
  const [id, afterReaderId] = isOver ? [CREDITS, 0] : [place.id, place.readerId];
  if (day > lastDay(now)) return false;
  const { found, last } = await find(tx, ports, id, day, { afterReaderId, size: BATCH }, now);
  await addEach(
    tx,
    found.map((notice) => ({ ...notice, age: 0 })),
    now,
  );
  if (last !== null) await setJobPlace(tx, JOB, startOfShanghaiDay(day), id, last);
  else if (id < GIFTS) await setJobPlace(tx, JOB, startOfShanghaiDay(day), id + 1, 0);
  else await setJobPlace(tx, JOB, startOfShanghaiDay(addDays(day, 1)), CREDITS, 0);
  return true;
}

type FoundNotices = { found: { readerId: number; body: NoticeBody }[]; last: number | null };

async function find(
  tx: Tx,
  ports: ExpiryPorts,
  id: number,
  day: string,
  page: ReaderPage,
  now: Date,
): Promise<FoundNotices> {
  const span = { from: startOfShanghaiDay(day), to: startOfShanghaiDay(addDays(day, 1)) };
  if (id === GIFTS) {
    const ending = (await ports.giftSpans()).filter(({ end }) => end > span.from && end <= span.to);
    if (ending.length === 0) return { found: [], last: null };
    const ids = ending.map((gift) => gift.id);
    const { found, last } = await ports.giftsOpen(tx, ids, page, now);
    const bodies = found.map(({ readerId, title, gifts }) => ({
      readerId,
      body: { kind: 'giftEnds' as const, about: { day, title, gifts } },
    }));
    return { found: bodies, last };
  }
  const found =
    id === PASSES
      ? (await ports.passesEndingOn(tx, day, page)).map(({ readerId }) => ({
          readerId,
          body: { kind: 'passEnds' as const, about: { day } },
        }))
      : (await ports.creditsExpiring(tx, span, page)).map(({ readerId, bonus, tickets }) => ({
          readerId,
          body: { kind: 'expiring' as const, about: { day, bonus, tickets } },
        }));
  return { found, last: found.length === BATCH ? (found.at(-1)?.readerId ?? null) : null };
}
