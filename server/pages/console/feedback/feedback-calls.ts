import type { Pool } from 'pg';
import type { DataOf } from '#contract/call';
import * as calls from '#contract/console/feedback';
import { type Tx, transaction } from '../../../core/db/db.ts';
import { type Served, serve } from '../../../core/dispatch/dispatch.ts';
import { cursorAfter, readCursor, readPage } from '../../../core/refusal/paging.ts';
import { refuse } from '../../../core/refusal/refusal.ts';
import { cutText } from '../../../core/text/cut-text.ts';
import { staffActor, staffNames } from '../../../modules/staff/staff.ts';
import {
  cleanRequired,
  closeFeedback,
  type DeskRow,
  findPicture,
  listFeedback,
  listWaiting,
  rankOf,
  releaseFeedback,
  reopenFeedback,
  replyToFeedback,
  takeFeedback,
} from '../../../modules/support/support.ts';
import { viewThread } from './thread-view.ts';

const MOST_OF_TEXT = 120;

/** Feedback of readers, as staff answer it. */
export function feedbackCalls(pool: Pool): Served[] {
  const view = async (id: number) => (await viewThread(pool, id)) ?? refuse('feedbackNotFound');

  async function act(id: number, work: (tx: Tx) => Promise<unknown>): Promise<DataOf<typeof calls.feedbackView>> {
    await transaction(pool, work);
    return view(id);
  }

  return [
    serve(calls.feedbackList, async ({ caller }, { queue, cursor, size }) => {
      const isWaiting = queue === 'waiting' || queue === 'mine';
      const [rank, id] = readCursor(cursor, ['number', 'number']) ?? [0, null];
      const own = queue === 'mine' ? caller.personId : null;
      const { rows, last } = await readPage(size, (limit) =>
        isWaiting ? listWaiting(pool, { rank, id: id ?? 0 }, limit, own) : listFeedback(pool, [queue], id, limit),
      );
      const names = await staffNames(pool);
      return { list: rows.map((row) => viewRow(row, names)), next: last && cursorAfter([rankOf(last), last.id]) };
    }),

    serve(calls.feedbackView, (_ctx, { id }) => view(id)),

    serve(calls.feedbackPicture, async (_ctx, { id }) => {
      const { image, width, height } = (await findPicture(pool, id)) ?? refuse('pictureNotFound');
      return { image: image.toString('base64'), width, height };
    }),

    serve(calls.feedbackReply, ({ caller, now }, { id, text, seen, closes }) => {
      const wish = { text: cleanRequired(text, 'text'), closes, seen };
      return act(id, (tx) => replyToFeedback(tx, staffActor(caller.personId), id, wish, now));
    }),

    serve(calls.feedbackAssign, ({ caller: { personId }, now }, { id, mine }) =>
      act(id, (tx) =>
        mine
          ? takeFeedback(tx, staffActor(personId), id, personId, now)
          : releaseFeedback(tx, staffActor(personId), id, now),
      ),
    ),

    serve(calls.feedbackClose, ({ caller, now }, { id, closed }) =>
      act(id, (tx) => (closed ? closeFeedback : reopenFeedback)(tx, staffActor(caller.personId), id, now)),
    ),
  ];
}

function viewRow(row: DeskRow, names: ReadonlyMap<number, string>): DataOf<typeof calls.feedbackList>['list'][number] {
  const { id, type, state, at, content, pictures, messages, assignedTo } = row;
  return {
    id,
    type,
    state,
    at: at.toISOString(),
    text: cutText(content, MOST_OF_TEXT),
    pictures: pictures.length,
    messages: messages.length,
    assignedTo:
      assignedTo === null
        ? null
        : {
            id: assignedTo,
            name: names.get(assignedTo) ?? '',
          },
  };
}
