import { HOUR_MS } from '../../../core/jobs/jobs.ts';
import { shanghaiDay, startOfShanghaiDay } from '../../../core/time/shanghai-day.ts';

/** The hour in Shanghai in which the mail with new chapters is sent. */
const DIGEST_HOUR = 18;

/** When new chapters of this moment are mailed: all of one day together. */
export function nextDigest(after: Date): Date {
  const today = startOfShanghaiDay(shanghaiDay(after)).getTime() + DIGEST_HOUR * HOUR_MS;
  return new Date(today > after.getTime() ? today : today + 24 * HOUR_MS);
}
