import { useState } from 'react';
import { faqVote, faqVotes } from '#contract/calls/support';
import { send } from '../../runtime/browser.ts';
import { queryClient, useCall } from '../../runtime/queries/queries.ts';

export type Votes = {
  /** Whether the answer helped this reader; undefined without a vote, or until it is known. */
  of(key: string): boolean | undefined;
  /** Shows the vote at once, and reverts it if it could not be stored. */
  vote(key: string, helpful: boolean): void;
};

export function useVotes(): Votes {
  const { data } = useCall(faqVotes, {}, { background: true });
  const [own, setOwn] = useState<Readonly<Record<string, boolean | undefined>>>({});
  const stored = (key: string) => data?.votes.find((vote) => vote.key === key)?.helpful;
  const store = async (key: string, helpful: boolean) => {
    const before = own[key];
    setOwn((votes) => ({ ...votes, [key]: helpful }));
    // A vote that is blocked as a duplicate is already being sent.
    const answer = await send(faqVote, { key, helpful }).catch(() => null);
    if (answer?.status === 1) return queryClient.invalidateQueries({ queryKey: [faqVotes.path] });
    if (answer) setOwn((votes) => ({ ...votes, [key]: before }));
  };
  return {
    of: (key) => own[key] ?? stored(key),
    vote: (key, helpful) => void store(key, helpful),
  };
}
