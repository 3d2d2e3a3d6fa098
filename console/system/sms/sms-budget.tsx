import { useForm } from 'react-hook-form';
import type { DataOf } from '#contract/call';
import { setSms, type smsSettings } from '#contract/console/sms';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../parts/field.tsx';
import { Problem } from '../../parts/page.tsx';
import { ProviderMistakes } from '../../parts/provider/provider-mistakes.tsx';
import { showDone } from '../../runtime/done-notice.ts';
import { useChange } from '../../runtime/queries.ts';

/** The most text messages a day. */
export function SmsBudget({
  settings: { gateways, dailyBudget, isBudgetOfEnvironment },
}: {
  settings: DataOf<typeof smsSettings>;
}) {
  const change = useChange(setSms);
  const { register, handleSubmit, formState } = useForm({ defaultValues: { budget: String(dailyBudget) } });
  if (isBudgetOfEnvironment)
    return (
      <p className="text-sm text-soft">一天最多 {dailyBudget} 条：由环境变量 SMS_DAILY_BUDGET 定，在服务器上改。</p>
    );
  const kinds = gateways.map(({ kind }) => kind);
  const save = handleSubmit(({ budget }) =>
    change.mutate(
      { gateways: kinds.map((kind) => ({ kind, fields: {} })), dailyBudget: Number(budget), seen: kinds },
      {
        onSuccess({ mistakes }) {
          if (mistakes.length === 0) showDone('已保存，马上生效');
        },
      },
    ),
  );
  return (
    <form className="flex flex-wrap items-start gap-2" onSubmit={save} noValidate>
      <Field
        label="一天最多几条"
        inputMode="numeric"
        autoComplete="off"
        hint="平常一天的两三倍；0 是不发"
        error={formState.errors.budget?.message ?? null}
        field={register('budget', { validate: (text) => /^\d{1,9}$/.test(text.trim()) || '要写 0 或更大的整数' })}
      />
      <Button type="submit" look="tinted" className="mt-6" disabled={change.isPending}>
        保存上限
      </Button>
      <ProviderMistakes mistakes={change.data?.mistakes ?? []} />
      <Problem error={change.error} />
    </form>
  );
}
