import { allRows, execute, firstRow, hasRow } from '../../../core/db/db.ts';
import type { NoticeBody } from '../notice.ts';

/** A notice for a mail that this process has taken. `muted`: categories that the reader does not want by mail. */
export type DueNotice = NoticeBody & {
  readerId: number;
  noticeId: number;
  tries: number;
  address: string;
  key: string;
  count: number;
  age: number;
  at: Date;
  isRead: boolean;
  muted: string[];
};

/**
 * All due notices of the readers with the longest due ones. Other processes leave the taken ones alone until `untilAt`. The
 * mailbox is locked, not the notices: all of one reader are taken by one process, for one mail.
 */
export const takeDueNotices = allRows<DueNotice, [now: Date, untilAt: Date, limit: number]>(
  'notices.take-due-mails',
  `with due as (
     select o.reader_id from notices.mail o join notices.mailbox m on m.reader_id = o.reader_id and m.state = 'verified'
     where o.due_at <= $1 order by o.due_at limit $3
   ), taken as (
     select reader_id, address, key from notices.mailbox
     where reader_id in (select reader_id from due) for no key update skip locked
   )
   update notices.mail o set due_at = $2, tries = o.tries + 1
   from taken t join notices.notice n on n.reader_id = t.reader_id
     left join notices.preference p on p.reader_id = t.reader_id
   where o.reader_id = t.reader_id and o.notice_id = n.id and o.due_at <= $1
   returning o.reader_id as "readerId", o.notice_id as "noticeId", o.tries, t.address, t.key,
     n.kind, n.about, n.count, n.age, n.at, n.read_at is not null as "isRead",
     coalesce(p.muted || p.mail_muted, '{}') as muted`,
);

/** Whether the address is still the one of its reader: it may have been changed or removed since. */
export const isStillVerified = hasRow<{ readerId: number }, [key: string]>(
  'notices.is-still-verified',
  `select reader_id as "readerId" from notices.mailbox where key = $1 and state = 'verified'`,
);

/** Counts a mail with new chapters; false if there was one on this day. */
export const takeDigest = hasRow<{ readerId: number }, [readerId: number, day: string]>(
  'notices.take-digest-of-day',
  `update notices.mailbox set digest_on = $2::date
   where reader_id = $1 and digest_on is distinct from $2::date returning reader_id as "readerId"`,
);

/** One whose notice has changed since stays: it begins again with no tries. */
export const dropMails = execute<[readerId: number, noticeIds: readonly number[], tries: readonly number[]]>(
  'notices.drop-mails',
  `delete from notices.mail o using unnest($2::bigint[], $3::int[]) d (notice_id, tries)
   where o.reader_id = $1 and o.notice_id = d.notice_id and o.tries = d.tries`,
);

/** `dueAt`: when each is tried again. */
export const retryMails = execute<
  [readerId: number, noticeIds: readonly number[], tries: readonly number[], dueAt: readonly Date[]]
>(
  'notices.retry-mails',
  `update notices.mail o set due_at = d.due_at from unnest($2::bigint[], $3::int[], $4::timestamptz[]) d (notice_id, tries, due_at)
   where o.reader_id = $1 and o.notice_id = d.notice_id and o.tries = d.tries`,
);

/** They are sent with the next digest, as if for the first time. */
export const postponeMails = execute<
  [readerId: number, noticeIds: readonly number[], tries: readonly number[], dueAt: Date]
>(
  'notices.postpone-mails',
  `update notices.mail o set due_at = $4, tries = 0 from unnest($2::bigint[], $3::int[]) d (notice_id, tries)
   where o.reader_id = $1 and o.notice_id = d.notice_id and o.tries = d.tries`,
);

export const dropAllMails = execute<[]>('notices.drop-all-mails', 'delete from notices.mail');

export type MailCounts = {
  verified: number;
  undeliverable: number;
  /** Notices that wait for a mail, those among them that failed twice, and those due before a moment. */
  waiting: number;
  failed: number;
  late: number;
};

export const countMailOutbox = firstRow<MailCounts, [dueBefore: Date | null]>(
  'notices.count-mails',
  `select (select count(*) from notices.mailbox where state = 'verified') as verified,
     (select count(*) from notices.mailbox where state = 'undeliverable') as undeliverable,
     count(*) as waiting, count(*) filter (where tries > 2) as failed,
     count(*) filter (where due_at < $1::timestamptz) as late
   from notices.mail`,
);
