import { useState } from 'react';
import { Dialog } from '../../../../ui/dialog.tsx';
import { closeLogin, useClientState } from '../../../state.ts';
import { TabRow } from '../../navigation/tab-row.tsx';
import { PasswordForm } from './password-form.tsx';
import { RegisterForm } from './register-form.tsx';
import { SmsForm } from './sms-form.tsx';

const TABS = [
  { key: 'password', label: '账号登录' },
  { key: 'sms', label: '手机登录' },
] as const;
type Kind = (typeof TABS)[number]['key'];

/** The login dialog over the open screen. A login method that the site does not offer has no tab. */
export function LoginDialog() {
  const loginFor = useClientState((state) => state.loginFor);
  const [registering, setRegistering] = useState(false);
  return (
    <Dialog title={registering ? '注册' : (loginFor ?? '登录')} onClose={closeLogin}>
      {/* The height is always the same, also with errors, so that buttons do not move under the finger. */}
      <div className="flex min-h-99 flex-col low:min-h-72">
        {registering ? (
          <RegisterForm onLogin={() => setRegistering(false)} />
        ) : (
          <LoginBody onRegister={() => setRegistering(true)} />
        )}
      </div>
    </Dialog>
  );
}

function LoginBody({ onRegister }: { onRegister(): void }) {
  const login = useClientState((state) => state.config?.login);
  const registered = useClientState((state) => state.userInfo?.registered === true);
  const tabs = TABS.filter(({ key }) => login?.[key] ?? true);
  // At a locked chapter, the login by code is faster, also for a new account.
  const isForChapter = useClientState((state) => state.loginFor !== null);
  const [picked, setPicked] = useState<Kind>(isForChapter ? 'sms' : 'password');
  const shown = tabs.find(({ key }) => key === picked)?.key ?? tabs[0]?.key;
  if (!shown) return <p className="py-4 text-soft">本站暂未开放登录，不登录也可以继续看漫画。</p>;
  return (
    <>
      <div className="border-b border-line">
        <TabRow label="登录方式" tabs={tabs} picked={shown} onPick={(key: Kind) => setPicked(key)} />
      </div>
      {shown === 'password' ? (
        <PasswordForm onPhone={() => setPicked('sms')} onRegister={registered ? null : onRegister} />
      ) : (
        <SmsForm />
      )}
    </>
  );
}
