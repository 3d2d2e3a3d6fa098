import type { NoticeCategory } from '#contract/calls/notices';
import { MINUTE_MS } from '../../core/jobs/jobs.ts';
import { shanghaiMinute } from '../../core/time/shanghai-day.ts';
import { CATEGORY, type NoticeKind } from './notice.ts';

/** The facts that decide whether a notice is sent by a channel. `muted`: categories that the reader does not want there. */
export type SentNotice = { kind: NoticeKind; age: number; at: Date; isRead: boolean; muted: readonly string[] };

/** Hours in Shanghai in which no notice is sent. */
const QUIET = { from: 22, until: 8 };
/** A push is shown on the screen of a locked phone, and a mail in a list of mails, for anybody to see. */
const HIGHEST_AGE = 16;
/** When a failed notice is tried again, after the first to the last try. */
export const RETRY_AFTER_MS = [1, 5, 30, 120, 360].map((minutes) => minutes * MINUTE_MS);
/** A message that has been due for longer is late: the sending jobs run every ten seconds. */
const LATE_MS = 30 * MINUTE_MS;

export function isQuiet(now: Date): boolean {
  const hour = Math.floor(shanghaiMinute(now) / 60);
  return hour >= QUIET.from || hour < QUIET.until;
}

/** A message that was due before this moment is late; null in and after the quiet hours. */
export function lateSince(now: Date): Date | null {
  const since = new Date(now.getTime() - LATE_MS);
  return isQuiet(now) || isQuiet(since) ? null : since;
}

/** `limit`: the highest age rating that the reader may see; older notices than `freshMs` are in the inbox only. */
export function isStillWanted(notice: SentNotice, limit: number, freshMs: number, now: Date): boolean {
  const category: NoticeCategory = CATEGORY[notice.kind];
  if (notice.isRead || notice.muted.includes(category)) return false;
  return notice.age <= Math.min(limit, HIGHEST_AGE) && now.getTime() - notice.at.getTime() < freshMs;
}
