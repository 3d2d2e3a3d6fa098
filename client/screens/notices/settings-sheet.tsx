import { noticeSettings, notices, setNoticeSettings } from '#contract/calls/notices';
import { Dialog } from '../../../ui/dialog.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { SwitchRow } from '../../../ui/switch-row.tsx';
import { useChange } from '../../features/account/use-change.ts';
import { session } from '../../runtime/browser.ts';
import { queryClient, useCall } from '../../runtime/queries/queries.ts';
import { NOTICE_CATEGORY_ROWS, withSwitched } from './categories.ts';
import { MailRows } from './mail-rows.tsx';
import { PushRows } from './push-rows.tsx';

/** Which categories of notices the reader receives, and whether they are pushed and mailed. */
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
  return (
    <Dialog title="接收哪些消息" onClose={onClose}>
      {error ? (
        <ErrorState message={error.message} onRetry={retry} />
      ) : !data ? (
        <Skeleton className="h-40 w-full rounded-lg" />
      ) : (
        <>
          {NOTICE_CATEGORY_ROWS.map(({ category, label, hint }) => (
            <SwitchRow
              key={category}
              on={!data.muted.includes(category)}
              disabled={busy}
              onSwitch={(isOn) => change({ muted: withSwitched(data.muted, category, isOn) })}
            >
              <span className="block pt-2 text-base">{label}</span>
              <span className="block pb-2 text-xs text-soft">{hint}</span>
            </SwitchRow>
          ))}
          <PushRows muted={data.muted} pushMuted={data.pushMuted ?? []} onChanged={retry} />
          {data.mailMuted && <MailRows muted={data.muted} mailMuted={data.mailMuted} onChanged={retry} />}
        </>
      )}
    </Dialog>
  );
}
