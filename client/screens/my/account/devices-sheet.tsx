import { endSession, userSessions } from '#contract/calls/account';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { ErrorState } from '../../../../ui/states.tsx';
import { useChange } from '../../../features/account/use-change.ts';
import { timeText } from '../../../features/text/format/time-text.ts';
import { useCall } from '../../../runtime/queries/queries.ts';

/** The sessions of this account, with a button to end each. */
export function DevicesSheet({ onClose }: { onClose(): void }) {
  const { data, error, retry } = useCall(userSessions, {}, { staleMs: 0 });
  const { busy, change } = useChange(endSession, retry, '已退出那台设备');
  return (
    <Dialog title="登录的设备" onClose={onClose}>
      {error ? (
        <ErrorState message={error.message} onRetry={retry} />
      ) : !data ? (
        <Skeleton className="h-16 w-full rounded-lg" />
      ) : (
        <ul>
          {data.devices.map(({ id, device, at, here }) => (
            <li key={id} className="flex min-h-16 items-center gap-3 border-b border-line last:border-0">
              <span className="min-w-0 flex-1">
                <span className="block truncate">{device || '未知设备'}</span>
                <span className="block text-xs text-soft">{here ? '这台设备' : `最近使用：${timeText(at)}`}</span>
              </span>
              {!here && (
                <Button look="tinted" disabled={busy} onClick={() => change({ id })}>
                  退出
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
