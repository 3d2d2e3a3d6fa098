import type { Db, Tx } from '../../../core/db/db.ts';
import { addDays } from '../../../core/time/shanghai-calendar.ts';
import { shanghaiDay, startOfShanghaiDay } from '../../../core/time/shanghai-day.ts';
import { addGrant, findEnd, findTaken, listGrants, listOfOrigin, type PassGrant, takeFrom } from './store.ts';

/** Days of 月卡 to grant, once for each key. `priceFen`: the price of all of them. */
export type PassDays = Pick<PassGrant, 'key' | 'source' | 'days' | 'priceFen'>;

/** Days that were taken back, and the part of the price for them. */
export type TakenDays = { days: number; priceFen: number };

const NO_DAYS: TakenDays = { days: 0, priceFen: 0 };

/** Until when the 月卡 of a reader runs; null if it does not. */
export async function passUntil(db: Db, readerId: number, now: Date): Promise<Date | null> {
  return untilOf((await findEnd(db, readerId))?.endsOn ?? null, now);
}

/** `endsOn`: the day after the last one. */
export function untilOf(endsOn: string | null, now: Date): Date | null {
  if (endsOn === null || endsOn <= shanghaiDay(now)) return null;
  return startOfShanghaiDay(endsOn);
}

/**
 * Grants days that follow the last one the reader has, or start today; those of an erased reader start today. The reader must
 * be locked. False if the key was granted before.
 */
export async function grantPass(
  tx: Tx,
  readerId: number | null,
  given: PassDays & Partial<Pick<PassGrant, 'origin'>>,
  now: Date,
): Promise<boolean> {
  const today = shanghaiDay(now);
  const endsOn = (await findEnd(tx, readerId))?.endsOn;
  const startsOn = endsOn && endsOn > today ? endsOn : today;
  return addGrant(tx, { origin: given.key, ...given, readerId, startsOn }, now);
}

/** The days of a grant that come after a day. */
function daysAfter(grant: PassGrant, day: string): number {
  return grant.days - grant.takenDays - begunBy(day, grant);
}

/** The number of days granted with a key that have not begun, even if they were moved. */
export async function unusedPassDays(db: Db, key: string, now: Date): Promise<number> {
  const today = shanghaiDay(now);
  return (await listOfOrigin(db, key)).reduce((sum, grant) => sum + daysAfter(grant, today), 0);
}

/**
 * Takes back unused days of the grant with the key `of`, the last ones first, at most `most`, once for each key. The reader must
 * be locked.
 */
export async function takePass(
  tx: Tx,
  { key, of, most }: { key: string; of: string; most: number },
  now: Date,
): Promise<TakenDays> {
  const earlier = await findTaken(tx, key);
  if (earlier) return { days: earlier.days, priceFen: earlier.priceFen };
  const taken = { days: 0, priceFen: 0 };
  for (const grant of await listOfOrigin(tx, of)) {
    const wanted = Math.min(most - taken.days, daysAfter(grant, shanghaiDay(now)));
    const { days, priceFen } = await takeOf(tx, grant, { key, days: wanted }, now);
    taken.days += days;
    taken.priceFen += priceFen;
  }
  return taken;
}

async function takeOf(tx: Tx, grant: PassGrant, { key, days }: { key: string; days: number }, now: Date) {
  if (days <= 0) return NO_DAYS;
  const kept = grant.days - grant.takenDays;
  const priceFen = priceOfFirst(kept, grant) - priceOfFirst(kept - days, grant);
  await takeFrom(tx, grant.id, key, days, priceFen, now);
  return { days, priceFen };
}

/** Gives days back that were taken with a key, after the last day that the reader has. The reader must be locked. */
export async function restorePass(tx: Tx, readerId: number | null, key: string, now: Date): Promise<void> {
  const taken = await findTaken(tx, key);
  if (taken) await grantPass(tx, readerId, { ...taken, key: `${key}:back`, source: 'move' }, now);
}

/**
 * Moves all days that have not begun to another reader, and the day that it is, unless that reader has 月卡 today. Both readers
 * must be locked.
 */
export async function movePass(tx: Tx, fromReaderId: number, toReaderId: number, now: Date): Promise<void> {
  const today = shanghaiDay(now);
  const lastKept = (await passUntil(tx, toReaderId, now)) ? today : addDays(today, -1);
  for (const grant of await listGrants(tx, fromReaderId)) {
    const key = `merge:${grant.id}:${toReaderId}`;
    const taken = await takeOf(tx, grant, { key, days: daysAfter(grant, lastKept) }, now);
    const moved = { ...taken, key: `${key}:to`, source: 'move', origin: grant.origin } as const;
    if (taken.days > 0) await grantPass(tx, toReaderId, moved, now);
  }
}

const DAY_MS = 24 * 3600 * 1000;

/** The part of a price for the first `count` of its days. Parts add up to the price exactly. */
function priceOfFirst(count: number, { days, priceFen }: { days: number; priceFen: number }): number {
  return Math.floor((priceFen * count) / days);
}

/** The number of days from one day to another, `YYYY-MM-DD`. */
function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

/** Days of a grant that have begun by a day, that day included. */
function begunBy(day: string, { startsOn, days, takenDays }: Scheduled): number {
  return Math.min(Math.max(0, daysBetween(startsOn, day) + 1), days - takenDays);
}

type Scheduled = { startsOn: string; days: number; takenDays: number };
