import { type FormEvent, useState } from 'react';
import { userPassword, userSendCode } from '#contract/calls/account';
import type { UserInfo } from '#contract/shapes';
import { session } from '../../api/live.ts';
import { sendWithProof } from '../../features/proof/send-with-proof.ts';
import { SendCodeButton } from '../../features/send-code/send-code-button.tsx';
import { toast } from '../../notices.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { NEW_PASSWORD_RULE, PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useChange } from './use-change.ts';

const TOO_WEAK = 2006;

/** Sets the first password, with the username that goes with it, or a new one by the old one or a code. */
export function PasswordSheet({ user, onClose }: { user: UserInfo; onClose(): void }) {
  const [username, setUsername] = useState('');
  const [old, setOld] = useState('');
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const [weak, setWeak] = useState<string | null>(null);
  const [byCode, setByCode] = useState(false);
  const { busy, change } = useChange(
    userPassword,
    (changed) => {
      session.take(changed);
      onClose();
    },
    '已保存',
    { [TOO_WEAK]: setWeak },
  );
  const first = user.username === null;

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (first && username === '') return toast('请输入用户名!');
    if (user.hasPassword && !byCode && old === '') return toast('请输入原密码!');
    if (user.hasPassword && byCode && code === '') return toast('请输入验证码!');
    if (password === '') return toast('请输入用户密码!');
    change({
      password,
      ...(first && { username }),
      ...(user.hasPassword && (byCode ? { code } : { old })),
    });
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
        {user.hasPassword && !byCode && <PasswordField label="原密码" value={old} onText={setOld} kind="current" />}
        {user.hasPassword && byCode && <BoundPhoneCode purpose="password" code={code} onCode={setCode} />}
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
          <button type="button" className="h-11 self-center px-4 text-sm text-soft" onClick={() => setByCode(!byCode)}>
            {byCode ? '用原密码验证' : '忘记原密码? 用短信验证'}
          </button>
        )}
        <p className="text-center text-xs text-soft">保存后，其他设备需要重新登录</p>
      </form>
    </Dialog>
  );
}

type BoundPhoneCodeProps = { purpose: 'password' | 'delete'; code: string; onCode(code: string): void };

/** A code sent to the phone that is bound already. */
export function BoundPhoneCode({ purpose, code, onCode }: BoundPhoneCodeProps) {
  return (
    <TextField
      label="验证码（发到已绑定的手机）"
      inputMode="numeric"
      value={code}
      onText={onCode}
      maxLength={6}
      autoComplete="one-time-code"
    >
      <SendCodeButton
        purpose={purpose}
        telephone={null}
        onSend={() => sendWithProof(userSendCode, { purpose }, 'sms')}
      />
    </TextField>
  );
}
