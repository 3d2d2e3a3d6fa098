import { type FormEvent, useState } from 'react';
import { userDelete } from '#contract/calls/account';
import type { UserInfo } from '#contract/shapes';
import { useChange } from '../../../features/change/use-change.ts';
import { BoundPhoneCode } from '../../../features/send-code/bound-phone-code.tsx';
import { toast } from '../../../notices.ts';
import { session } from '../../../runtime/browser.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';

/** Requests the deletion of the account, after a check of its password or of a code; it can be revoked for seven days. */
export function DeleteSheet({ user, onClose }: { user: UserInfo; onClose(): void }) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const { busy, change } = useChange(
    userDelete,
    () => {
      onClose();
      void session.startAnonymous();
    },
    '账号将在 7 天后注销',
  );
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (user.hasPassword && password === '') return toast('请输入用户密码!');
    if (!user.hasPassword && code === '') return toast('请输入验证码!');
    change(user.hasPassword ? { password } : { code });
  };
  return (
    <Dialog title="注销账号" onClose={onClose}>
      <form className="flex flex-col gap-4" onSubmit={onSubmit} noValidate>
        <p className="text-sm text-soft">
          所有设备会立刻退出。7 天内再次登录可以取消；7
          天后书架、历史、资料都会抹去，不能恢复，交易记录依法留存但不再与你关联。
        </p>
        {user.hasPassword ? (
          <PasswordField label="密码" value={password} onText={setPassword} kind="current" />
        ) : (
          <BoundPhoneCode purpose="delete" code={code} onCode={setCode} />
        )}
        <Button type="submit" className="w-full" disabled={busy}>
          确认注销
        </Button>
      </form>
    </Dialog>
  );
}
