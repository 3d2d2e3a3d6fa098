const DAY_MS = 24 * 3600 * 1000;

/** The part of a price for the first `count` of its days. Parts add up to the price exactly. */
export function priceOfFirst(count: number, { days, priceFen }: { days: number; priceFen: number }): number {
  return Math.floor((priceFen * count) / days);
}

/** The number of days from one day to another, `YYYY-MM-DD`. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

/** Days of a grant that have begun by a day, that day included. */
export function begunBy(day: string, { startsOn, days, takenDays }: Scheduled): number {
  return Math.min(Math.max(0, daysBetween(startsOn, day) + 1), days - takenDays);
}

export type Scheduled = { startsOn: string; days: number; takenDays: number };
