import { useState } from 'react';
import { closeLogin, useClientState } from '../../state.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { PasswordForm } from './password-form.tsx';
import { SmsForm } from './sms-form.tsx';

const TABS = [
  { kind: 'password', label: '账号登录' },
  { kind: 'sms', label: '手机登录' },
] as const;

/** The login dialog over whatever screen is open. A way to log in that the site does not offer has no tab. */
export function LoginDialog() {
  return (
    <Dialog title="登录" onClose={closeLogin}>
      <LoginBody />
    </Dialog>
  );
}

function LoginBody() {
  const login = useClientState((state) => state.config?.login);
  const tabs = TABS.filter(({ kind }) => login?.[kind] ?? true);
  const [index, setIndex] = useState(0);
  const shown = tabs[index]?.kind;
  return (
    <>
      {tabs.length > 0 && (
        <div role="tablist" aria-label="登录方式" className="flex gap-6 border-b border-line">
          {tabs.map(({ kind, label }, place) => (
            <button
              key={kind}
              type="button"
              role="tab"
              aria-selected={place === index}
              className="h-11 border-b-2 border-transparent text-soft aria-selected:border-accent aria-selected:text-ink"
              onClick={() => setIndex(place)}
            >
              {label}
            </button>
          ))}
        </div>
      )}
      {shown === 'password' && <PasswordForm onPhone={() => setIndex(tabs.findIndex(({ kind }) => kind === 'sms'))} />}
      {shown === 'sms' && <SmsForm />}
      {!shown && <p className="py-4 text-soft">本站暂未开放登录，不登录也可以继续看漫画。</p>}
    </>
  );
}
