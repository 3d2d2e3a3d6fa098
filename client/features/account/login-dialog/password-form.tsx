import type { FormEvent } from 'react';
import { userLogin } from '#contract/calls/account';
import { wrongPassword } from '#contract/codes';
import { Button } from '../../../../ui/button.tsx';
import { TextButton } from '../../../../ui/text-button.tsx';
import { clearToasts } from '../../../notices.ts';
import { lostAccountHadPhone } from '../../../runtime/storage/lost-account.ts';
import { closeLogin, useClientState } from '../../../state.ts';
import { goTo } from '../../navigation/screen-link/screen-navigation.ts';
import { sendWithProof } from '../proof/send-with-proof.ts';
import { Agreement } from './agreement.tsx';
import { CredentialFields, useCredentials } from './credential-fields.tsx';
import { useLogin } from './use-login.ts';

/** Login by username and password. `onPhone` switches to the login by phone, `onRegister` to a new account. */
export function PasswordForm({ onPhone, onRegister }: { onPhone(): void; onRegister: (() => void) | null }) {
  const credentials = useCredentials();
  const { username, password, setProblem } = credentials;
  const { busy, login } = useLogin();
  const forgot = useForgotPassword(onPhone);

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (username === '') return setProblem({ field: 'username', text: '请输入用户名!' });
    if (password === '') return setProblem({ field: 'password', text: '请输入用户密码!' });
    const refused = await login(() => sendWithProof(userLogin, { username, password }, 'login'));
    if (refused?.code === wrongPassword) setProblem({ field: 'password', text: refused.message });
  };
  return (
    <form className="flex flex-1 flex-col gap-4 pt-4" onSubmit={(event) => void onSubmit(event)} noValidate>
      <CredentialFields {...credentials} kind="current" />
      <Button type="submit" className="w-full" disabled={busy}>
        登录
      </Button>
      <div className="mt-auto">
        <div className="flex justify-between">
          {onRegister && <TextButton onClick={onRegister}>没有账号？注册</TextButton>}
          <TextButton onClick={forgot}>忘记密码?</TextButton>
        </div>
        <Agreement act="登录" />
      </div>
    </form>
  );
}

/**
 * Opens the login by phone if the site sends codes and the account has a phone, else the help. After a lost session, the account
 * is the one of that session.
 */
function useForgotPassword(onPhone: () => void) {
  const byPhone = useClientState(({ userInfo, config }) => {
    const hasPhone = userInfo?.registered ? Boolean(userInfo.telephone) : lostAccountHadPhone();
    return hasPhone && config?.login.sms !== false;
  });
  return () => {
    // The errors of this form.
    clearToasts(0);
    if (byPhone) return onPhone();
    closeLogin();
    goTo('/faq?type=0', { replace: false });
  };
}
