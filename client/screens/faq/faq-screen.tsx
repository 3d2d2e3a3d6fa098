import { useEffect, useState } from 'react';
import { feedback } from '#contract/calls/support';
import { Button } from '../../../ui/button.tsx';
import { afterDialogs } from '../../../ui/dialog-entry.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { FeedbackSheet, type FeedbackStart } from '../../features/feedback/feedback-sheet.tsx';
import { OTHER, typeInAddress } from '../../features/feedback/feedback-types.ts';
import { EndlessList } from '../../features/listings/endless-list.tsx';
import { WithBanners } from '../../features/listings/with-banners.tsx';
import { TabRow } from '../../features/navigation/tab-row.tsx';
import { TitledScreen } from '../../features/navigation/titled-screen.tsx';
import { useSearchParams } from '../../features/navigation/use-search-params.ts';
import { session } from '../../runtime/browser.ts';
import { useEndless } from '../../runtime/queries/endless.ts';
import { queryClient } from '../../runtime/queries/queries.ts';
import { useClientState } from '../../state.ts';
import { FeedbackCard } from './feedback-card.tsx';
import { Questions, QuestionsSkeleton } from './questions.tsx';

/** The index of the screen, which is its banner slot. */
const SLOT = 12;

type Tab = 'questions' | 'feedback';

/** Frequent questions with their answers, and a form for others. */
export function FaqScreen() {
  const [address, setAddress] = useSearchParams();
  const [writing, setWriting] = useState<FeedbackStart | null>(null);
  const unread = useClientState((state) => state.userInfo?.unread.feedback ?? 0);
  const tab: Tab = address.get('tab') === 'feedback' ? 'feedback' : 'questions';
  const type = typeInAddress(address.get('type'));

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
            asked={address.get('q')}
            onWrite={setWriting}
            onType={(next) => setAddress(next === 'all' ? {} : { type: String(next) }, { replace: true })}
          />
        )}
      </WithBanners>
      <div className="h-16" aria-hidden />
      <div className="fixed inset-x-0 bottom-0 z-10 border-t border-line pb-[env(safe-area-inset-bottom)] frosted">
        <div className="page-width flex justify-center py-2.5">
          <Button className="w-full max-w-md" onClick={() => setWriting({ type: type === 'all' ? OTHER : type })}>
            写反馈
          </Button>
        </div>
      </div>
      {writing && (
        <FeedbackSheet
          start={writing}
          onClose={() => setWriting(null)}
          onSent={() => {
            setWriting(null);
            afterDialogs(() => setAddress({ tab: 'feedback' }, { replace: true }));
          }}
        />
      )}
    </TitledScreen>
  );
}

/** The reader's feedback with the replies. A reply that is shown counts as read. */
function FeedbackList() {
  const list = useEndless(feedback, {});
  const unread = useClientState((state) => state.userInfo?.unread.feedback ?? 0);
  useEffect(() => {
    // A reply newer than the list is fetched now, which marks it as read.
    if (unread > 0)
      void queryClient.invalidateQueries({ queryKey: [feedback.path] }).then(() => session.refetchProfile());
  }, [unread]);
  return (
    <EndlessList
      list={list}
      empty={{ title: '还没有反馈', hint: '写下问题或建议，回复会出现在这里。' }}
      className="flex flex-col gap-4"
      skeleton={<Skeleton className="h-24 w-full rounded-2xl" />}
    >
      {(item) => <FeedbackCard key={item.id} item={item} />}
    </EndlessList>
  );
}
