import type { Pool } from 'pg';
import type { Ctx } from '../../core/ctx.ts';
import { type Tx, transaction } from '../../core/db.ts';
import { addressKey, type RateLimits } from '../../core/rate-limit.ts';
import { refuse } from '../../core/refusal.ts';
import type { Account, ReaderKeeper } from '../account/account.ts';
import {
  addFeedback,
  countUnread,
  dropFeedback,
  type FeedbackRow,
  type FeedbackType,
  handOver,
  listOfReader,
  seeReplies,
} from './feedback-store.ts';
import { cleanRequired, cleanText } from './feedback-text.ts';

export { type FeedbackRow, type FeedbackType, findFeedback, listFeedback, setReply } from './feedback-store.ts';
export { cleanText } from './feedback-text.ts';

export type WrittenFeedback = {
  type: FeedbackType;
  content: string;
  contact?: string | undefined;
  proof?: string | undefined;
};

/** What readers write to the operator. */
export type Support = {
  /** Keeps what a reader wrote and gives its id; refused where a proof of work is required first. */
  submit(ctx: Ctx, readerId: number, written: WrittenFeedback): Promise<number>;
  /** What a reader wrote, the latest first; the replies shown are seen by that. `size` + 1 are looked for. */
  list(readerId: number, page: { before: number | null; size: number }): Promise<FeedbackRow[]>;
  /** How many replies the reader has not seen. */
  unread(readerId: number): Promise<number>;
  keeper: ReaderKeeper;
};

/** Beyond so many from one address in an hour, each costs some work. */
const ASK_FOR_PROOF = { by: 'address', points: 10, seconds: 3600 } as const;

export function createSupport(
  pool: Pool,
  limits: RateLimits,
  account: Pick<Account, 'proofs' | 'expectNews'>,
): Support {
  return {
    async submit({ now, from }, readerId, { type, content, contact, proof }) {
      const text = cleanRequired(content, 'content');
      const isSuspicious = (await limits.take('feedback-proof', ASK_FOR_PROOF, addressKey(from.address))) !== null;
      if (isSuspicious && !(await account.proofs.accept('feedback', proof, now))) refuse('proofRequired');
      return transaction(pool, async (client) => {
        await account.expectNews(client, readerId);
        const reach = cleanText(contact ?? '').replaceAll('\n', ' ');
        return addFeedback(client, { readerId, type, content: text, contact: reach, at: now });
      });
    },

    async list(readerId, { before, size }) {
      const found = await listOfReader(pool, readerId, before, size + 1);
      const fresh = found.slice(0, size).filter(isUnread);
      if (fresh.length > 0) await seeReplies(pool, readerId, fresh);
      return found;
    },

    unread: (readerId) => countUnread(pool, readerId),

    keeper: {
      name: 'feedback',
      async onMerge(db: Tx, fromReaderId: number, toReaderId: number) {
        if ((await handOver(db, fromReaderId, toReaderId)) > 0) await account.expectNews(db, toReaderId);
      },
      onErase: (db, readerId) => dropFeedback(db, readerId),
      async onExport(db, readerId) {
        const all = await listOfReader(db, readerId, null, Number.MAX_SAFE_INTEGER);
        return all.map(({ readerId: _own, seenAt: _seen, ...told }) => told);
      },
    },
  };
}

function isUnread({ repliedAt, seenAt }: FeedbackRow): boolean {
  return repliedAt !== null && (seenAt === null || repliedAt > seenAt);
}
