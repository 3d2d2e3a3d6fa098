import pLimit from 'p-limit';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Db } from '../../../core/db/db.ts';
import { HOUR_MS, MINUTE_MS } from '../../../core/jobs/jobs.ts';
import { shanghaiDay } from '../../../core/time/shanghai-day.ts';
import { ageLimit } from '../../catalog/catalog.ts';
import { isQuiet, isStillWanted, lateSince, RETRY_AFTER_MS } from '../delivery.ts';
import { CATEGORY } from '../notice.ts';
import { nextDigest } from './digest.ts';
import { noticesLetter } from './letters.ts';
import { noteUndeliverable } from './mailbox-store.ts';
import {
  countMailOutbox,
  type DueNotice,
  dropMails,
  isStillVerified,
  type MailCounts,
  postponeMails,
  retryMails,
  takeDigest,
  takeDueNotices,
} from './outbox-store.ts';
import type { MailResult, MailSender } from './sender.ts';
import { MAILS_AT_ONCE, TAKEN_MS } from './verification.ts';

/** The highest age rating that the reader of a mail may see depends on these. */
export type MailReader = { readerId: number; adult: boolean; teen: boolean };

export type SendingParts = {
  pool: Pool;
  log: Logger;
  sender: MailSender;
  siteName: string;
  /** The readers among these whose account is neither banned nor scheduled for erasure. */
  mailReaders(db: Db, readerIds: readonly number[], now: Date): Promise<MailReader[]>;
};

/** Notices, for at most this number of readers. */
const BATCH = 40;
const RUN_MS = MINUTE_MS;
/** A digest that could not be sent on its day is sent on the next. */
const FRESH_MS = 48 * HOUR_MS;

/**
 * Mails the notices that are due, those of a reader in one mail. A process that is killed after a mail was sent and before that
 * is stored sends it again five minutes later, with the same message id: none is lost, and one of each mail that was being sent
 * may come twice.
 */
export async function sendMails(parts: SendingParts, now: Date): Promise<void> {
  const { pool, log } = parts;
  if (isQuiet(now)) return;
  const startedAt = performance.now();
  const elapsed = () => performance.now() - startedAt;
  const queue = pLimit(MAILS_AT_ONCE);
  const counted = new Map<string, number>();
  while (elapsed() < RUN_MS) {
    const due = await takeDueNotices(pool, now, new Date(now.getTime() + elapsed() + TAKEN_MS), BATCH);
    if (due.length === 0) break;
    const ofReaders = Map.groupBy(due, ({ readerId }) => readerId);
    const readers = await parts.mailReaders(pool, [...ofReaders.keys()], now);
    const limits = new Map(readers.map(({ readerId, ...audience }) => [readerId, ageLimit(audience)]));
    const ends = await Promise.all(
      [...ofReaders].map(([readerId, notices]) => queue(() => sendOne(parts, notices, limits.get(readerId), now))),
    );
    for (const end of ends) counted.set(end, (counted.get(end) ?? 0) + 1);
  }
  if (counted.size > 0) log.info(Object.fromEntries(counted), 'mails');
}

/** The notices of one reader. `limit`: the highest age rating that they may see; undefined if they get no mails. */
async function sendOne(
  parts: SendingParts,
  notices: readonly DueNotice[],
  limit: number | undefined,
  now: Date,
): Promise<MailResult | 'unwanted'> {
  const { pool, sender, siteName } = parts;
  const wanted = limit === undefined ? [] : notices.filter((notice) => isStillWanted(notice, limit, FRESH_MS, now));
  await drop(
    pool,
    notices.filter((notice) => !wanted.includes(notice)),
  );
  const chosen = await withOneDigest(pool, wanted, now);
  const [first] = chosen;
  if (!first || !(await isStillVerified(pool, first.key))) return 'unwanted';
  const result = await sender.send(noticesLetter(sender, { ...first, siteName }, chosen));
  if (result === 'sent') await drop(pool, chosen);
  else if (result === 'refused') await noteUndeliverable(pool, first.key);
  else await retryLater(pool, chosen, now);
  return result;
}

/** Leaves new chapters for the next day if there was a mail with some today. Those that are tried again were counted before. */
async function withOneDigest(pool: Pool, notices: readonly DueNotice[], now: Date): Promise<readonly DueNotice[]> {
  const fresh = notices.filter(({ kind, tries }) => CATEGORY[kind] === 'updates' && tries === 1);
  const [first] = fresh;
  if (!first || (await takeDigest(pool, first.readerId, shanghaiDay(now)))) return notices;
  await postponeMails(pool, first.readerId, ...idsAndTries(fresh), nextDigest(now));
  return notices.filter((notice) => !fresh.includes(notice));
}

async function drop(pool: Pool, notices: readonly DueNotice[]): Promise<void> {
  const [first] = notices;
  if (first) await dropMails(pool, first.readerId, ...idsAndTries(notices));
}

async function retryLater(pool: Pool, notices: readonly DueNotice[], now: Date): Promise<void> {
  const again = notices.filter(({ tries }) => tries <= RETRY_AFTER_MS.length);
  await drop(
    pool,
    notices.filter((notice) => !again.includes(notice)),
  );
  const [first] = again;
  if (!first) return;
  const dueAt = again.map(({ tries }) => new Date(now.getTime() + (RETRY_AFTER_MS[tries - 1] ?? 0)));
  await retryMails(pool, first.readerId, ...idsAndTries(again), dueAt);
}

function idsAndTries(notices: readonly DueNotice[]): [noticeIds: number[], tries: number[]] {
  return [notices.map(({ noticeId }) => noticeId), notices.map(({ tries }) => tries)];
}

/** The addresses and the mails that wait; `late`: those that could have been sent long before. */
export async function countMails(db: Db, now: Date): Promise<MailCounts> {
  const counted = await countMailOutbox(db, lateSince(now));
  return counted ?? { verified: 0, undeliverable: 0, waiting: 0, failed: 0, late: 0 };
}
