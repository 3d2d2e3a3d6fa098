import type { Pool } from 'pg';
import type { faqVote } from '#contract/calls/support';
import type { ReaderDataOwner } from '../../core/module/reader-data-owner.ts';
import type { RefuseFor } from '../../core/refusal/refusal.ts';
import { dropVotes, moveVotes, type QuestionVote, setVote, votesOfReader } from './question-vote-store.ts';

/** Whether the answers to frequent questions helped the readers. */
export type QuestionVotes = {
  /** Stores the reader's vote in place of an earlier one; refuses if there is no such question. */
  vote(
    refuse: RefuseFor<typeof faqVote>,
    vote: { readerId: number; key: string; helpful: boolean; now: Date },
  ): Promise<void>;
  ofReader(readerId: number): Promise<QuestionVote[]>;
  dataOwner: ReaderDataOwner;
};

/** `hasQuestion`: whether readers see a question with this key. */
export function createQuestionVotes(pool: Pool, hasQuestion: (key: string) => Promise<boolean>): QuestionVotes {
  return {
    async vote(refuse, { readerId, key, helpful, now }) {
      if (!(await hasQuestion(key))) refuse('questionNotFound');
      await setVote(pool, readerId, key, helpful, now);
    },
    ofReader: (readerId) => votesOfReader(pool, readerId),
    dataOwner: {
      name: 'questionVotes',
      mergeReader: moveVotes,
      eraseReader: dropVotes,
      exportReader: votesOfReader,
    },
  };
}
