import { type FormEvent, useState } from 'react';
import { userDelete } from '#contract/calls/account';
import { wrongCode, wrongPassword } from '#contract/codes';
import type { UserInfo } from '#contract/shapes';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { PasswordField } from '../../../../ui/password-field.tsx';
import { BoundPhoneCode } from '../../../features/account/send-code/bound-phone-code.tsx';
import { useChange } from '../../../features/account/use-change.ts';
import { useAssetNames } from '../../../features/buying/chapters/use-asset-names.ts';
import { session } from '../../../runtime/browser.ts';
import { balanceText } from './balance-text.ts';

/** Requests the deletion of the account, after a check of its password or of a code; it can be revoked for seven days. */
export function DeleteSheet({ user, onClose }: { user: UserInfo; onClose(): void }) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const { busy, change } = useChange(
    userDelete,
    () => {
      onClose();
      void session.startAnonymous();
    },
    '账号将在 7 天后注销',
    {
      [wrongPassword]: ({ message }) => setProblem(message),
      [wrongCode]: ({ message }) => setProblem(message),
    },
  );
  const lost = balanceText(user, useAssetNames());
  const typed = (keep: (text: string) => void) => (text: string) => {
    keep(text);
    setProblem(null);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (user.hasPassword && password === '') return setProblem('请输入用户密码!');
    if (!user.hasPassword && code === '') return setProblem('请输入验证码!');
    change(user.hasPassword ? { password } : { code });
  };
  return (
    <Dialog title="注销账号" onClose={onClose}>
      <form className="flex flex-col gap-4" onSubmit={onSubmit} noValidate>
        <p className="text-sm text-soft">
          所有设备会立刻退出。7 天内再次登录可以取消；7
          天后书架、历史、资料和已购的话都会删除，不能恢复，交易记录依法留存但不再与你关联。
        </p>
        {lost !== '' && <p className="text-sm text-danger">账号里还有 {lost}，注销后全部作废。</p>}
        {user.hasPassword ? (
          <PasswordField label="密码" value={password} onText={typed(setPassword)} kind="current" error={problem} />
        ) : (
          <BoundPhoneCode purpose="delete" code={code} onCode={typed(setCode)} error={problem} />
        )}
        <Button type="submit" className="w-full bg-danger! text-page!" disabled={busy}>
          确认注销
        </Button>
      </form>
    </Dialog>
  );
}
