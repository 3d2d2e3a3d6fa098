import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { faq } from '#contract/calls/support';
import { FORGOTTEN_PASSWORD } from '#contract/faq';
import { ChoiceRow } from '../../features/choice-row/choice-row.tsx';
import { plainText } from '../../features/rich-text/blocks.ts';
import { RichText } from '../../features/rich-text/rich-text.tsx';
import { TabRow } from '../../features/tab-row/tab-row.tsx';
import { TitledScreen } from '../../features/titled-screen/titled-screen.tsx';
import { WithBanners } from '../../features/with-banners/with-banners.tsx';
import { useCall } from '../../runtime/queries/queries.ts';
import { useClientState } from '../../state.ts';
import { Button } from '../../ui/button.tsx';
import { afterDialogs } from '../../ui/dialog-entry.ts';
import { DownIcon } from '../../ui/screen-icons.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { type AskedType, QUESTION_TYPES, typeInAddress } from './faq-types.ts';
import { FeedbackList } from './feedback-list.tsx';
import { FeedbackSheet } from './feedback-sheet.tsx';

/** The index of the screen, which is its banner slot. */
const SLOT = 12;

type Tab = 'questions' | 'feedback';

/** Frequent questions with their answers, and a form for others. */
export function FaqScreen() {
  const [address, setAddress] = useSearchParams();
  const [writing, setWriting] = useState(false);
  const unread = useClientState((state) => state.userInfo?.unread.feedback ?? 0);
  const tab: Tab = address.get('tab') === 'feedback' ? 'feedback' : 'questions';
  const type = typeInAddress(address.get('type'));
  // The login dialog links here with this type for a forgotten password.
  const [opened] = useState(type === 0 ? FORGOTTEN_PASSWORD : null);

  return (
    <TitledScreen title="帮助与反馈">
      <div className="page-width max-w-3xl border-b border-line">
        <TabRow
          label="看"
          tabs={[
            { key: 'questions', label: '常见问题' },
            { key: 'feedback', label: unread > 0 ? `我的反馈（${unread} 条新回复）` : '我的反馈' },
          ]}
          picked={tab}
          onPick={(next: Tab) => setAddress(next === 'feedback' ? { tab: 'feedback' } : {}, { replace: true })}
        />
      </div>
      <WithBanners slot={SLOT} waiting={<QuestionsSkeleton />}>
        {tab === 'feedback' ? (
          <FeedbackList />
        ) : (
          <Questions
            type={type}
            opened={opened}
            onType={(next) => setAddress(next === 'all' ? {} : { type: String(next) }, { replace: true })}
          />
        )}
      </WithBanners>
      <div className="h-16" aria-hidden />
      <div className="fixed inset-x-0 bottom-0 z-10 border-t border-line pb-[env(safe-area-inset-bottom)] frosted">
        <div className="page-width flex justify-center py-2.5">
          <Button className="w-full max-w-md" onClick={() => setWriting(true)}>
            写反馈
          </Button>
        </div>
      </div>
      {writing && (
        <FeedbackSheet
          type={type === 'all' ? 4 : type}
          onClose={() => setWriting(false)}
          onSent={() => {
            setWriting(false);
            afterDialogs(() => setAddress({ tab: 'feedback' }, { replace: true }));
          }}
        />
      )}
    </TitledScreen>
  );
}

type QuestionsProps = {
  type: AskedType;
  /** The questions whose answer is open from the beginning. */
  opened: RegExp | null;
  onType(type: AskedType): void;
};

function Questions({ type, opened, onType }: QuestionsProps) {
  const { data, error, retry } = useCall(faq);
  const [searchText, setSearchText] = useState('');
  const words = searchText.trim().toLowerCase();
  const shown = data?.list.filter(
    (entry) =>
      (type === 'all' || entry.type === type) &&
      `${entry.question}${plainText(entry.answer)}`.toLowerCase().includes(words),
  );
  return (
    <>
      <div className="mx-auto max-w-3xl">
        <ChoiceRow label="类型" choices={QUESTION_TYPES} picked={type} onPick={onType} />
      </div>
      <div className="page-width max-w-3xl pt-4">
        <SearchField label="搜索问题" value={searchText} onText={setSearchText} />
      </div>
      {error ? (
        <ErrorState message={error.message} onRetry={retry} />
      ) : !shown ? (
        <QuestionsSkeleton />
      ) : shown.length === 0 ? (
        <EmptyState title="没有找到相关的问题" hint="可以写反馈问我们。" />
      ) : (
        <ul className="page-width max-w-3xl pt-4">
          {shown.map(({ id, question, answer }) => (
            <li key={id} className="border-b border-line">
              <details className="group" open={opened?.test(question)}>
                <summary className="flex min-h-12 items-center gap-3 py-3 font-medium [&::-webkit-details-marker]:hidden">
                  <span className="min-w-0 flex-1">{question}</span>
                  <DownIcon className="size-4 shrink-0 text-soft group-open:rotate-180" />
                </summary>
                <div className="-mt-4 pb-4 text-soft">
                  <RichText text={answer} />
                </div>
              </details>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function QuestionsSkeleton() {
  return (
    <div className="page-width flex max-w-3xl flex-col gap-2 pt-4" aria-hidden>
      {[1, 2, 3, 4].map((place) => (
        <Skeleton key={place} className="h-12 w-full rounded-lg" />
      ))}
    </div>
  );
}
