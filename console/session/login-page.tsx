import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { login } from '#contract/console/session';
import { Button } from '../../ui/button.tsx';
import { CodeField, Field } from '../parts/field.tsx';
import { Problem } from '../parts/page.tsx';
import { enter, useChange } from '../runtime/queries.ts';
import { EntryFrame } from './entry-frame.tsx';
import { OidcButton } from './oidc.tsx';
import { hasPasskeys, loginWithPasskey } from './passkey.ts';

type Values = { name: string; password: string; code: string };

export function LoginPage({ ended }: { ended: boolean }) {
  const { register, handleSubmit, formState, resetField } = useForm<Values>();
  const change = useChange(login, enter);
  const required = { required: true };
  const errorOf = (name: keyof Values, text: string) => (formState.errors[name] ? text : null);
  const submit = handleSubmit((values) => change.mutate(values, { onError: () => resetField('code') }));
  return (
    <EntryFrame title="登录后台">
      <form className="flex flex-col gap-4" onSubmit={submit} noValidate>
        {ended && (
          <p role="status" className="rounded-lg bg-sunken px-3 py-2 text-sm">
            登录已过期，请重新登录，之后回到刚才的页面。
          </p>
        )}
        <Field
          label="用户名"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          field={register('name', required)}
          error={errorOf('name', '请填写用户名')}
        />
        <Field
          label="密码"
          type="password"
          autoComplete="current-password"
          field={register('password', required)}
          error={errorOf('password', '请填写密码')}
        />
        <CodeField
          field={register('code', required)}
          hint="验证器上的 6 位数字（用过一次的要等下一个），或一个恢复码"
          error={errorOf('code', '请填写验证码')}
        />
        <Problem error={change.error} />
        <Button type="submit" className="w-full" disabled={change.isPending}>
          {change.isPending ? '正在登录…' : '登录'}
        </Button>
      </form>
      {hasPasskeys && <PasskeyLogin />}
      <OidcButton ended={ended} />
      <details className="mt-4 text-sm text-soft">
        <summary className="flex min-h-11 cursor-pointer items-center text-accent">忘记密码，或手机丢了</summary>
        <p>
          手机丢了：验证码一栏填恢复码。忘记密码，或恢复码也没有了：请一位所有者在「员工」里重设，你会得到一个链接。只有一位所有者时，在服务器上运行
          <code className="mx-1 font-mono text-ink">manyu staff reset 用户名</code>。
        </p>
      </details>
    </EntryFrame>
  );
}

function PasskeyLogin() {
  const change = useMutation({ mutationFn: loginWithPasskey, onSuccess: enter });
  return (
    <div className="mt-3 flex flex-col gap-3">
      <Button look="tinted" disabled={change.isPending} onClick={() => change.mutate()}>
        用通行密钥登录
      </Button>
      <Problem error={change.error} />
    </div>
  );
}
