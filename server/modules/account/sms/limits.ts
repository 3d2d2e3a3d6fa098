import type { HourAndDay, SentLately } from './send-store.ts';

const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;

export const RESEND_AFTER_SECONDS = 60;

/** One asker, to one phone. */
const PER_ASKER = [
  { sends: 1, withinMs: RESEND_AFTER_SECONDS * SECOND_MS },
  { sends: 5, withinMs: HOUR_MS },
  { sends: 10, withinMs: DAY_MS },
];
/** All askers of one network, to one phone: it takes several networks to use up what the phone has. */
const PER_NETWORK = [
  { sends: 8, withinMs: HOUR_MS },
  { sends: 16, withinMs: DAY_MS },
];
/** Everybody, to one phone: nobody is to be flooded with messages. */
const PER_PHONE = [
  { sends: 20, withinMs: HOUR_MS },
  { sends: 40, withinMs: DAY_MS },
];

/** From here on a proof of work is asked for, a step dearer each time the count doubles. */
const DEAR_PHONE = [
  { sends: 2, withinMs: RESEND_AFTER_SECONDS * SECOND_MS },
  { sends: 5, withinMs: HOUR_MS },
  { sends: 10, withinMs: DAY_MS },
];
const DEAR_PREFIX = { hour: 10, day: 30 };
const DEAR_HOST = { hour: 10, day: 30 };
const DEAR_BLOCK = { hour: 20, day: 60 };
const DEAR_NETWORK = { hour: 40, day: 120 };

/** One address, however it works for it. */
const MOST_OF_HOST = { hour: 100, day: 300 };
/** What one network may take of the day's budget, and what it may take however small that is. */
const NETWORK_SHARE = 0.25;
const NETWORK_FLOOR = 100;

const MOST_EFFORT = 4;
/** What strangers do to the budget must not cost readers everywhere the dearest work. */
const MOST_EFFORT_OF_ALL = 3;
/** Each of these parts of the day's budget that is spent makes a proof a step dearer for everybody. */
const DEAR_PARTS = [0.3, 0.5, 0.7];
/** From here on the day's budget is for phones that belong to an account. */
const OPEN_PART = 0.7;

/** The usual hour is that of the day before, at least half of the budget spread evenly; so many times that is unusual. */
const UNUSUAL = 3;
const EVEN_HOURS = 48;
const UNUSUAL_FLOOR = 10;

/**
 * What may be done about a wish for a code: `effort` = the proof of work it takes, 0 for none; `left` = what is left of
 * the day's budget; `isReserved` = that is for phones of accounts. Else not before so many seconds, or never (`spent`).
 */
export type MaySend = { effort: number; left: number; isReserved: boolean } | { retryAfter: number } | 'spent';

/** The rule of every code, over what was sent before; `isOwn` = the phone is the asker's own, as far as the site knows. */
export function maySend(
  sent: SentLately,
  { dailyBudget, isOwn }: { dailyBudget: number; isOwn: boolean },
  now: Date,
): MaySend {
  const wait = Math.max(
    waitFor(sent.toPhoneByAsker, PER_ASKER, now),
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
  return { effort, left, isReserved: !isOwn && sent.all.today >= Math.ceil(dailyBudget * OPEN_PART) };
}

/** Whether a phone may get a notice, which nobody asks for and nobody can work for. */
export function maySendNotice({ toPhone, all }: SentLately, dailyBudget: number, now: Date): boolean {
  return all.today < dailyBudget && waitFor(toPhone, PER_PHONE, now) === 0;
}

function isTooMuch({ fromHost, fromNetwork }: SentLately, dailyBudget: number): boolean {
  const ofHost = fromHost.hour >= MOST_OF_HOST.hour || fromHost.day >= MOST_OF_HOST.day;
  return ofHost || fromNetwork.day >= Math.max(NETWORK_FLOOR, dailyBudget * NETWORK_SHARE);
}

type Limit = { sends: number; withinMs: number };

/** Milliseconds until the send that fills a limit has gone out of its time; `at` has the newest first. */
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
