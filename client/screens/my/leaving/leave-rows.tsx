import { useState } from 'react';
import { userExport } from '#contract/calls/account';
import type { UserInfo } from '#contract/shapes';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { useChange } from '../../../features/account/use-change.ts';
import { forgetSubscription } from '../../../features/push/browser-push.ts';
import { toast } from '../../../notices.ts';
import { session } from '../../../runtime/browser.ts';
import { ActionRow, RowGroup } from '../parts/row.tsx';
import { DeleteSheet } from './delete-sheet.tsx';

type Sheet = 'logout' | 'logoutAll' | 'delete';

/** Data export, logout and deletion. An anonymous reader can't log out, because that would lose their library. */
export function LeaveRows({ user }: { user: UserInfo }) {
  const [open, setOpen] = useState<Sheet | null>(null);
  const close = () => setOpen(null);
  const { change: exportAll } = useChange(userExport, (data) => save(`manyu-${user.id}.json`, data), '');
  return (
    <RowGroup title="数据与退出">
      <ActionRow icon="export" label="导出我的数据" onOpen={() => exportAll({})} />
      {user.registered && (
        <>
          <ActionRow icon="exit" label="退出登录" onOpen={() => setOpen('logout')} />
          <ActionRow icon="devices" label="退出所有设备" onOpen={() => setOpen('logoutAll')} />
          <ActionRow icon="leave" label="注销账号" onOpen={() => setOpen('delete')} />
        </>
      )}
      {(open === 'logout' || open === 'logoutAll') && <LogoutDialog all={open === 'logoutAll'} onClose={close} />}
      {open === 'delete' && <DeleteSheet user={user} onClose={close} />}
    </RowGroup>
  );
}

function LogoutDialog({ all, onClose }: { all: boolean; onClose(): void }) {
  const [busy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    const left = await session.logOut(all);
    setBusy(false);
    if (!left) return;
    void forgetSubscription();
    toast('已退出登录');
    onClose();
  };
  return (
    <ConfirmDialog
      title={all ? '退出所有设备' : '退出登录'}
      text={all ? '登录过的每一台设备都要重新登录。' : '书架和历史留在账号里，再次登录就能看到。'}
      confirm="退出"
      busy={busy}
      onConfirm={() => void leave()}
      onClose={onClose}
    />
  );
}

function save(name: string, data: unknown) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
  link.download = name;
  link.click();
  // Safari reads the object URL a moment later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
