import type { Tx } from '../../../core/db/db.ts';
import { refuse } from '../../../core/refusal/refusal.ts';
import { addEntry, type State } from '../../audit/audit.ts';
import { addNotices } from '../../notices/notices.ts';
import type { FeedbackState } from '../feedback-store.ts';
import { addReply } from '../thread-store.ts';
import { lockDeskRow, setDeskState } from './queue-store.ts';

type Desk = { state: FeedbackState; assignedTo: number | null };

/**
 * Replies to a feedback. `seen`: how many messages of the thread the author of the reply has read; with another number the reply
 * possibly no longer fits. Returns the reader; null if they are erased and can't see it.
 */
export async function replyToFeedback(
  tx: Tx,
  actor: string,
  id: number,
  { text, closes, seen }: { text: string; closes: boolean; seen?: number },
  now: Date,
): Promise<number | null> {
  const was = await lock(tx, id);
  if (seen !== undefined && was.messages !== seen) refuse('feedbackChanged');
  const replied = await addReply(tx, id, text, now);
  if (!replied) return refuse('feedbackNotFound');
  const is: Desk = { state: closes ? 'closed' : 'answered', assignedTo: was.assignedTo };
  if (replied.readerId !== null)
    await addNotices(tx, [{ readerId: replied.readerId, age: 0 }], { kind: 'reply', about: { feedbackId: id } }, now);
  if (closes) await setDeskState(tx, id, is.state, is.assignedTo);
  await log(tx, { actor, action: 'reply', id, was, is }, now);
  return replied.readerId;
}

/** Marks it as being worked on; `personId`: the member of staff who looks after it from now on. */
export async function takeFeedback(
  tx: Tx,
  actor: string,
  id: number,
  personId: number | null,
  now: Date,
): Promise<void> {
  const was = await lock(tx, id);
  const is: Desk = {
    state: was.state === 'open' || personId === null ? 'working' : was.state,
    assignedTo: personId ?? was.assignedTo,
  };
  await change(tx, { actor, action: 'take', id, was, is }, now);
}

/** Removes the assignment. */
export async function releaseFeedback(tx: Tx, actor: string, id: number, now: Date): Promise<void> {
  const was = await lock(tx, id);
  const is: Desk = { state: was.state === 'working' ? 'open' : was.state, assignedTo: null };
  await change(tx, { actor, action: 'release', id, was, is }, now);
}

/** Closes a thread, so that its reader can't write more. */
export async function closeFeedback(tx: Tx, actor: string, id: number, now: Date): Promise<void> {
  const was = await lock(tx, id);
  await change(tx, { actor, action: 'close', id, was, is: { ...was, state: 'closed' } }, now);
}

/** Opens a closed thread again. It waits for staff, unless their reply was last. */
export async function reopenFeedback(tx: Tx, actor: string, id: number, now: Date): Promise<void> {
  const was = await lock(tx, id);
  if (was.state !== 'closed') return;
  const waiting = was.assignedTo === null ? 'open' : 'working';
  const state = was.isAnswered ? 'answered' : waiting;
  await change(tx, { actor, action: 'reopen', id, was, is: { ...was, state } }, now);
}

async function lock(tx: Tx, id: number) {
  const found = await lockDeskRow(tx, id);
  if (!found) return refuse('feedbackNotFound');
  if (found.state === 'withdrawn') refuse('feedbackNotFound', null, `读者已撤回 ${id}，没有改动`);
  return found;
}

type Change = { actor: string; action: string; id: number; was: Desk; is: Desk };

async function change(tx: Tx, done: Change, now: Date): Promise<void> {
  const { id, was, is } = done;
  if (was.state === is.state && was.assignedTo === is.assignedTo) return;
  await setDeskState(tx, id, is.state, is.assignedTo);
  await log(tx, done, now);
}

/** Without the texts: an entry stays when an erasure deletes the feedback. */
async function log(tx: Tx, { actor, action, id, was, is }: Change, now: Date): Promise<void> {
  const [before, after] = [stateOf(was), stateOf(is)];
  const same = Object.keys(before).filter((column) => before[column] === after[column]);
  const differing = (state: State) =>
    Object.fromEntries(Object.entries(state).filter(([column]) => !same.includes(column)));
  const entry = { actor, action: `feedback-${action}`, subject: 'feedback', subjectId: id } as const;
  const states = { before: differing(before), after: differing(after) };
  await addEntry(tx, { ...entry, ...states, reason: null, undoes: null }, now);
}

function stateOf({ state, assignedTo }: Desk): State {
  return { state, assigned_to: assignedTo };
}
