import { useForm } from 'react-hook-form';
import { testSms } from '#contract/console/sms';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../parts/field.tsx';
import { Problem } from '../../parts/page.tsx';
import { useChange } from '../../runtime/queries.ts';

/** Sends one message through each gateway, and shows the answers. */
export function SmsTrial() {
  const change = useChange(testSms);
  const { register, handleSubmit, formState } = useForm({ defaultValues: { telephone: '' } });
  const send = handleSubmit(({ telephone }) => change.mutate({ telephone: telephone.trim() || null }));
  return (
    <form className="flex flex-col gap-3" onSubmit={send} noValidate>
      <div className="flex flex-wrap items-start gap-2">
        <Field
          label="试发给"
          type="tel"
          autoComplete="off"
          hint="每一家发一条，按条收费；不写号码就只检查密钥与模板"
          error={formState.errors.telephone?.message ?? null}
          field={register('telephone', {
            validate: (text) => /^(1\d{10})?$/.test(text.trim()) || '要写 1 开头的 11 位手机号',
          })}
        />
        <Button type="submit" look="tinted" className="mt-6" disabled={change.isPending}>
          {change.isPending ? '正在试…' : '试一试'}
        </Button>
      </div>
      <Problem error={change.error} />
      {change.data && (
        <pre role="status" className="rounded-lg bg-sunken p-3 text-sm break-all whitespace-pre-wrap">
          {change.data.text.trim()}
        </pre>
      )}
    </form>
  );
}
