import type { Db } from '../../core/db/db.ts';
import { shanghaiDayEnd } from '../../core/time/shanghai-day.ts';
import type { LimitsPart, PackagePart, SpendingLimit } from '../editorial/editorial.ts';
import { runs } from '../editorial/editorial.ts';
import { priceIn } from './money.ts';
import { hasGrantedOrder, sumCommitted } from './orders/store.ts';

/** The editor's settings of the shop. */
export type TopUpSettings = { packages: readonly PackagePart[]; limits: LimitsPart };

/**
 * How much a reader can top up, in fen: with one order, on a day, and on the rest of today; null = no limit. `unpaid` is the sum
 * of open orders. It is not part of `today`.
 */
export type LimitsLeft = { order: number | null; day: number | null; today: number | null; unpaid: number };

/** The reader who buys, and whether they have declared to be an adult. */
export type Buyer = { readerId: number; adult: boolean };

const DAY_MS = 24 * 3600 * 1000;

/** The packages that are on sale now. */
export function onSale({ packages }: TopUpSettings, now: Date): PackagePart[] {
  return packages.filter((item) => runs(item, now));
}

/** Whether a package is on sale now, or will be. */
export function isSold({ end }: Pick<PackagePart, 'end'>, now: Date): boolean {
  return end === null || Date.parse(end) > now.getTime();
}

/** The next time when the sale of a package begins or ends. */
export function nextSaleChange({ packages }: TopUpSettings, now: Date): Date | null {
  const moments = packages
    .flatMap(({ start, end }) => [start, end])
    .flatMap((moment) => (moment === null ? [] : [Date.parse(moment)]))
    .filter((moment) => moment > now.getTime());
  return moments.length > 0 ? new Date(Math.min(...moments)) : null;
}

/** Whether 月卡 is for sale now, in the currency of a channel, and until when that holds. */
export function passSale(
  settings: TopUpSettings,
  channels: readonly { currency: string }[],
  now: Date,
): { isOn: boolean; until: Date | null } {
  const isSold = (item: PackagePart) => channels.some(({ currency }) => priceIn(item, currency) !== null);
  const isOn = onSale(settings, now).some((item) => item.days !== undefined && isSold(item));
  return { isOn, until: nextSaleChange(settings, now) };
}

/** Call it while the reader is locked: otherwise another order may change the result. */
export async function limitsLeft(db: Db, { limits }: TopUpSettings, buyer: Buyer, now: Date): Promise<LimitsLeft> {
  const { orderFen, dayFen }: SpendingLimit = buyer.adult ? limits.adult : limits.undeclared;
  if (dayFen === null) return { order: orderFen, day: null, today: null, unpaid: 0 };
  const dayStart = new Date(shanghaiDayEnd(now).getTime() - DAY_MS);
  const { paid, unpaid } = await sumCommitted(db, buyer.readerId, dayStart, now);
  return { order: orderFen, day: dayFen, today: Math.max(0, dayFen - paid), unpaid };
}

/** Whether a new order stays within the limits, even if all open orders are paid as well. */
export function isWithin(cashFen: number, { order, today, unpaid }: LimitsLeft): boolean {
  return (order === null || cashFen <= order) && (today === null || cashFen + unpaid <= today);
}

/** Whether the next order that is paid will be the reader's first. */
export async function isFirstTopUp(db: Db, readerId: number): Promise<boolean> {
  return !(await hasGrantedOrder(db, readerId));
}
