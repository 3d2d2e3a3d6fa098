import { allRows, execute, firstRow } from '../../../core/db/db.ts';
import type { NoticeBody } from '../notice.ts';
import type { PushTarget } from './sender.ts';

/** A push that this process has taken, with the facts that decide on it. `muted`: categories that the reader does not want. */
export type DuePush = NoticeBody &
  PushTarget & {
    subscriptionId: number;
    noticeId: number;
    tries: number;
    readerId: number;
    sessionHash: Buffer | null;
    count: number;
    age: number;
    at: Date;
    isRead: boolean;
    muted: string[];
  };

/** Other processes leave the taken ones alone until `untilAt`. */
export const takeDue = allRows<DuePush, [now: Date, untilAt: Date, limit: number]>(
  'notices.take-due-pushes',
  `with due as (
     select subscription_id, notice_id from notices.outbox where due_at <= $1
     order by due_at limit $3 for update skip locked
   )
   update notices.outbox o set due_at = $2, tries = o.tries + 1
   from due d join notices.subscription s on s.id = d.subscription_id join notices.notice n on n.id = d.notice_id
     left join notices.preference p on p.reader_id = s.reader_id
   where o.subscription_id = d.subscription_id and o.notice_id = d.notice_id
   returning o.subscription_id as "subscriptionId", o.notice_id as "noticeId", o.tries, s.reader_id as "readerId",
     s.endpoint, s.p256dh, s.auth, s.session_hash as "sessionHash", n.kind, n.about, n.count, n.age, n.at,
     n.read_at is not null as "isRead", coalesce(p.muted || p.push_muted, '{}') as muted`,
);

/** One whose notice has changed since stays: it begins again with no tries. */
export const dropPush = execute<[subscriptionId: number, noticeId: number, tries: number]>(
  'notices.drop-push',
  'delete from notices.outbox where subscription_id = $1 and notice_id = $2 and tries = $3',
);

export const retryPush = execute<[subscriptionId: number, noticeId: number, tries: number, dueAt: Date]>(
  'notices.retry-push',
  'update notices.outbox set due_at = $4 where subscription_id = $1 and notice_id = $2 and tries = $3',
);

/** The pushes that wait, and those of them that were due before a moment. */
export const countOutbox = firstRow<{ waiting: number; late: number }, [dueBefore: Date | null]>(
  'notices.count-outbox',
  'select count(*) as waiting, count(*) filter (where due_at < $1::timestamptz) as late from notices.outbox',
);

export const dropAllPushes = execute<[]>('notices.drop-all-pushes', 'delete from notices.outbox');
