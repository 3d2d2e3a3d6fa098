import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { DataOf } from '#contract/call';
import { endPasskey, passkeys } from '#contract/console/passkeys';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Card, Loaded, Problem } from '../parts/page.tsx';
import { timeText } from '../parts/time.ts';
import { queryClient, useAnswer, useChange } from '../runtime/queries.ts';
import { hasPasskeys, makePasskey } from '../session/passkey.ts';

type Passkey = DataOf<typeof passkeys>['list'][number];

export function PasskeysCard() {
  const query = useAnswer(passkeys, {});
  const [adds, setAdds] = useState(false);
  const [ended, setEnded] = useState<Passkey | null>(null);
  const change = useChange(endPasskey, () => setEnded(null));
  return (
    <Card
      title="通行密钥"
      hint="用指纹、面容或设备密码登录，代替密码与验证码"
      actions={
        hasPasskeys && (
          <Button look="tinted" onClick={() => setAdds(true)}>
            添加通行密钥
          </Button>
        )
      }
    >
      <Loaded query={query}>
        {({ list }) =>
          list.length === 0 ? <p className="text-soft">没有通行密钥。</p> : <List list={list} onEnd={setEnded} />
        }
      </Loaded>
      <Problem error={change.error} />
      {adds && <AddDialog onClose={() => setAdds(false)} />}
      {ended && (
        <ConfirmDialog
          title="删除通行密钥"
          text={`「${ended.name}」不能再用来登录。设备上的那一份请在设备的设置里删除。`}
          confirm="删除"
          busy={change.isPending}
          onClose={() => setEnded(null)}
          onConfirm={() => change.mutate({ id: ended.id }, { onError: () => setEnded(null) })}
        />
      )}
    </Card>
  );
}

function List({ list, onEnd }: { list: readonly Passkey[]; onEnd(passkey: Passkey): void }) {
  return (
    <ul className="divide-y divide-line">
      {list.map((passkey) => (
        <li key={passkey.id} className="flex items-center justify-between gap-3 py-2">
          <div className="min-w-0">
            <p className="break-words">{passkey.name}</p>
            <p className="text-sm text-soft">
              {timeText(passkey.createdAt)} 添加 ·{' '}
              {passkey.usedAt === null ? '没有用过' : `最近 ${timeText(passkey.usedAt)}`}
            </p>
          </div>
          <Button look="tinted" className="shrink-0" aria-label={`删除 ${passkey.name}`} onClick={() => onEnd(passkey)}>
            删除
          </Button>
        </li>
      ))}
    </ul>
  );
}

function AddDialog({ onClose }: { onClose(): void }) {
  const { register, handleSubmit, formState } = useForm<{ name: string }>();
  const change = useMutation({
    mutationFn: ({ name }: { name: string }) => makePasskey(name),
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: [passkeys.path] });
      onClose();
    },
  });
  return (
    <Dialog title="添加通行密钥" onClose={onClose}>
      <form className="flex flex-col gap-4" onSubmit={handleSubmit((values) => change.mutate(values))} noValidate>
        <Field
          label="名称"
          autoComplete="off"
          maxLength={30}
          hint="写在哪台设备上，如「我的手机」"
          field={register('name', { validate: (name) => name.trim().length >= 2 || '至少 2 个字' })}
          error={formState.errors.name?.message ?? null}
        />
        <Problem error={change.error} />
        <Button type="submit" className="w-full" disabled={change.isPending}>
          {change.isPending ? '请按浏览器的提示操作…' : '添加'}
        </Button>
      </form>
    </Dialog>
  );
}
