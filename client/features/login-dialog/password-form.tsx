import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { userLogin } from '#contract/calls/account';
import { toast, useNotices } from '../../notices.ts';
import { closeLogin, useClientState } from '../../state.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { sendWithProof } from '../proof/send-with-proof.ts';
import { useTyped } from './typed.ts';
import { useLogin } from './use-login.ts';

/** Login by username and password; `onPhone` turns to the login by phone. */
export function PasswordForm({ onPhone }: { onPhone(): void }) {
  const username = useTyped((typed) => typed.username);
  const [password, setPassword] = useState('');
  const { busy, login } = useLogin();
  const forgot = useForgotPassword(onPhone);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (username === '') return toast('请输入用户名!');
    if (password === '') return toast('请输入用户密码!');
    void login(() => sendWithProof(userLogin, { username, password }, 'login'));
  };
  return (
    <form className="flex flex-col gap-4 pt-4" onSubmit={onSubmit} noValidate>
      <TextField
        label="用户名"
        value={username}
        onText={(text) => useTyped.setState({ username: text })}
        maxLength={50}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField label="密码" value={password} onText={setPassword} kind="current" />
      <Button type="submit" className="w-full" disabled={busy}>
        登录
      </Button>
      <TextButton onClick={forgot}>忘记密码?</TextButton>
    </form>
  );
}

/** Clears the errors of the form. */
function clearToasts() {
  useNotices.setState(({ shown }) => ({ shown: shown.filter(({ kind }) => kind !== 'toast') }));
}

/** Who forgot the password logs in by phone, where the site sends codes; all others see how to get help. */
function useForgotPassword(onPhone: () => void) {
  const navigate = useNavigate();
  const byPhone = useClientState(({ userInfo, config }) => Boolean(userInfo?.telephone) && config?.login.sms !== false);
  return () => {
    clearToasts();
    if (byPhone) return onPhone();
    closeLogin();
    void navigate('/faq?type=0');
  };
}
