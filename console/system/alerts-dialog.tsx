import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { setAlerts } from '#contract/console/alerts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckBox } from '../parts/check-box.tsx';
import { Field } from '../parts/field.tsx';
import { showMistakes } from '../parts/form-mistakes.ts';
import { Problem } from '../parts/page.tsx';
import { Select } from '../parts/select.tsx';
import { TextArea } from '../parts/text-area.tsx';
import { showDone } from '../runtime/done-notice.ts';
import { useChange } from '../runtime/queries.ts';
import { type Alerts, type AlertValues, fieldOf, fromForm, toForm } from './alerts-form.ts';

const ROBOTS = [
  ['', '不用'],
  ['wecom', '企业微信'],
  ['dingtalk', '钉钉'],
  ['feishu', '飞书'],
  ['plain', '别的，收 {"text": "…"}'],
] as const;

const SECURITIES = [
  ['tls', 'TLS（465）'],
  ['starttls', 'STARTTLS（587）'],
  ['none', '不加密（25），只能不用密码'],
] as const;

const isWritten = (text: string) => text.trim() !== '' || '要填写';

/** Who receives alerts: a robot of a chat, mailboxes, or both. */
export function AlertsDialog({ alerts: { settings, rules }, onClose }: { alerts: Alerts; onClose(): void }) {
  const { register, handleSubmit, watch, setError, formState } = useForm<AlertValues>({
    defaultValues: toForm(settings, rules),
  });
  const [others, setOthers] = useState<string[]>([]);
  const change = useChange(setAlerts);
  const { errors } = formState;
  const { robot, byMail } = watch();
  const save = handleSubmit((values) => {
    setOthers([]);
    change.mutate(fromForm(values, rules), {
      onSuccess({ mistakes }) {
        if (mistakes.length === 0) {
          onClose();
          return showDone('已保存，一分钟之内生效');
        }
        setOthers(showMistakes(mistakes, fieldOf, setError).map(({ what }) => what));
      },
    });
  });
  return (
    <Dialog title="告警发给谁" onClose={onClose}>
      <form className="flex flex-col gap-4" onSubmit={save} noValidate>
        <Select label="聊天的机器人" options={ROBOTS} {...register('robot')} />
        {robot !== '' && (
          <Field
            label="机器人的地址"
            type="url"
            autoComplete="off"
            hint={
              settings?.webhook ? `不写就用现在的（${settings.webhook.host}）` : '在群里添加机器人时给出，https:// 开头'
            }
            error={errors.url?.message ?? null}
            field={register('url', { validate: (text) => Boolean(settings?.webhook) || isWritten(text) })}
          />
        )}
        <CheckBox {...register('byMail')}>发邮件</CheckBox>
        {byMail && (
          <>
            <TextArea
              label="收件的邮箱"
              hint="一行一个，最多十个"
              rows={2}
              error={errors.to?.message ?? null}
              {...register('to', { validate: isWritten })}
            />
            <Field
              label="发信的服务器"
              autoComplete="off"
              placeholder="smtp.example.com"
              error={errors.host?.message ?? null}
              field={register('host', { validate: isWritten })}
            />
            <Select label="加密" options={SECURITIES} {...register('security')} />
            <Field
              label="端口"
              inputMode="numeric"
              autoComplete="off"
              hint="不写按加密来定"
              error={errors.port?.message ?? null}
              field={register('port', {
                validate: (text) => /^\d{0,5}$/.test(text.trim()) || '要写 1 到 65535 的整数',
              })}
            />
            <Field label="用户名" autoComplete="off" error={errors.user?.message ?? null} field={register('user')} />
            <Field
              label="密码"
              type="password"
              autoComplete="new-password"
              hint={settings?.mail?.hasPassword ? '不写就用现在的' : '多数邮箱要「授权码」，不是登录密码'}
              error={errors.password?.message ?? null}
              field={register('password')}
            />
            <Field
              label="发件的邮箱"
              autoComplete="off"
              hint="不写就是用户名"
              error={errors.from?.message ?? null}
              field={register('from')}
            />
          </>
        )}
        <Field
          label="多少小时没有备份算晚"
          inputMode="numeric"
          error={errors.backupHours?.message ?? null}
          field={register('backupHours', {
            validate: (text) => /^[1-9]\d{0,4}$/.test(text.trim()) || '要写 1 或更大的整数',
          })}
        />
        <fieldset>
          <legend className="text-sm text-soft">要哪些告警</legend>
          <div className="grid grid-cols-2 sm:grid-cols-3">
            {rules.map(({ name, title }) => (
              <CheckBox key={name} value={name} {...register('on')}>
                {title}
              </CheckBox>
            ))}
          </div>
        </fieldset>
        {robot === '' && !byMail && <p className="text-sm text-warm">两样都不用：出了事没有人会知道。</p>}
        {others.map((what) => (
          <p key={what} role="alert" className="text-sm text-danger">
            {what}
          </p>
        ))}
        <Problem error={change.error} />
        <Button type="submit" disabled={change.isPending}>
          保存
        </Button>
      </form>
    </Dialog>
  );
}
