import { allRows, type Db, execute, firstRow, row, rows, statement, type Tx } from '../../core/db/db.ts';
import { jsonText } from '../../core/db/json-text.ts';
import { nextDigest } from './mail/digest.ts';
import { CATEGORY, foldKeyOf, type NoticeBody, type NoticeKind } from './notice.ts';

export type NoticeRow = NoticeBody & { id: number; count: number; at: Date; isRead: boolean };
/** The filter of a reader's inbox: their id, the highest age rating, and the kinds that they have not switched off. */
export type Inbox = { readerId: number; age: number; kinds: readonly NoticeKind[] };

/** A limit keeps the planner from reading all subscriptions or addresses for a few readers. */
const MOST_BROWSERS = 10;

const ADD = statement<
  never,
  [
    readerIds: readonly number[],
    ages: readonly number[],
    foldKeys: readonly string[],
    abouts: readonly string[],
    kind: NoticeKind,
    at: Date,
    mailDueAt: Date,
  ]
>(
  'notices.add',
  `with added as (
     insert into notices.notice (reader_id, age, kind, fold_key, about, at)
     select reader_id, age, $5, fold_key, about::jsonb, $6
     from unnest($1::bigint[], $2::smallint[], $3::text[], $4::text[]) n (reader_id, age, fold_key, about)
     on conflict (reader_id, fold_key) where read_at is null do update
       set about = excluded.about, at = excluded.at, age = excluded.age, count = notice.count + 1
     returning id, reader_id
   ), mailed as (
     insert into notices.mail as o (reader_id, notice_id, due_at)
     select a.reader_id, a.id, $7 from added a
       cross join lateral (select from notices.mailbox where reader_id = a.reader_id and state = 'verified' limit 1) m
     on conflict (reader_id, notice_id) do update set due_at = least(o.due_at, excluded.due_at), tries = 0
   )
   insert into notices.outbox (subscription_id, notice_id, due_at)
   select s.id, a.id, $6 from added a
     cross join lateral (select id from notices.subscription where reader_id = a.reader_id limit ${MOST_BROWSERS}) s
   on conflict (subscription_id, notice_id) do update set due_at = excluded.due_at, tries = 0`,
);

const LIST = statement<
  NoticeRow,
  [readerId: number, age: number, kinds: readonly NoticeKind[], beforeAt: Date | null, beforeId: number, size: number]
>(
  'notices.list',
  `select id, kind, about, count, at, read_at is not null as "isRead" from notices.notice
   where reader_id = $1 and age <= $2 and kind = any($3)
     and ($4::timestamptz is null or (at, id) < ($4::timestamptz, $5::bigint))
   order by at desc, id desc limit $6`,
);

const COUNT_UNREAD = statement<{ count: number }, [readerId: number, age: number, kinds: readonly NoticeKind[]]>(
  'notices.count-unread',
  `select count(*) as count from notices.notice where reader_id = $1 and read_at is null and age <= $2 and kind = any($3)`,
);

/** Null as `ids` means all. */
export const markRead = execute<[readerId: number, ids: readonly number[] | null, now: Date]>(
  'notices.mark-read',
  `update notices.notice set read_at = $3
   where reader_id = $1 and read_at is null and ($2::bigint[] is null or id = any($2::bigint[]))`,
);

export const dropNotices = execute<[readerId: number, ids: readonly number[] | null]>(
  'notices.drop',
  'delete from notices.notice where reader_id = $1 and ($2::bigint[] is null or id = any($2::bigint[]))',
);

export const dropOldNotices = execute<[before: Date]>('notices.drop-old', 'delete from notices.notice where at < $1');

/** Adds the unread notices of both readers that have the same subject; the newer one stays. */
export const mergeUnreadNotices = execute<[fromReaderId: number, toReaderId: number], Tx>(
  'notices.fold-together',
  `with moved as (
     delete from notices.notice f using notices.notice t
     where f.reader_id = $1 and t.reader_id = $2 and f.fold_key = t.fold_key and f.read_at is null and t.read_at is null
     returning f.fold_key, f.about, f.count, f.at)
   update notices.notice t set count = t.count + m.count, at = greatest(t.at, m.at),
     about = case when m.at > t.at then m.about else t.about end
   from moved m where t.reader_id = $2 and t.fold_key = m.fold_key and t.read_at is null`,
);

export const moveNotices = execute<[fromReaderId: number, toReaderId: number], Tx>(
  'notices.move',
  'update notices.notice set reader_id = $2 where reader_id = $1',
);

export const noticesOfReader = allRows<Record<string, unknown>, [readerId: number]>(
  'notices.export',
  `select id, kind, fold_key as subject, about, count, age, at, read_at as "readAt"
   from notices.notice where reader_id = $1 order by at desc, id desc`,
);

export const findMuted = firstRow<{ muted: string[]; pushMuted: string[]; mailMuted: string[] }, [readerId: number]>(
  'notices.muted',
  'select muted, push_muted as "pushMuted", mail_muted as "mailMuted" from notices.preference where reader_id = $1',
);

/** Null as `pushMuted` or `mailMuted` leaves it as it is. */
export const setMuted = execute<
  [readerId: number, muted: readonly string[], pushMuted: readonly string[] | null, mailMuted: readonly string[] | null]
>(
  'notices.set-muted',
  `insert into notices.preference as p (reader_id, muted, push_muted, mail_muted)
   values ($1, $2, coalesce($3::text[], '{}'), coalesce($4::text[], '{}'))
   on conflict (reader_id) do update set muted = excluded.muted,
     push_muted = coalesce($3::text[], p.push_muted), mail_muted = coalesce($4::text[], p.mail_muted)`,
);

export const dropPreference = execute<[readerId: number], Tx>(
  'notices.drop-preference',
  'delete from notices.preference where reader_id = $1',
);

/** Adds the same notice for each of these readers; `age` = the age rating of its subject. */
export async function addNotices(
  db: Db,
  to: readonly { readerId: number; age: number }[],
  body: NoticeBody,
  at: Date,
): Promise<void> {
  await addEach(
    db,
    to.map((reader) => ({ ...reader, body })),
    at,
  );
}

/** Adds notices of one kind, at most one of a subject for each reader. */
export async function addEach(
  db: Db,
  notices: readonly { readerId: number; age: number; body: NoticeBody }[],
  at: Date,
): Promise<void> {
  const [first] = notices;
  if (!first) return;
  const readerIds = notices.map(({ readerId }) => readerId);
  const ages = notices.map(({ age }) => age);
  const foldKeys = notices.map(({ body }) => foldKeyOf(body));
  const abouts = notices.map(({ body }) => jsonText(body.about));
  const mailDueAt = CATEGORY[first.body.kind] === 'updates' ? nextDigest(at) : at;
  await rows(db, ADD, [readerIds, ages, foldKeys, abouts, first.body.kind, at, mailDueAt]);
}

/** The newest first; `before` = the last one of the previous page. */
export function listNotices(
  db: Db,
  { readerId, age, kinds }: Inbox,
  before: { at: Date; id: number } | null,
  size: number,
): Promise<NoticeRow[]> {
  return rows(db, LIST, [readerId, age, kinds, before?.at ?? null, before?.id ?? 0, size]);
}

export async function countUnread(db: Db, { readerId, age, kinds }: Inbox): Promise<number> {
  return (await row(db, COUNT_UNREAD, [readerId, age, kinds]))?.count ?? 0;
}
