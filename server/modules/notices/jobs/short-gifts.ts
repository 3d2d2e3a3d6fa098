import type { Pool } from 'pg';
import { type Tx, transaction } from '../../../core/db/db.ts';
import { shanghaiDay, shanghaiMinutes } from '../../../core/time/shanghai-day.ts';
import { addEach } from '../store.ts';
import { BATCH, runBatches } from './batches.ts';
import { daysBeforeEnd, type ExpiryPorts, type GiftSpan } from './expiring.ts';
import { lockJobPlace, setJobPlace } from './place-store.ts';

type ShortGiftPorts = Pick<ExpiryPorts, 'giftSpans' | 'giftsOpen'>;

const JOB = 'short-gifts';
/** The notice comes when this part of the gift's time is left. */
const LEFT = 1 / 3;
const LEAST_LEFT_MS = 2 * 3600 * 1000;

/**
 * When readers get the notice that a short gift ends. A gift is short if it starts after the moment of the usual notice, three
 * days before the end. The notice comes when a third of the gift's time is left, but at least two hours before the end; at the
 * start if the gift lasts less than two hours. Null for other gifts.
 */
export function shortGiftMoment({ start, end }: Omit<GiftSpan, 'id'>): Date | null {
  if (start <= daysBeforeEnd(end)) return null;
  const leftMs = Math.max((end.getTime() - start.getTime()) * LEFT, LEAST_LEFT_MS);
  return new Date(Math.max(start.getTime(), end.getTime() - leftMs));
}

/**
 * Adds the notices of short gifts, those of one moment together. The stored place of the job is the moment and the last reader
 * who got the notice; its `id` is 1 when all readers have got it, else 0.
 */
export async function announceShortGifts(pool: Pool, ports: ShortGiftPorts, now: Date): Promise<void> {
  await runBatches(() => transaction(pool, (tx) => announceBatch(tx, ports, now)));
}

/** Skips the gifts whose notice was due while notices were off. */
export async function skipShortGifts(pool: Pool, now: Date): Promise<void> {
  await transaction(pool, (tx) => setJobPlace(tx, JOB, now, 1, 0));
}

/** Returns whether there may be more. */
async function announceBatch(tx: Tx, ports: ShortGiftPorts, now: Date): Promise<boolean> {
  const place = await lockJobPlace(tx, JOB);
  if (!place) {
    await setJobPlace(tx, JOB, now, 1, 0);
    return false;
  }
  const due = (await ports.giftSpans()).flatMap((gift) => {
    const at = shortGiftMoment(gift);
    const isDue = at !== null && at <= now && now < gift.end;
    return isDue && (at > place.at || (place.id === 0 && at >= place.at)) ? [{ ...gift, at }] : [];
  });
  const [first] = due.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  if (!first) return false;
  const { at } = first;
  const gifts = due.filter((gift) => gift.at.getTime() === at.getTime());
  const afterReaderId = at.getTime() === place.at.getTime() ? place.readerId : 0;
  const ids = gifts.map(({ id }) => id);
  const { found, last } = await ports.giftsOpen(tx, ids, { afterReaderId, size: BATCH }, now);
  const end = new Date(Math.min(...gifts.map((gift) => gift.end.getTime())));
  const until = { day: shanghaiDay(end), time: shanghaiMinutes(end).slice(11) };
  await addEach(
    tx,
    found.map(({ readerId, title, gifts: count }) => ({
      readerId,
      age: 0,
      body: { kind: 'giftEnds' as const, about: { ...until, title, gifts: count } },
    })),
    now,
  );
  await setJobPlace(tx, JOB, at, last === null ? 1 : 0, last ?? 0);
  return true;
}
