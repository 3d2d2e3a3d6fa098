import { useEffect } from 'react';
import { feedback } from '#contract/calls/support';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EndlessList } from '../../features/listings/endless-list.tsx';
import { session } from '../../runtime/browser.ts';
import { useEndless } from '../../runtime/queries/endless.ts';
import { queryClient } from '../../runtime/queries/queries.ts';
import { useClientState } from '../../state.ts';
import { FeedbackCard } from './feedback-card.tsx';

/** The reader's feedback with the replies. A reply that is shown counts as read. */
export function FeedbackList() {
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
