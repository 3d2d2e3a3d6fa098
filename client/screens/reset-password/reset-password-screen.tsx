import { type FormEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { passwordByLink, passwordLink } from '#contract/calls/account';
import { linkExpired, weakPassword } from '#contract/codes';
import { Button } from '../../../ui/button.tsx';
import { NEW_PASSWORD_RULE, PasswordField } from '../../../ui/password-field.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { useChange } from '../../features/account/use-change.ts';
import { MissingState } from '../../features/navigation/missing-state.tsx';
import { TitledScreen } from '../../features/navigation/titled-screen.tsx';
import { paths } from '../../paths.ts';
import { session } from '../../runtime/browser.ts';
import { useCall } from '../../runtime/queries/queries.ts';
import { CallError } from '../../runtime/request.ts';

/** `/reset-password#token`: sets a new password by an operator's link. The token is behind the #, so that it is not logged. */
export function ResetPasswordScreen() {
  const token = useLocation().hash.slice(1);
  return (
    <TitledScreen title="重设密码">{token === '' ? <Expired /> : <Link key={token} token={token} />}</TitledScreen>
  );
}

function Link({ token }: { token: string }) {
  const { data, error, retry } = useCall(passwordLink, { token }, { staleMs: 0, expected: [linkExpired] });
  // Also for a link that another tab has used.
  const [isExpired, setExpired] = useState(false);
  if (isExpired || (error instanceof CallError && error.code === linkExpired)) return <Expired />;
  if (error) return <ErrorState message={error.message} onRetry={retry} />;
  if (!data) return <Skeleton className="mx-4 mt-6 h-40" />;
  return <NewPassword token={token} name={data.name} onExpired={() => setExpired(true)} />;
}

function NewPassword({ token, name, onExpired }: { token: string; name: string; onExpired(): void }) {
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const { busy, change } = useChange(
    passwordByLink,
    (answer) => {
      void session.completeLogin(answer);
      void navigate(paths.my, { replace: true });
    },
    '密码已改好，登录成功!',
    {
      [weakPassword]: ({ message }) => setProblem(`${message}，换一个试试：${NEW_PASSWORD_RULE}`),
      [linkExpired]: onExpired,
    },
  );
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (password === '') return setProblem('请输入用户密码!');
    change({ token, password });
  };
  return (
    <form className="page-width mx-auto flex max-w-md flex-col gap-4 pt-6" onSubmit={onSubmit} noValidate>
      <p>
        为账号 <b className="font-semibold">{name}</b> 设一个新密码
      </p>
      {/* For the browser's own list of passwords. */}
      <input type="text" hidden readOnly autoComplete="username" value={name} />
      <PasswordField
        label="新密码"
        value={password}
        onText={(text) => {
          setPassword(text);
          setProblem(null);
        }}
        kind="new"
        error={problem}
      />
      <Button type="submit" className="w-full" disabled={busy}>
        保存并登录
      </Button>
      <p className="text-center text-xs text-soft">保存后，这个账号在其他设备上都要重新登录</p>
    </form>
  );
}

function Expired() {
  return <MissingState title="链接已失效，请向客服再要一个" hint="链接只能用一次，24 小时之内有效。" />;
}
