import { type FormEvent, useState } from 'react';
import type { InputOf } from '#contract/call';
import { userPassword } from '#contract/calls/account';
import { usernameTaken, weakPassword, wrongCode, wrongPassword } from '#contract/codes';
import type { UserInfo } from '#contract/shapes';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { NEW_PASSWORD_RULE, PasswordField, USERNAME_RULE } from '../../../../ui/password-field.tsx';
import { TextButton } from '../../../../ui/text-button.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { BoundPhoneCode } from '../../../features/account/send-code/bound-phone-code.tsx';
import { useChange } from '../../../features/account/use-change.ts';
import { session } from '../../../runtime/browser.ts';

/**
 * Sets the first password with a username, or replaces the old password. A code to the bound phone replaces a forgotten old
 * password, and is used by accounts that have none.
 */
export function PasswordSheet({ user, onClose }: { user: UserInfo; onClose(): void }) {
  const [username, setUsername] = useState('');
  const [old, setOld] = useState('');
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [forgotten, setForgotten] = useState(false);
  const { busy, change } = useChangePassword(onClose, setProblem);
  const first = user.username === null;
  const byOld = user.hasPassword && !forgotten;
  const byCode = user.telephone !== null && !byOld;

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const payload = { password, ...(first && { username }), ...(byOld && { old }), ...(byCode && { code }) };
    const missing = missingIn(payload);
    setProblem(missing);
    if (!missing) change(payload);
  };
  const errorOf = (field: Field) => (problem?.field === field ? problem.text : null);
  const typed = (keep: (text: string) => void) => (text: string) => {
    keep(text);
    setProblem(null);
  };
  return (
    <Dialog title={user.hasPassword ? '修改密码' : '设置密码'} onClose={onClose}>
      <form className="flex flex-col gap-4" onSubmit={onSubmit} noValidate>
        {first && (
          <TextField
            label="用户名"
            hint={USERNAME_RULE}
            value={username}
            onText={typed(setUsername)}
            error={errorOf('username')}
            maxLength={50}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
        {byOld && (
          <PasswordField label="原密码" value={old} onText={typed(setOld)} kind="current" error={errorOf('old')} />
        )}
        {byCode && <BoundPhoneCode purpose="password" code={code} onCode={typed(setCode)} error={errorOf('code')} />}
        <PasswordField
          label="新密码"
          value={password}
          onText={typed(setPassword)}
          kind="new"
          error={errorOf('password')}
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

/** Saves a password. A refusal is shown as the problem of a field. */
function useChangePassword(onSaved: () => void, onProblem: (problem: Problem) => void) {
  return useChange(
    userPassword,
    (changed) => {
      session.adoptProfile(changed);
      onSaved();
    },
    '已保存',
    {
      [weakPassword]: ({ message }) =>
        onProblem({ field: 'password', text: `${message}，换一个试试：${NEW_PASSWORD_RULE}` }),
      [wrongPassword]: ({ message: text }) => onProblem({ field: 'old', text }),
      [wrongCode]: ({ message: text }) => onProblem({ field: 'code', text }),
      [usernameTaken]: ({ message }) => onProblem({ field: 'username', text: `${message}，换一个试试` }),
    },
  );
}

type Field = 'username' | 'old' | 'code' | 'password';
/** A problem that is shown under its field. */
type Problem = { field: Field; text: string };

const MISSING: readonly Problem[] = [
  { field: 'username', text: '请输入用户名!' },
  { field: 'old', text: '请输入原密码!' },
  { field: 'code', text: '请输入验证码!' },
  { field: 'password', text: '请输入用户密码!' },
];

/** The first empty field. */
function missingIn(payload: InputOf<typeof userPassword>): Problem | null {
  return MISSING.find(({ field }) => payload[field] === '') ?? null;
}
