import { type Db, execute, firstRow, planned, rows, statement, type Tx } from '../../../core/db/db.ts';
import { FEEDBACK_COLUMNS, type FeedbackRow, type FeedbackState } from '../feedback-store.ts';
import { sumMessages } from '../thread-store.ts';

/** Feedback as staff see it. */
export type DeskRow = FeedbackRow & { assignedTo: number | null };
/** A page of waiting threads begins after this one. */
export type WaitingPosition = { rank: number; id: number };

const COLUMNS = `${FEEDBACK_COLUMNS}, assigned_to as "assignedTo"`;
/** Complaints come first. */
const RANK = 'case when type = 5 then 0 else 1 end';

export function rankOf({ type }: Pick<FeedbackRow, 'type'>): number {
  return type === 5 ? 0 : 1;
}

const WAITING = statement<DeskRow, [rank: number, id: number, size: number, assignedTo: number | null]>(
  'support.waiting-feedback',
  `select ${COLUMNS} from support.feedback
   where state in ('open', 'working') and (${RANK}, id) > ($1::bigint, $2) and ($4::bigint is null or assigned_to = $4)
   order by ${RANK}, id limit $3`,
);

export const findDeskRow = firstRow<DeskRow, [id: number]>(
  'support.desk-feedback',
  `select ${COLUMNS} from support.feedback where id = $1`,
);

const lockRow = firstRow<{ state: FeedbackState; assignedTo: number | null }, [id: number], Tx>(
  'support.lock-desk-feedback',
  `select state, assigned_to as "assignedTo" from support.feedback where id = $1 for update`,
);

/** The facts on which staff act, locked until the transaction ends. */
export async function lockDeskRow(tx: Tx, id: number) {
  const locked = await lockRow(tx, id);
  return locked && { ...locked, ...(await sumMessages(tx, id)) };
}

export const setDeskState = execute<[id: number, state: FeedbackState, assignedTo: number | null], Tx>(
  'support.set-desk-state',
  'update support.feedback set state = $2, assigned_to = $3 where id = $1',
);

/** The threads that wait for staff, complaints first and then the oldest. `assignedTo`: only those of this person. */
export function listWaiting(
  db: Db,
  { rank, id }: WaitingPosition,
  size: number,
  assignedTo: number | null,
): Promise<DeskRow[]> {
  return rows(db, WAITING, [rank, id, size, assignedTo]);
}

/** The feedback in these states, `null` for any, the latest first; `before`: the last id of the previous page. */
export function listFeedback(
  db: Db,
  states: readonly FeedbackState[] | null,
  before: number | null,
  size: number,
): Promise<DeskRow[]> {
  return planned<DeskRow>(
    db,
    `select ${COLUMNS} from support.feedback
     where ($1::text[] is null or state = any($1)) and ($2::bigint is null or id < $2) order by id desc limit $3`,
    [states, before, size],
  );
}
