import type { HourAndDay, SentLately } from './send-store.ts';

const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;

export const RESEND_AFTER_SECONDS = 60;

/** From one requester to one phone. */
const PER_ASKER = [
  { sends: 1, withinMs: RESEND_AFTER_SECONDS * SECOND_MS },
  { sends: 5, withinMs: HOUR_MS },
  { sends: 10, withinMs: DAY_MS },
];
/** From one network to one phone: an attacker needs several networks to exhaust the limit of the phone. */
const PER_NETWORK = [
  { sends: 8, withinMs: HOUR_MS },
  { sends: 16, withinMs: DAY_MS },
];
/** From everybody to one phone: protects its owner from floods of messages. */
const PER_PHONE = [
  { sends: 20, withinMs: HOUR_MS },
  { sends: 40, withinMs: DAY_MS },
];

/** Beyond these counts a proof of work is required; its effort grows by one each time the count doubles. */
const DEAR_PHONE = [
  { sends: 2, withinMs: RESEND_AFTER_SECONDS * SECOND_MS },
  { sends: 5, withinMs: HOUR_MS },
  { sends: 10, withinMs: DAY_MS },
];
const DEAR_PREFIX = { hour: 10, day: 30 };
const DEAR_HOST = { hour: 10, day: 30 };
const DEAR_BLOCK = { hour: 20, day: 60 };
const DEAR_NETWORK = { hour: 40, day: 120 };

/** The most from one address, even with proofs of work. */
const MOST_OF_HOST = { hour: 100, day: 300 };
/** The most that one network may take of the day's budget, and the minimum that it may always take. */
const NETWORK_SHARE = 0.25;
const NETWORK_FLOOR = 100;

const MOST_EFFORT = 4;
/** An attack on the budget must not require the highest effort of all readers. */
const MOST_EFFORT_OF_ALL = 3;
/** Each of these parts of the day's budget, once spent, raises the effort for everybody by one. */
const DEAR_PARTS = [0.3, 0.5, 0.7];
/** The rest of the day's budget is reserved for phones that belong to an account. */
const OPEN_PART = 0.7;

/** Whether the rest of the budget is reserved for phones of accounts. */
export function isForAccountsOnly(today: number, dailyBudget: number): boolean {
  return today >= Math.ceil(dailyBudget * OPEN_PART);
}

/** A normal hour is the average of the previous 24 hours, at least half of the budget spread evenly; this multiple is unusual. */
const UNUSUAL = 3;
const EVEN_HOURS = 48;
const UNUSUAL_FLOOR = 10;

/**
 * Whether a code may be sent: `effort` = the required proof of work, 0 for none; `left` = the remaining budget of the day;
 * `isReserved` = it is for phones of accounts only. Otherwise the seconds to wait, or `spent` if no code is left today.
 */
export type MaySend = { effort: number; left: number; isReserved: boolean } | { retryAfter: number } | 'spent';

/** The limits of a code, given the earlier messages; `isOwn` = the phone is bound to the requester's account. */
export function maySend(
  sent: SentLately,
  { dailyBudget, isOwn }: { dailyBudget: number; isOwn: boolean },
  now: Date,
): MaySend {
  const wait = Math.max(
    waitFor(sent.toPhoneByRequester, PER_ASKER, now),
    isOwn ? 0 : waitFor(sent.toPhoneFromNetwork, PER_NETWORK, now),
    isOwn ? 0 : waitFor(sent.toPhone, PER_PHONE, now),
  );
  if (wait > 0) return { retryAfter: Math.ceil(wait / SECOND_MS) };
  if (isTooMuch(sent, dailyBudget)) return { retryAfter: HOUR_MS / SECOND_MS };
  const left = Math.max(0, dailyBudget - sent.all.today);
  if (dailyBudget === 0 || (isOwn && left === 0)) return 'spent';
  const effort = Math.max(
    isOwn ? 0 : effortForPhone(sent.toPhone, now),
    isOwn ? 0 : effortOver(sent.toPrefix, DEAR_PREFIX),
    effortOver(sent.fromHost, DEAR_HOST),
    effortOver(sent.fromBlock, DEAR_BLOCK),
    effortOver(sent.fromNetwork, DEAR_NETWORK),
    Math.min(MOST_EFFORT_OF_ALL, effortForAll(sent.all, dailyBudget)),
  );
  return { effort, left, isReserved: !isOwn && isForAccountsOnly(sent.all.today, dailyBudget) };
}

/** Whether a phone may get a notice; notices need no proof of work. */
export function maySendNotice({ toPhone, all }: SentLately, dailyBudget: number, now: Date): boolean {
  return all.today < dailyBudget && waitFor(toPhone, PER_PHONE, now) === 0;
}

function isTooMuch({ fromHost, fromNetwork }: SentLately, dailyBudget: number): boolean {
  const ofHost = fromHost.hour >= MOST_OF_HOST.hour || fromHost.day >= MOST_OF_HOST.day;
  return ofHost || fromNetwork.day >= Math.max(NETWORK_FLOOR, dailyBudget * NETWORK_SHARE);
}

type Limit = { sends: number; withinMs: number };

/** Milliseconds until no limit is reached any more; `at` has the newest first. */
function waitFor(at: readonly Date[], limits: readonly Limit[], now: Date): number {
  const waits = limits.map(({ sends, withinMs }) => {
    const filling = at[sends - 1];
    return filling ? filling.getTime() + withinMs - now.getTime() : 0;
  });
  return Math.max(0, ...waits);
}

function effortForPhone(at: readonly Date[], now: Date): number {
  const countWithin = (withinMs: number) => at.filter((each) => each.getTime() + withinMs > now.getTime()).length;
  return Math.max(...DEAR_PHONE.map(({ sends, withinMs }) => effortFor(countWithin(withinMs), sends)));
}

function effortForAll({ today, hour, dayBefore }: SentLately['all'], dailyBudget: number): number {
  const usual = Math.max(dayBefore / 24, dailyBudget / EVEN_HOURS);
  const parts = DEAR_PARTS.filter((part) => today >= Math.ceil(dailyBudget * part)).length;
  return Math.max(parts, effortFor(hour, Math.max(UNUSUAL_FLOOR, usual * UNUSUAL)));
}

function effortOver(sent: HourAndDay, dear: HourAndDay): number {
  return Math.max(effortFor(sent.hour, dear.hour), effortFor(sent.day, dear.day));
}

function effortFor(count: number, dear: number): number {
  return count < dear ? 0 : Math.min(MOST_EFFORT, 1 + Math.floor(Math.log2(count / dear)));
}
