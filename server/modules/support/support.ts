import type { Pool } from 'pg';
import type { feedbackReply, feedbackWithdraw } from '#contract/calls/support';
import { type Tx, transaction } from '../../core/db/db.ts';
import type { Ctx } from '../../core/dispatch/ctx.ts';
import { addressKey, type RateLimits } from '../../core/limits/rate-limit.ts';
import type { ReaderDataOwner } from '../../core/module/reader-data-owner.ts';
import { type Page, readPage } from '../../core/refusal/paging.ts';
import { type RefuseFor, refuse } from '../../core/refusal/refusal.ts';
import {
  addFeedback,
  countUnread,
  dropFeedback,
  type FeedbackAbout,
  type FeedbackRow,
  type FeedbackState,
  type FeedbackType,
  listOfReader,
  markSeen,
  moveFeedback,
} from './feedback-store.ts';
import { cleanRequired, cleanText } from './feedback-text.ts';
import { dropPicturesOfFeedback } from './picture-store.ts';
import { createPictures, type Pictures, type RedrawPicture } from './pictures.ts';
import { createQuestionVotes, type QuestionVotes } from './question-votes.ts';
import { addMessage, lockThread, withdraw } from './thread-store.ts';

export {
  closeFeedback,
  releaseFeedback,
  reopenFeedback,
  replyToFeedback,
  takeFeedback,
} from './desk/desk.ts';
export { type DeskRow, findDeskRow, listFeedback, listWaiting, rankOf } from './desk/queue-store.ts';
export { listTemplates } from './desk/template-store.ts';
export { deleteTemplate, saveTemplate } from './desk/templates.ts';
export {
  countWaiting,
  type FeedbackAbout,
  type FeedbackRow,
  type FeedbackState,
  type FeedbackType,
  findFeedback,
  listOfReader,
  newestComplaint,
} from './feedback-store.ts';
export { cleanRequired, cleanText } from './feedback-text.ts';
export { findPicture, picturesOfFeedback } from './picture-store.ts';
export { countVotes } from './question-vote-store.ts';
export { addReply } from './thread-store.ts';

export type WrittenFeedback = {
  type: FeedbackType;
  content: string;
  contact?: string | undefined;
  about?: FeedbackAbout | undefined;
  pictures?: readonly number[] | undefined;
  proof?: string | undefined;
};

/** Feedback of readers to the operator. */
export type Support = {
  /** Stores feedback and returns its id; refuses if a proof of work is required first. */
  submit(ctx: Ctx, readerId: number, written: WrittenFeedback): Promise<number>;
  /** Adds to a reader's own feedback; returns its state. */
  reply(
    ctx: Ctx,
    refuse: RefuseFor<typeof feedbackReply>,
    written: { readerId: number; id: number; content: string; proof?: string | undefined },
  ): Promise<FeedbackState>;
  /** Withdraws a reader's own feedback, unless it was answered. Its contact and pictures are deleted. */
  withdraw(refuse: RefuseFor<typeof feedbackWithdraw>, readerId: number, id: number): Promise<void>;
  /** A page of a reader's feedback, the latest first; its replies are marked as seen. */
  list(readerId: number, query: { before: number | null; size: number }): Promise<Page<FeedbackRow>>;
  /** How many replies the reader has not seen. */
  countUnread(readerId: number): Promise<number>;
  votes: QuestionVotes;
  pictures: Pictures;
  dataOwners: readonly ReaderDataOwner[];
};

/** Functions of other modules that this one uses; connected in app.ts. */
export type SupportPorts = {
  /** Whether a proof of work is valid; it can be used once. */
  acceptProof(proof: string | undefined, now: Date): Promise<boolean>;
  /** Converts an uploaded picture to WebP; null if it can't be used. */
  redraw: RedrawPicture;
  /** Whether readers see a frequent question with this key. */
  hasQuestion(key: string): Promise<boolean>;
  /** Notes that the reader may have unread messages from now on. Runs in the transaction that creates them. */
  expectNews(db: Tx, readerId: number): Promise<void>;
};

