import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { beginFactor, changeFactor, renewRecoveryCodes } from '#contract/console/session';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CodeField } from '../parts/field.tsx';
import { Card, Problem } from '../parts/page.tsx';
import { type Me, useChange } from '../runtime/queries.ts';
import { EnrolmentCode } from '../session/enrolment.tsx';
import { RecoveryCodes } from '../session/recovery-codes.tsx';

export function FactorCard({ person }: { person: Me }) {
  const begin = useChange(beginFactor);
  const renew = useChange(renewRecoveryCodes);
  const [done, setDone] = useState(false);
  const { recoveryCodes: left } = person;
  return (
    <Card title="验证器与恢复码" hint="换手机时先更换验证器，再删掉旧手机上的">
      <div className="flex flex-wrap items-center gap-3">
        <Button look="tinted" disabled={begin.isPending} onClick={() => begin.mutate({})}>
          更换验证器
        </Button>
        <Button look="tinted" disabled={renew.isPending} onClick={() => renew.mutate({})}>
          重新生成恢复码
        </Button>
        <p className={`text-sm ${left < 3 ? 'text-warm' : 'text-soft'}`}>还有 {left} 个恢复码</p>
      </div>
      <p role="status" className="mt-2 text-sm text-soft empty:hidden">
        {done ? '验证器已更换，其他设备上的会话与 API 密钥已失效。' : ''}
      </p>
      <Problem error={begin.error ?? renew.error} />
      {begin.data && (
        <ChangeDialog
          {...begin.data}
          onClose={() => begin.reset()}
          onDone={() => {
            begin.reset();
            setDone(true);
          }}
        />
      )}
      {renew.data && (
        <Dialog title="新的恢复码" onClose={() => renew.reset()} firm>
          <RecoveryCodes codes={renew.data.recoveryCodes} done="我已保存" onDone={() => renew.reset()} />
        </Dialog>
      )}
    </Card>
  );
}

type ChangeDialogProps = { uri: string; secret: string; onClose(): void; onDone(): void };

function ChangeDialog({ uri, secret, onClose, onDone }: ChangeDialogProps) {
  const { register, handleSubmit, formState } = useForm<{ code: string }>();
  const change = useChange(changeFactor, onDone);
  return (
    <Dialog title="更换验证器" onClose={onClose}>
      <form className="flex flex-col gap-4" onSubmit={handleSubmit((values) => change.mutate(values))} noValidate>
        <EnrolmentCode uri={uri} secret={secret} />
        <CodeField
          inputMode="numeric"
          hint="新验证器上的 6 位数字"
          field={register('code', { required: true })}
          error={formState.errors.code ? '请填写验证码' : null}
        />
        <Problem error={change.error} />
        <Button type="submit" className="w-full" disabled={change.isPending}>
          更换
        </Button>
      </form>
    </Dialog>
  );
}
