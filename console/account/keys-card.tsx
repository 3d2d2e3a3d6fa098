import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ROLE_NAMES, ROLES, type Role } from '#contract/console/roles';
import { addKey, endKey, keys } from '#contract/console/session';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { OnceDialog } from '../parts/once-dialog.tsx';
import { Card, Loaded, Problem } from '../parts/page.tsx';
import { SecretText } from '../parts/secret-text.tsx';
import { Select } from '../parts/select.tsx';
import { timeText } from '../parts/time.ts';
import { type Me, useAnswer, useChange } from '../runtime/queries.ts';

export function KeysCard({ person }: { person: Me }) {
  const query = useAnswer(keys, {});
  const [keyToEnd, setKeyToEnd] = useState<{ id: number; name: string } | null>(null);
  const change = useChange(endKey, () => setKeyToEnd(null));
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Card
      title="API 密钥"
      hint="给脚本用；不能做需要再次验证身份的事"
      actions={
        <Button look="tinted" onClick={() => setIsAdding(true)}>
          新建密钥
        </Button>
      }
    >
      <Loaded query={query}>
        {({ list }) =>
          list.length === 0 ? (
            <p className="text-soft">没有密钥。</p>
          ) : (
            <ul className="divide-y divide-line">
              {list.map(({ id, name, role, endsAt, usedAt }) => (
                <li key={id} className="flex items-center justify-between gap-3 py-2">
                  <div className="min-w-0">
                    <p className="break-words">
                      {name} · {ROLE_NAMES[role]}
                    </p>
                    <p className="text-sm text-soft">
                      {timeText(endsAt)} 到期 · {usedAt === null ? '没有用过' : `最近 ${timeText(usedAt)}`}
                    </p>
                  </div>
                  <Button
                    look="tinted"
                    className="shrink-0"
                    disabled={change.isPending}
                    onClick={() => setKeyToEnd({ id, name })}
                  >
                    作废
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <Problem error={change.error} />
      {keyToEnd && (
        <ConfirmDialog
          title="作废密钥"
          text={`使用「${keyToEnd.name}」的脚本立即失效，此操作不能撤回。`}
          confirm="作废密钥"
          busy={change.isPending}
          onConfirm={() => change.mutate({ id: keyToEnd.id })}
          onClose={() => setKeyToEnd(null)}
        />
      )}
      {isAdding && <KeyDialog ownRole={person.role} onClose={() => setIsAdding(false)} />}
    </Card>
  );
}

const DAYS = [
  ['30', '30 天'],
  ['90', '90 天'],
  ['365', '一年'],
] as const;

function KeyDialog({ ownRole, onClose }: { ownRole: Role; onClose(): void }) {
  const { register, handleSubmit, formState } = useForm<{ name: string; role: Role; days: string }>({
    defaultValues: { role: ownRole === 'author' ? ownRole : 'viewer', days: '90' },
  });
  const change = useChange(addKey);
  const mayGive = (role: Role) =>
    ownRole === 'owner' || role === ownRole || (role === 'viewer' && ownRole !== 'author');
  if (change.data)
    return (
      <OnceDialog title="密钥已创建" onClose={onClose}>
        <SecretText label="只显示这一次" text={change.data.key} />
        <p className="mt-3 text-sm text-soft">
          用法：请求头 <code className="font-mono">Authorization: Bearer 密钥</code>
        </p>
      </OnceDialog>
    );
  return (
    <Dialog title="新建 API 密钥" onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={handleSubmit(({ name, role, days }) => change.mutate({ name, role, days: Number(days) }))}
        noValidate
      >
        <Field
          label="名称"
          autoComplete="off"
          maxLength={30}
          hint="写明用途，如「备份脚本」"
          field={register('name', { validate: (name) => name.trim().length >= 2 || '至少 2 个字' })}
          error={formState.errors.name?.message ?? null}
        />
        <Select
          label="角色"
          options={ROLES.filter(mayGive).map((role) => [role, ROLE_NAMES[role]] as const)}
          {...register('role')}
        />
        <Select label="有效期" options={DAYS} {...register('days')} />
        <Problem error={change.error} />
        <Button type="submit" className="w-full" disabled={change.isPending}>
          新建
        </Button>
      </form>
    </Dialog>
  );
}
