import { userAutoBuy, userAutoBuys } from '#contract/calls/account';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../../ui/states.tsx';
import { useChange } from '../../../features/account/use-change.ts';
import { useCall } from '../../../runtime/queries/queries.ts';

/** The comics whose next chapter is bought automatically, with a button to stop each. */
export function AutoBuysSheet({ onClose }: { onClose(): void }) {
  const { data, error, retry } = useCall(userAutoBuys, {}, { staleMs: 0 });
  const { busy, change } = useChange(userAutoBuy, retry, '已关闭自动购买');
  return (
    <Dialog title="自动购买下一话" onClose={onClose}>
      {error ? (
        <ErrorState message={error.message} onRetry={retry} />
      ) : !data ? (
        <Skeleton className="h-16 w-full rounded-lg" />
      ) : data.list.length === 0 ? (
        <EmptyState title="没有自动购买的漫画" hint="读到要购买的一话时可以打开。" />
      ) : (
        <ul>
          {data.list.map(({ id, title }) => (
            <li key={id} className="flex min-h-12 items-center gap-3 border-b border-line last:border-0">
              <span className="min-w-0 flex-1 truncate">{title}</span>
              <Button look="tinted" disabled={busy} onClick={() => change({ comicId: id, on: false })}>
                关闭
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
