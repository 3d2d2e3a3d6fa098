import { allRows, execute, type Tx } from '../../core/db/db.ts';

export type QuestionVote = { key: string; helpful: boolean; at: Date };
/** How many readers an answer helped, and how many not. */
export type VoteCount = { key: string; helpful: number; unhelpful: number };

export const setVote = execute<[readerId: number, key: string, helpful: boolean, at: Date]>(
  'support.set-question-vote',
  `insert into support.question_vote (reader_id, question_key, helpful, voted_at) values ($1, $2, $3, $4)
   on conflict (reader_id, question_key) do update set helpful = excluded.helpful, voted_at = excluded.voted_at`,
);

export const votesOfReader = allRows<QuestionVote, [readerId: number]>(
  'support.question-votes-of-reader',
  `select question_key as key, helpful, voted_at as at from support.question_vote
   where reader_id = $1 order by voted_at, question_key`,
);

/** By question, those that helped least first. */
export const countVotes = allRows<VoteCount, []>(
  'support.count-question-votes',
  `select question_key as key, count(*) filter (where helpful) as helpful, count(*) filter (where not helpful) as unhelpful
   from support.question_vote group by question_key order by unhelpful desc, helpful desc, question_key`,
);

/** Moves the votes of one reader to another; if both have voted, the newer vote stays. */
export const moveVotes = execute<[fromReaderId: number, toReaderId: number], Tx>(
  'support.move-question-votes',
  `with moved as (delete from support.question_vote where reader_id = $1 returning question_key, helpful, voted_at)
   insert into support.question_vote (reader_id, question_key, helpful, voted_at)
   select $2, question_key, helpful, voted_at from moved
   on conflict (reader_id, question_key) do update set helpful = excluded.helpful, voted_at = excluded.voted_at
     where excluded.voted_at > question_vote.voted_at`,
);

export const dropVotes = execute<[readerId: number], Tx>(
  'support.drop-question-votes',
  'delete from support.question_vote where reader_id = $1',
);
