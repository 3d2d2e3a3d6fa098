import { userAdult } from '#contract/calls/account';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { useChange } from '../../../features/account/use-change.ts';
import { session } from '../../../runtime/browser.ts';

/** Confirms to be of age, or hides comics rated 18 again. */
export function AdultDialog({ adult, onClose }: { adult: boolean; onClose(): void }) {
  const { busy, change } = useChange(userAdult, (user) => {
    session.adoptProfile(user);
    onClose();
  });
  return (
    <ConfirmDialog
      title="18 岁以上内容"
      text={
        adult
          ? '不再显示标记为 18 岁以上的漫画？'
          : '请确认你已年满 18 周岁。确认后可以查找和阅读标记为 18 岁以上的漫画。'
      }
      confirm={adult ? '不再显示' : '我已年满 18 周岁'}
      busy={busy}
      onConfirm={() => change({ adult: !adult })}
      onClose={onClose}
    />
  );
}
