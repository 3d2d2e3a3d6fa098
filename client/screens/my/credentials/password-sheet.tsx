import { type FormEvent, useState } from 'react';
import type { InputOf } from '#contract/call';
import { userPassword } from '#contract/calls/account';
import { weakPassword } from '#contract/codes';
import type { UserInfo } from '#contract/shapes';
import { useChange } from '../../../features/change/use-change.ts';
import { BoundPhoneCode } from '../../../features/send-code/bound-phone-code.tsx';
import { toast } from '../../../notices.ts';
import { session } from '../../../runtime/browser.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { NEW_PASSWORD_RULE, PasswordField } from '../../../ui/password-field.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { TextField } from '../../../ui/text-field.tsx';

/**
 * Sets the first password, with the username that goes with it, or a new one by the old one. A code to the bound phone
 * replaces a forgotten old password, and serves accounts that have none.
 */
export function PasswordSheet({ user, onClose }: { user: UserInfo; onClose(): void }) {
  const [username, setUsername] = useState('');
  const [old, setOld] = useState('');
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const [weak, setWeak] = useState<string | null>(null);
  const [forgotten, setForgotten] = useState(false);
  const { busy, change } = useChange(
    userPassword,
    (changed) => {
      session.adoptProfile(changed);
      onClose();
    },
    '已保存',
    { [weakPassword]: ({ message }) => setWeak(message) },
  );
  const first = user.username === null;
  const byOld = user.hasPassword && !forgotten;
  const byCode = user.telephone !== null && !byOld;

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const payload = { password, ...(first && { username }), ...(byOld && { old }), ...(byCode && { code }) };
    const missing = missingIn(payload);
    if (missing) return toast(missing);
    change(payload);
  };
  return (
    <Dialog title={user.hasPassword ? '修改密码' : '设置密码'} onClose={onClose}>
      <form className="flex flex-col gap-4" onSubmit={onSubmit} noValidate>
        {first && (
          <TextField
            label="用户名（4 到 50 个字母、数字或 _，设定后不能更改）"
            value={username}
            onText={setUsername}
            maxLength={50}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
        {byOld && <PasswordField label="原密码" value={old} onText={setOld} kind="current" />}
        {byCode && <BoundPhoneCode purpose="password" code={code} onCode={setCode} />}
        <PasswordField
          label="新密码"
          value={password}
          onText={(text) => {
            setPassword(text);
            setWeak(null);
          }}
          kind="new"
          error={weak && `${weak}，换一个试试：${NEW_PASSWORD_RULE}`}
        />
        <Button type="submit" className="w-full" disabled={busy}>
          保存
        </Button>
        {user.hasPassword && user.telephone !== null && (
          <TextButton onClick={() => setForgotten(!forgotten)}>
            {forgotten ? '用原密码验证' : '忘记原密码? 用短信验证'}
          </TextButton>
        )}
        <p className="text-center text-xs text-soft">保存后，其他设备需要重新登录</p>
      </form>
    </Dialog>
  );
}

/** The toast for the first empty field. */
function missingIn(payload: InputOf<typeof userPassword>): string | null {
  if (payload.username === '') return '请输入用户名!';
  if (payload.old === '') return '请输入原密码!';
  if (payload.code === '') return '请输入验证码!';
  return payload.password === '' ? '请输入用户密码!' : null;
}
