import { type Db, firstRow, row, rows, statement, valueOr } from '../../core/db/db.ts';

export type FeedbackType = 0 | 1 | 2 | 3 | 4 | 5;

export type FeedbackState = 'open' | 'working' | 'answered' | 'closed' | 'withdrawn';

/** The subjects of a feedback, as the reader's app names them; `page` counts from 1. */
export type FeedbackAbout = {
  comicId?: number | undefined;
  chapterId?: number | undefined;
  page?: number | undefined;
  orderId?: string | undefined;
};

/** `at` is ISO 8601. */
export type FeedbackMessage = { byReader: boolean; content: string; at: string };

/** The first message of a reader, and all later messages. */
export type FeedbackRow = {
  id: number;
  /** Null = a complaint whose reader was erased. */
  readerId: number | null;
  type: FeedbackType;
  content: string;
  contact: string;
  at: Date;
  state: FeedbackState;
  about: FeedbackAbout;
  messages: FeedbackMessage[];
  pictures: { id: number; width: number; height: number }[];
  repliedAt: Date | null;
  seenAt: Date | null;
};

/** The columns of a `FeedbackRow`, selected from `support.feedback`. */
export const FEEDBACK_COLUMNS = `id, reader_id as "readerId", type, content, contact, created_at as at, state, about,
  replied_at as "repliedAt", seen_at as "seenAt",
  (select coalesce(json_agg(json_build_object('byReader', m.by_reader, 'content', m.content, 'at',
       to_char(m.sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by m.id), '[]')
   from support.message m where m.feedback_id = feedback.id) as messages,
  (select coalesce(json_agg(json_build_object('id', p.id, 'width', p.width, 'height', p.height) order by p.id), '[]')
   from support.picture p where p.feedback_id = feedback.id) as pictures`;
const UNREAD = `replied_at > coalesce(seen_at, '-infinity')`;
const WAITING = `state in ('open', 'working')`;
/** The first page comes before an id that is never reached. */
const FIRST_PAGE = Number.MAX_SAFE_INTEGER;

const ADD = statement<
  { id: number },
  [readerId: number, type: FeedbackType, content: string, contact: string, at: Date, about: string]
>(
  'support.add-feedback',
  `with before as (
     select id from support.feedback
     where reader_id = $1::bigint and type = $2::smallint and content = $3::text and state = 'open'
       and created_at > $5::timestamptz - interval '10 minutes'
     order by id desc limit 1),
   added as (
     insert into support.feedback (reader_id, type, content, contact, created_at, about)
     select $1::bigint, $2::smallint, $3::text, $4, $5::timestamptz, $6::jsonb where not exists (select from before) returning id)
   select id from added union all select id from before`,
);

const OF_READER = statement<FeedbackRow, [readerId: number, before: number, size: number]>(
  'support.feedback-of-reader',
  `select ${FEEDBACK_COLUMNS} from support.feedback where reader_id = $1 and id < $2 order by id desc limit $3`,
);

/** A reply that came after the page was read stays unread. */
const MARK_SEEN = statement<never, [readerId: number, ids: number[], repliedAt: (Date | null)[]]>(
  'support.mark-seen',
  `update support.feedback f set seen_at = f.replied_at
   from unnest($2::bigint[], $3::timestamptz[]) shown (id, replied_at)
   where f.reader_id = $1 and f.id = shown.id and f.replied_at = shown.replied_at`,
);

/** The newest complaint without an answer. */
export const newestComplaint = firstRow<{ id: number; at: Date }, []>(
  'support.newest-complaint',
  `select id, created_at as at from support.feedback where type = 5 and ${WAITING} order by id desc limit 1`,
);

/** How many wait for the operator, and how many of them are complaints. */
export const countWaiting = firstRow<{ waiting: number; complaints: number }, []>(
  'support.count-waiting',
  `select count(*) as waiting, count(*) filter (where type = 5) as complaints from support.feedback where ${WAITING}`,
);

export const findFeedback = firstRow<FeedbackRow, [id: number]>(
  'support.one-feedback',
  `select ${FEEDBACK_COLUMNS} from support.feedback where id = $1`,
);

const MOVE_FEEDBACK = statement<{ id: number }, [fromReaderId: number, toReaderId: number]>(
  'support.move-feedback',
  'update support.feedback set reader_id = $2 where reader_id = $1 returning id',
);

/** An open complaint keeps its contact, because there is no other way to answer. */
const ANONYMISE_COMPLAINTS = statement<never, [readerId: number]>(
  'support.anonymise-complaints',
  `update support.feedback set reader_id = null, contact = case when ${WAITING} then contact else '' end
   where reader_id = $1 and type = 5 and state <> 'withdrawn'`,
);

const DROP = statement<never, [readerId: number]>(
  'support.drop-feedback',
  'delete from support.feedback where reader_id = $1',
);

/** The same text within ten minutes is a retry: it returns the id of the first. */
export async function addFeedback(
  db: Db,
  written: Pick<FeedbackRow, 'type' | 'content' | 'contact' | 'at' | 'about'> & { readerId: number },
): Promise<number> {
  const { readerId, type, content, contact, at, about } = written;
  const added = await row(db, ADD, [readerId, type, content, contact, at, JSON.stringify(about)]);
  if (!added) throw new Error('feedback was inserted without an id');
  return added.id;
}

/** A reader's feedback, the latest first; `before` = the last id of the previous page. */
export function listOfReader(db: Db, readerId: number, before: number | null, size: number): Promise<FeedbackRow[]> {
  return rows(db, OF_READER, [readerId, before ?? FIRST_PAGE, size]);
}

/** Marks these replies as seen. */
export async function markSeen(db: Db, readerId: number, shown: readonly FeedbackRow[]): Promise<void> {
  await rows(db, MARK_SEEN, [readerId, shown.map(({ id }) => id), shown.map(({ repliedAt }) => repliedAt)]);
}

export const countUnread = valueOr<{ count: number }, [readerId: number]>(
  'support.count-unread',
  `select count(*) as count from support.feedback where reader_id = $1 and ${UNREAD}`,
  0,
);

/** Moves the feedback of one reader to another; returns how many. */
export async function moveFeedback(db: Db, fromReaderId: number, toReaderId: number): Promise<number> {
  return (await rows(db, MOVE_FEEDBACK, [fromReaderId, toReaderId])).length;
}

/** Deletes a reader's feedback; complaints are kept without the reader's id. */
export async function dropFeedback(db: Db, readerId: number): Promise<void> {
  await rows(db, ANONYMISE_COMPLAINTS, [readerId]);
  await rows(db, DROP, [readerId]);
}
