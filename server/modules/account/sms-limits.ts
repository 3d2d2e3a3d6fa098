import type { SentLately } from './sms-store.ts';

const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;

export const RESEND_AFTER_SECONDS = 60;
const PER_PHONE = [
  { sends: 1, withinMs: RESEND_AFTER_SECONDS * SECOND_MS },
  { sends: 5, withinMs: HOUR_MS },
  { sends: 10, withinMs: DAY_MS },
];
/** Beyond these an address, or the seven first digits of phones, must do a proof of work; ten times that is the end. */
const SUSPICIOUS = { hour: 10, day: 30 };
const HARD = 10;

/** May a code be sent: yes, only with a proof of work, or not for so many seconds (`spent` = nobody may any more today). */
export type MaySend = 'yes' | 'proof' | 'spent' | { retryAfter: number };

/** The rule of every send, over what was sent before. */
export function maySend(sent: SentLately, dailyBudget: number, now: Date): MaySend {
  const wait = Math.max(0, ...PER_PHONE.map(({ sends, withinMs }) => freeAt(sent.toPhone[sends - 1], withinMs, now)));
  if (wait > 0) return { retryAfter: Math.ceil(wait / SECOND_MS) };
  if (sent.all >= dailyBudget) return 'spent';
  const { hour, day } = SUSPICIOUS;
  const over = (factor: number) =>
    sent.fromAddressHour >= hour * factor ||
    sent.fromAddressDay >= day * factor ||
    sent.toPrefixHour >= hour * factor ||
    sent.toPrefixDay >= day * factor;
  if (over(HARD)) return { retryAfter: HOUR_MS / SECOND_MS };
  return over(1) ? 'proof' : 'yes';
}

/** Milliseconds until the send that fills a limit has gone out of its time. */
function freeAt(filling: Date | undefined, withinMs: number, now: Date): number {
  return filling ? filling.getTime() + withinMs - now.getTime() : 0;
}
