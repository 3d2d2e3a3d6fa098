import { allRows, execute, firstRow, row, rows, statement, type Tx } from '../../../core/db/db.ts';

/** The text of an announcement, and its readers: those who visited in this many days before it. */
export type AnnouncementText = {
  kind: 'event' | 'system';
  title: string;
  body: string;
  /** A page of this site; null = none. */
  link: string | null;
  seenDays: number;
  plannedAt: Date;
};

export type Announcement = AnnouncementText & {
  id: number;
  createdBy: string;
  afterReaderId: number;
  /** How many got it so far. */
  readers: number;
  doneAt: Date | null;
  withdrawnAt: Date | null;
};

const COLUMNS = `id, kind, title, body, link, seen_days as "seenDays", planned_at as "plannedAt", created_by as "createdBy",
  after_reader_id as "afterReaderId", readers, done_at as "doneAt", withdrawn_at as "withdrawnAt"`;

const ADD = statement<
  { id: number },
  [
    key: string,
    kind: string,
    title: string,
    body: string,
    link: string | null,
    seenDays: number,
    plannedAt: Date,
    now: Date,
    actor: string,
  ]
>(
  'notices.add-announcement',
  `insert into notices.announcement (key, kind, title, body, link, seen_days, planned_at, created_at, created_by)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (key) do nothing returning id`,
);

/** The announcements from before an id on, the latest first. */
export const listAnnouncements = allRows<Announcement, [before: number, size: number]>(
  'notices.announcements',
  `select ${COLUMNS} from notices.announcement where id < $1 order by id desc limit $2`,
);

export const listDue = allRows<{ id: number }, [now: Date]>(
  'notices.due-announcements',
  `select id from notices.announcement where done_at is null and withdrawn_at is null and planned_at <= $1
   order by planned_at, id`,
);

export const lockAnnouncement = firstRow<Announcement, [id: number], Tx>(
  'notices.lock-announcement',
  `select ${COLUMNS} from notices.announcement where id = $1 for update`,
);

export const findByKey = firstRow<{ id: number }, [key: string]>(
  'notices.announcement-by-key',
  'select id from notices.announcement where key = $1',
);

export const noteSent = execute<[id: number, afterReaderId: number, readers: number, doneAt: Date | null], Tx>(
  'notices.note-announced',
  `update notices.announcement set after_reader_id = $2, readers = readers + $3::int, done_at = $4 where id = $1`,
);

export const setWithdrawn = execute<[id: number, at: Date, actor: string], Tx>(
  'notices.withdraw-announcement',
  'update notices.announcement set withdrawn_at = $2, withdrawn_by = $3 where id = $1',
);

export const listToClear = allRows<{ id: number }, []>(
  'notices.announcements-to-clear',
  'select id from notices.announcement where withdrawn_at is not null and cleared_at is null order by id',
);

const CLEAR = statement<{ id: number }, [announcementId: number, most: number]>(
  'notices.clear-announcement',
  `delete from notices.notice where id = any(array(
     select id from notices.notice
     where kind in ('event', 'system') and (about ->> 'announcementId')::bigint = $1 limit $2))
   returning id`,
);

export const setCleared = execute<[id: number, at: Date]>(
  'notices.set-announcement-cleared',
  'update notices.announcement set cleared_at = $2 where id = $1',
);

/** Null if one was added with this key before. */
export async function addAnnouncement(
  tx: Tx,
  key: string,
  { kind, title, body, link, seenDays, plannedAt }: AnnouncementText,
  actor: string,
  now: Date,
): Promise<number | null> {
  return (await row(tx, ADD, [key, kind, title, body, link, seenDays, plannedAt, now, actor]))?.id ?? null;
}

/** Deletes at most this many of its notices; returns whether there may be more. */
export async function clearSome(tx: Tx, id: number, most: number): Promise<boolean> {
  return (await rows(tx, CLEAR, [id, most])).length === most;
}
