import { type NoticeCategory, noticeSettings, notices, setNoticeSettings } from '#contract/calls/notices';
import { Dialog } from '../../../ui/dialog.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { useChange } from '../../features/account/use-change.ts';
import { session } from '../../runtime/browser.ts';
import { queryClient, useCall } from '../../runtime/queries/queries.ts';

const CATEGORIES: readonly { category: NoticeCategory; label: string; hint: string }[] = [
  { category: 'updates', label: '更新', hint: '订阅的漫画有新话，关注的作者有新作，等就免费可以用了' },
  { category: 'money', label: '到账', hint: '充值到账，退款完成，赠币、阅读券、月卡快要过期' },
  { category: 'replies', label: '回复', hint: '反馈有了回复' },
];

/** Which categories of notices the reader receives. */
export function SettingsSheet({ onClose }: { onClose(): void }) {
  const { data, error, retry } = useCall(noticeSettings, {}, { staleMs: 0 });
  const { busy, change } = useChange(
    setNoticeSettings,
    () => {
      retry();
      void queryClient.invalidateQueries({ queryKey: [notices.path] });
      void session.refetchProfile();
    },
    '',
  );
  const mutedWith = (category: NoticeCategory, isOn: boolean) =>
    CATEGORIES.map((each) => each.category).filter((each) => (each === category ? !isOn : data?.muted.includes(each)));
  return (
    <Dialog title="接收哪些消息" onClose={onClose}>
      {error ? (
        <ErrorState message={error.message} onRetry={retry} />
      ) : !data ? (
        <Skeleton className="h-40 w-full rounded-lg" />
      ) : (
        <div>
          {CATEGORIES.map(({ category, label, hint }) => {
            const isOn = !data.muted.includes(category);
            return (
              <label key={category} className="flex min-h-14 items-center gap-3 border-b border-line last:border-0">
                <span className="flex-1">
                  {label}
                  <span className="block text-xs text-soft">{hint}</span>
                </span>
                <input
                  type="checkbox"
                  role="switch"
                  aria-checked={isOn}
                  className="size-5 accent-accent"
                  checked={isOn}
                  disabled={busy}
                  onChange={(event) => change({ muted: mutedWith(category, event.target.checked) })}
                />
              </label>
            );
          })}
        </div>
      )}
    </Dialog>
  );
}
