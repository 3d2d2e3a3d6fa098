import { useState } from 'react';
import { faq, faqVote, faqVotes } from '#contract/calls/support';
import { FORGOTTEN_PASSWORD } from '#contract/faq';
import { SearchField } from '../../../ui/search-field.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import type { FeedbackStart } from '../../features/feedback/feedback-sheet.tsx';
import { type AskedType, QUESTION_TYPES } from '../../features/feedback/feedback-types.ts';
import { ChoiceRow } from '../../features/listings/choice-row.tsx';
import { plainText } from '../../features/text/rich-text/blocks.ts';
import { send } from '../../runtime/browser.ts';
import { queryClient, useCall } from '../../runtime/queries/queries.ts';
import { Question, type QuestionItem } from './question.tsx';

type QuestionsProps = {
  type: AskedType;
  /** The key of the question that the address names. */
  asked: string | null;
  onType(type: AskedType): void;
  onWrite(start: FeedbackStart): void;
};

/** The frequent questions; the one that the address names is the first, and open. */
export function Questions({ type, asked, onType, onWrite }: QuestionsProps) {
  const { data, error, retry } = useCall(faq);
  const votes = useVotes();
  const [searchText, setSearchText] = useState('');
  // The login dialog links here with this type for a forgotten password.
  const [opened] = useState(type === 0 ? FORGOTTEN_PASSWORD : null);
  const words = searchText.trim().toLowerCase();
  const shown = data?.list
    .filter((entry) => (type === 'all' || entry.type === type) && textOf(entry).includes(words))
    .sort((one, other) => Number(other.key === asked) - Number(one.key === asked));
  const isGone = asked !== null && data?.list.every(({ key }) => key !== asked);
  return (
    <>
      <div className="mx-auto max-w-3xl">
        <ChoiceRow label="类型" choices={QUESTION_TYPES} picked={type} onPick={onType} />
      </div>
      <div className="page-width max-w-3xl pt-4">
        <SearchField label="搜索问题" value={searchText} onText={setSearchText} />
        {isGone && <p className="pt-4 text-sm text-soft">链接里的问题已经更新或不在了，看看下面这些。</p>}
      </div>
      {error ? (
        <ErrorState message={error.message} onRetry={retry} />
      ) : !shown ? (
        <QuestionsSkeleton />
      ) : shown.length === 0 ? (
        <EmptyState title="没有找到相关的问题" hint="可以写反馈问我们。" />
      ) : (
        <ul className="page-width max-w-3xl pt-4">
          {shown.map((item) => (
            <Question
              key={`${item.key} ${item.key === asked}`}
              item={item}
              isOpen={item.key === asked || opened?.test(item.question) === true}
              vote={votes.of(item.key)}
              onVote={(helpful) => votes.vote(item.key, helpful)}
              onWrite={() => onWrite({ type: item.type, content: `关于「${item.question}」：\n` })}
            />
          ))}
        </ul>
      )}
    </>
  );
}

function textOf({ question, answer }: QuestionItem): string {
  return `${question}${plainText(answer)}`.toLowerCase();
}

export function QuestionsSkeleton() {
  return (
    <div className="page-width flex max-w-3xl flex-col gap-2 pt-4" aria-hidden>
      {[1, 2, 3, 4].map((place) => (
        <Skeleton key={place} className="h-12 w-full rounded-lg" />
      ))}
    </div>
  );
}

type Votes = {
  /** Whether the answer helped this reader; undefined without a vote, or until it is known. */
  of(key: string): boolean | undefined;
  /** Shows the vote at once, and reverts it if it could not be stored. */
  vote(key: string, helpful: boolean): void;
};

function useVotes(): Votes {
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
