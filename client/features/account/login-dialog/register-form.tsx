import type { FormEvent } from 'react';
import { userPassword } from '#contract/calls/account';
import { usernameTaken, weakPassword } from '#contract/codes';
import { Button } from '../../../../ui/button.tsx';
import { NEW_PASSWORD_RULE, USERNAME_RULE } from '../../../../ui/password-field.tsx';
import { TextButton } from '../../../../ui/text-button.tsx';
import { toast } from '../../../notices.ts';
import { session } from '../../../runtime/browser.ts';
import { useChange } from '../use-change.ts';
import { Agreement } from './agreement.tsx';
import { CredentialFields, useCredentials } from './credential-fields.tsx';
import { useLoginDraft } from './login-draft.ts';

/** Makes the visitor a registered reader, who keeps their library. `onLogin` switches back to the login. */
export function RegisterForm({ onLogin }: { onLogin(): void }) {
  const credentials = useCredentials();
  const { username, password, setProblem } = credentials;
  const { busy, change } = useChange(
    userPassword,
    (user) => {
      void session.completeLogin({ token: user.token, user });
      useLoginDraft.setState({ username: '', telephone: '' });
      toast('注册成功!');
    },
    '',
    {
      [usernameTaken]: ({ message }) => setProblem({ field: 'username', text: `${message}，换一个试试` }),
      [weakPassword]: ({ message: text }) =>
        setProblem({ field: 'password', text: `${text}，换一个试试：${NEW_PASSWORD_RULE}` }),
    },
  );
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!/^\w{4,}$/.test(username))
      return setProblem({ field: 'username', text: username === '' ? '请输入用户名!' : USERNAME_RULE });
    if (password === '') return setProblem({ field: 'password', text: '请输入用户密码!' });
    change({ username, password });
  };
  return (
    <form className="flex flex-1 flex-col gap-4 pt-4" onSubmit={onSubmit} noValidate>
      <CredentialFields {...credentials} kind="new" usernameHint={USERNAME_RULE} />
      <Button type="submit" className="w-full" disabled={busy}>
        注册
      </Button>
      <div className="mt-auto text-center">
        <TextButton onClick={onLogin}>已有账号？登录</TextButton>
        <Agreement act="注册" />
      </div>
    </form>
  );
}