/** An address that sends more needs a proof of work for each further feedback. */
const WITHOUT_PROOF = { by: 'address', points: 10, seconds: 3600 } as const;

/** The states in which a reader may add messages. */
const TAKES_MORE: readonly FeedbackState[] = ['open', 'working', 'answered'];
/** The limit of messages in a thread, because lists contain whole threads. */
const MOST_MESSAGES = 100;

export function createSupport(pool: Pool, limits: RateLimits, ports: SupportPorts): Support {
  const votes = createQuestionVotes(pool, ports.hasQuestion);
  const pictures = createPictures(pool, ports.redraw);

  async function requireProof({ now, from }: Ctx, proof: string | undefined): Promise<void> {
    const isSuspicious = (await limits.take('feedback-proof', WITHOUT_PROOF, addressKey(from.address))) !== null;
    if (isSuspicious && !(await ports.acceptProof(proof, now))) refuse('proofRequired');
  }

  return {
    votes,
    pictures,

    async submit(ctx, readerId, { type, content, contact, about = {}, pictures: ids = [], proof }) {
      const text = cleanRequired(content, 'content');
      await requireProof(ctx, proof);
      return transaction(pool, async (client) => {
        await ports.expectNews(client, readerId);
        const reach = cleanText(contact ?? '').replaceAll('\n', ' ');
        const id = await addFeedback(client, { readerId, type, content: text, contact: reach, at: ctx.now, about });
        await pictures.attach(client, ids, { readerId, feedbackId: id });
        return id;
      });
    },

    async reply(ctx, refuse, { readerId, id, content, proof }) {
      const text = cleanRequired(content, 'content');
      await requireProof(ctx, proof);
      return transaction(pool, async (tx) => {
        const thread = await lockThread(tx, id, readerId);
        if (!thread) return refuse('feedbackNotFound');
        if (!TAKES_MORE.includes(thread.state) || thread.messages >= MOST_MESSAGES) refuse('feedbackClosed');
        return addMessage(tx, id, text, ctx.now);
      });
    },

    withdraw: (refuse, readerId, id) =>
      transaction(pool, async (tx) => {
        const thread = await lockThread(tx, id, readerId);
        if (!thread) return refuse('feedbackNotFound');
        if (thread.isAnswered) refuse('feedbackAnswered');
        if (thread.state === 'closed') refuse('feedbackClosed');
        await withdraw(tx, id);
        await dropPicturesOfFeedback(tx, id);
      }),

    async list(readerId, { before, size }) {
      const page = await readPage(size, (limit) => listOfReader(pool, readerId, before, limit));
      const unread = page.rows.filter(isUnread);
      if (unread.length > 0) await markSeen(pool, readerId, unread);
      return page;
    },

    countUnread: (readerId) => countUnread(pool, readerId),

    dataOwners: [feedbackOwner(ports), pictures.dataOwner, votes.dataOwner],
  };
}

function feedbackOwner({ expectNews }: SupportPorts): ReaderDataOwner {
  return {
    name: 'feedback',
    async mergeReader(db: Tx, fromReaderId: number, toReaderId: number) {
      if ((await moveFeedback(db, fromReaderId, toReaderId)) > 0) await expectNews(db, toReaderId);
    },
    eraseReader: (db, readerId) => dropFeedback(db, readerId),
    async exportReader(db, readerId) {
      const all = await listOfReader(db, readerId, null, Number.MAX_SAFE_INTEGER);
      return all.map(({ readerId: _own, seenAt: _seen, ...exported }) => ({
        ...exported,
        reply: latestReply(exported),
      }));
    },
  };
}

function isUnread({ repliedAt, seenAt }: FeedbackRow): boolean {
  return repliedAt !== null && (seenAt === null || repliedAt > seenAt);
}

/** The latest reply of the operator; null if there is none. */
export function latestReply({ messages }: Pick<FeedbackRow, 'messages'>): string | null {
  return messages.findLast(({ byReader }) => !byReader)?.content ?? null;
}
