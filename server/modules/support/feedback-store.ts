import { type Db, row, rows, statement } from '../../core/db.ts';

export type FeedbackType = 0 | 1 | 2 | 3 | 4 | 5;

/** What a reader wrote, and what was replied. */
export type FeedbackRow = {
  id: number;
  /** Null = a complaint whose reader was erased. */
  readerId: number | null;
  type: FeedbackType;
  content: string;
  contact: string;
  at: Date;
  reply: string | null;
  repliedAt: Date | null;
  seenAt: Date | null;
};

const COLUMNS = `id, reader_id as "readerId", type, content, contact, created_at as at, reply, replied_at as "repliedAt",
  seen_at as "seenAt"`;
const UNREAD = `replied_at > coalesce(seen_at, '-infinity')`;
/** The first page comes before an id that is never reached. */
const FIRST_PAGE = Number.MAX_SAFE_INTEGER;

const ADD = statement<
  { id: number },
  [readerId: number, type: FeedbackType, content: string, contact: string, at: Date]
>(
  'support.add-feedback',
  `with before as (
     select id from support.feedback
     where reader_id = $1::bigint and type = $2::smallint and content = $3::text and reply is null
       and created_at > $5::timestamptz - interval '10 minutes'
     order by id desc limit 1),
   added as (
     insert into support.feedback (reader_id, type, content, contact, created_at)
     select $1::bigint, $2::smallint, $3::text, $4, $5::timestamptz where not exists (select from before) returning id)
   select id from added union all select id from before`,
);

const OF_READER = statement<FeedbackRow, [readerId: number, before: number, size: number]>(
  'support.feedback-of-reader',
  `select ${COLUMNS} from support.feedback where reader_id = $1 and id < $2 order by id desc limit $3`,
);

/** A reply that came after the page was read stays unread. */
const MARK_SEEN = statement<never, [readerId: number, ids: number[], repliedAt: (Date | null)[]]>(
  'support.mark-seen',
  `update support.feedback f set seen_at = f.replied_at
   from unnest($2::bigint[], $3::timestamptz[]) shown (id, replied_at)
   where f.reader_id = $1 and f.id = shown.id and f.replied_at = shown.replied_at`,
);

const COUNT_UNREAD = statement<{ count: number }, [readerId: number]>(
  'support.count-unread',
  `select count(*) as count from support.feedback where reader_id = $1 and ${UNREAD}`,
);

const ALL = statement<FeedbackRow, [before: number, size: number]>(
  'support.feedback',
  `select ${COLUMNS} from support.feedback where id < $1 order by id desc limit $2`,
);

const OPEN = statement<FeedbackRow, [before: number, size: number]>(
  'support.open-feedback',
  `select ${COLUMNS} from support.feedback where id < $1 and reply is null order by id desc limit $2`,
);

const NEWEST_COMPLAINT = statement<{ id: number; at: Date }, []>(
  'support.newest-complaint',
  'select id, created_at as at from support.feedback where type = 5 and reply is null order by id desc limit 1',
);

const ONE = statement<FeedbackRow, [id: number]>(
  'support.one-feedback',
  `select ${COLUMNS} from support.feedback where id = $1`,
);

const REPLY = statement<FeedbackRow, [id: number, reply: string, at: Date]>(
  'support.reply',
  `update support.feedback set reply = $2, replied_at = greatest($3, seen_at + interval '1 millisecond'),
     contact = case when reader_id is null then '' else contact end
   where id = $1 returning ${COLUMNS}`,
);

const MOVE_FEEDBACK = statement<{ id: number }, [fromReaderId: number, toReaderId: number]>(
  'support.move-feedback',
  'update support.feedback set reader_id = $2 where reader_id = $1 returning id',
);

/** An open complaint keeps its contact: it is the only way to answer. */
const ANONYMISE_COMPLAINTS = statement<never, [readerId: number]>(
  'support.anonymise-complaints',
  `update support.feedback set reader_id = null, contact = case when reply is null then contact else '' end
   where reader_id = $1 and type = 5`,
);

const DROP = statement<never, [readerId: number]>(
  'support.drop-feedback',
  'delete from support.feedback where reader_id = $1',
);

/** The same text within ten minutes is a retry: it returns the id of the first. */
export async function addFeedback(
  db: Db,
  written: Pick<FeedbackRow, 'type' | 'content' | 'contact' | 'at'> & { readerId: number },
): Promise<number> {
  const { readerId, type, content, contact, at } = written;
  const added = await row(db, ADD, [readerId, type, content, contact, at]);
  if (!added) throw new Error('feedback was inserted without an id');
  return added.id;
}

/** The newest complaint that nobody has answered. */
export function newestComplaint(db: Db): Promise<{ id: number; at: Date } | null> {
  return row(db, NEWEST_COMPLAINT);
}

/** A reader's feedback, the latest first; `before` = the last id of the previous page. */
export function listOfReader(db: Db, readerId: number, before: number | null, size: number): Promise<FeedbackRow[]> {
  return rows(db, OF_READER, [readerId, before ?? FIRST_PAGE, size]);
}

/** Marks these replies as seen. */
export async function markSeen(db: Db, readerId: number, shown: readonly FeedbackRow[]): Promise<void> {
  await rows(db, MARK_SEEN, [readerId, shown.map(({ id }) => id), shown.map(({ repliedAt }) => repliedAt)]);
}

export async function countUnread(db: Db, readerId: number): Promise<number> {
  return (await row(db, COUNT_UNREAD, [readerId]))?.count ?? 0;
}

/** All feedback, the latest first; `open` = only without a reply. */
export function listFeedback(
  db: Db,
  { open, before, size }: { open: boolean; before: number | null; size: number },
): Promise<FeedbackRow[]> {
  return rows(db, open ? OPEN : ALL, [before ?? FIRST_PAGE, size]);
}

export function findFeedback(db: Db, id: number): Promise<FeedbackRow | null> {
  return row(db, ONE, [id]);
}

/** Sets or replaces the reply; null if there is no such feedback. The contact of an anonymised complaint is deleted. */
export function setReply(db: Db, id: number, reply: string, at: Date): Promise<FeedbackRow | null> {
  return row(db, REPLY, [id, reply, at]);
}

/** Moves the feedback of one reader to another; returns how many. */
export async function moveFeedback(db: Db, fromReaderId: number, toReaderId: number): Promise<number> {
  return (await rows(db, MOVE_FEEDBACK, [fromReaderId, toReaderId])).length;
}

/** Deletes a reader's feedback; complaints are kept without the reader's id. */
export async function dropFeedback(db: Db, readerId: number): Promise<void> {
  await rows(db, ANONYMISE_COMPLAINTS, [readerId]);
  await rows(db, DROP, [readerId]);
}
