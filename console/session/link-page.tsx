import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { DataOf } from '#contract/call';
import { staffLinkExpired } from '#contract/codes';
import { SHORTEST_PASSWORD } from '#contract/console/roles';
import { openLink, takeLink } from '#contract/console/session';
import { Button } from '../../ui/button.tsx';
import { CodeField, Field } from '../parts/field.tsx';
import { Loaded, Problem } from '../parts/page.tsx';
import { staffNameFault } from '../parts/staff-name.ts';
import { enter, useAnswer, useChange } from '../runtime/queries.ts';
import { Refused } from '../runtime/request.ts';
import { EnrolmentCode } from './enrolment.tsx';
import { EntryFrame } from './entry-frame.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

type Opened = DataOf<typeof openLink>;
type Values = { name: string; password: string; again: string; code: string };

const TITLES = { first: '创建所有者', invite: '加入后台', reset: '重设密码与验证器' } as const;

/** Behind a one-time link: sets a password and an authenticator. */
export function LinkPage() {
  // Read once: the address is cleared before the person leaves the page.
  const [token] = useState(() => location.hash.slice(1));
  const query = useAnswer(openLink, { token });
  const isDead = query.error instanceof Refused && query.error.code === staffLinkExpired;
  return (
    <EntryFrame title={query.data ? TITLES[query.data.kind] : isDead ? '链接已失效' : '打开链接'}>
      {isDead ? <DeadLink /> : <Loaded query={query}>{(opened) => <EnrolForm token={token} opened={opened} />}</Loaded>}
    </EntryFrame>
  );
}

function DeadLink() {
  return (
    <div className="flex flex-col gap-3">
      <p className="text-soft">
        链接只能用一次，并且有期限。创建第一位所有者的链接，可以重新运行 <code className="font-mono">npm start</code> 或
        <code className="mx-1 font-mono">manyu staff link</code>得到；邀请与重设的链接，请向所有者再要一个。
      </p>
      <a href="/console" className="flex min-h-11 items-center text-accent">
        去登录
      </a>
    </div>
  );
}

function EnrolForm({ token, opened }: { token: string; opened: Opened }) {
  const navigate = useNavigate();
  const { register, handleSubmit, formState, getValues } = useForm<Values>();
  const change = useChange(takeLink);
  if (change.data) {
    const { me, recoveryCodes } = change.data;
    const go = () => {
      enter(me);
      void navigate('/', { replace: true });
    };
    return (
      <>
        <h2 className="mb-3 text-lg font-semibold">保存恢复码</h2>
        <RecoveryCodes codes={recoveryCodes} done="我已保存，进入后台" onDone={go} />
      </>
    );
  }
  const { errors } = formState;
  const submit = handleSubmit(({ name, password, code }) => {
    change.mutate({ token, password, code, ...(opened.kind === 'first' && { name }) });
  });
  return (
    <form className="flex flex-col gap-5" onSubmit={submit} noValidate>
      {opened.kind === 'first' ? (
        <Field
          label="用户名"
          autoComplete="username"
          hint="登录用，其他员工也看到它；不能再改"
          field={register('name', { validate: staffNameFault })}
          error={errors.name?.message ?? null}
        />
      ) : (
        <p>
          用户名：<b>{opened.name}</b>
        </p>
      )}
      <Field
        label="密码"
        type="password"
        autoComplete="new-password"
        hint={`至少 ${SHORTEST_PASSWORD} 个字符，比如几个不相干的词；不要用别处用过的密码`}
        field={register('password', {
          validate: (password) => [...password].length >= SHORTEST_PASSWORD || `至少 ${SHORTEST_PASSWORD} 个字符`,
        })}
        error={errors.password?.message ?? null}
      />
      <Field
        label="再输一次密码"
        type="password"
        autoComplete="new-password"
        field={register('again', { validate: (again) => again === getValues('password') || '两次输入的密码不一样' })}
        error={errors.again?.message ?? null}
      />
      <EnrolmentCode uri={opened.uri} secret={opened.secret} />
      <CodeField
        inputMode="numeric"
        hint="添加之后，验证器上显示的 6 位数字"
        field={register('code', {
          validate: (code) => /^\d{6}$/.test(code.normalize('NFKC').replaceAll(/\s/g, '')) || '6 位数字',
        })}
        error={errors.code?.message ?? null}
      />
      <Problem error={change.error} />
      <Button type="submit" className="w-full" disabled={change.isPending}>
        {change.isPending ? '正在保存…' : '完成'}
      </Button>
    </form>
  );
}
