import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { SHORTEST_PASSWORD } from '#contract/console/roles';
import { changePassword } from '#contract/console/session';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Card, Problem } from '../parts/page.tsx';
import { useChange } from '../runtime/queries.ts';

export function PasswordCard() {
  const [open, setOpen] = useState(false);
  const [done, setDone] = useState(false);
  return (
    <Card
      title="密码"
      hint="修改之后，其他设备上的会话与 API 密钥立即失效"
      actions={
        <Button look="tinted" onClick={() => setOpen(true)}>
          修改密码
        </Button>
      }
    >
      <p role="status" className="text-sm text-soft empty:hidden">
        {done ? '密码已修改。' : ''}
      </p>
      {open && (
        <PasswordDialog
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false);
            setDone(true);
          }}
        />
      )}
    </Card>
  );
}

type Values = { old: string; password: string; again: string };

function PasswordDialog({ onClose, onDone }: { onClose(): void; onDone(): void }) {
  const { register, handleSubmit, formState, getValues } = useForm<Values>();
  const change = useChange(changePassword, onDone);
  const { errors } = formState;
  return (
    <Dialog title="修改密码" onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={handleSubmit(({ old, password }) => change.mutate({ old, password }))}
        noValidate
      >
        <Field
          label="原密码"
          type="password"
          autoComplete="current-password"
          field={register('old', { required: '请填写原密码' })}
          error={errors.old?.message ?? null}
        />
        <Field
          label="新密码"
          type="password"
          autoComplete="new-password"
          hint={`至少 ${SHORTEST_PASSWORD} 个字符`}
          field={register('password', {
            validate: (password) => [...password].length >= SHORTEST_PASSWORD || `至少 ${SHORTEST_PASSWORD} 个字符`,
          })}
          error={errors.password?.message ?? null}
        />
        <Field
          label="再输一次新密码"
          type="password"
          autoComplete="new-password"
          field={register('again', { validate: (again) => again === getValues('password') || '两次输入的密码不一样' })}
          error={errors.again?.message ?? null}
        />
        <Problem error={change.error} />
        <Button type="submit" className="w-full" disabled={change.isPending}>
          修改
        </Button>
      </form>
    </Dialog>
  );
}
