import type { Db, Tx } from '../../../core/db/db.ts';
import { shanghaiDay, startOfShanghaiDay } from '../../../core/time/shanghai-day.ts';
import { begunBy, priceOfFirst } from './days.ts';
import { addGrant, findEnd, findTaking, listGrants, lockGrant, type PassGrant, takeFrom } from './store.ts';

/** Days of 月卡 to grant, once for each key. `priceFen`: what was paid for all of them. */
export type PassDays = Pick<PassGrant, 'key' | 'source' | 'days' | 'priceFen'>;

/** Days that were taken back, and the part of the price for them. */
export type TakenDays = { days: number; priceFen: number };

const NO_DAYS: TakenDays = { days: 0, priceFen: 0 };

/** Until when the 月卡 of a reader runs; null if it does not. */
export async function passUntil(db: Db, readerId: number, now: Date): Promise<Date | null> {
  const endsOn = (await findEnd(db, readerId))?.endsOn ?? null;
  if (endsOn === null || endsOn <= shanghaiDay(now)) return null;
  return startOfShanghaiDay(endsOn);
}

/**
 * Grants days that follow the last one the reader has, or start today. The reader must be locked. False if the key was granted
 * before.
 */
export async function grantPass(tx: Tx, readerId: number, given: PassDays, now: Date): Promise<boolean> {
  const today = shanghaiDay(now);
  const endsOn = (await findEnd(tx, readerId))?.endsOn;
  return addGrant(tx, { ...given, readerId, startsOn: endsOn && endsOn > today ? endsOn : today }, now);
}

/** The days of a grant that have not begun; the day that it is has begun. */
export function notBegun(grant: PassGrant, now: Date): number {
  return grant.days - grant.takenDays - begunBy(shanghaiDay(now), grant);
}

/**
 * Takes back days of the grant with the key `of` that have not begun, at most so many, once for each key. The reader must be
 * locked.
 */
export async function takePass(
  tx: Tx,
  { key, of, most }: { key: string; of: string; most: number },
  now: Date,
): Promise<TakenDays> {
  const earlier = await findTaking(tx, key);
  if (earlier) return earlier;
  const grant = await lockGrant(tx, of);
  const days = grant ? Math.min(most, notBegun(grant, now)) : 0;
  if (!grant || days <= 0) return NO_DAYS;
  const kept = grant.days - grant.takenDays;
  const priceFen = priceOfFirst(kept, grant) - priceOfFirst(kept - days, grant);
  await takeFrom(tx, grant.id, key, days, priceFen, now);
  return { days, priceFen };
}

/** Gives days back that were taken with a key, after the last day that the reader has. The reader must be locked. */
export async function restorePass(tx: Tx, readerId: number, key: string, now: Date): Promise<void> {
  const taken = await findTaking(tx, key);
  if (taken) await grantPass(tx, readerId, { ...taken, key: `${key}:back`, source: 'move' }, now);
}

/** Moves all days that have not begun to another reader. Both readers must be locked. */
export async function movePass(tx: Tx, fromReaderId: number, toReaderId: number, now: Date): Promise<void> {
  for (const { id, key } of await listGrants(tx, fromReaderId)) {
    const taking = `merge:${id}:${toReaderId}`;
    const taken = await takePass(tx, { key: taking, of: key, most: Number.MAX_SAFE_INTEGER }, now);
    if (taken.days > 0) await grantPass(tx, toReaderId, { ...taken, key: `${taking}:to`, source: 'move' }, now);
  }
}
