import { useForm } from 'react-hook-form';
import type { DataOf } from '#contract/call';
import { aloneLimits, setAloneLimits } from '#contract/console/alone-limits';
import { Button } from '../../ui/button.tsx';
import { Field } from '../parts/field.tsx';
import { Card, Loaded, Problem } from '../parts/page.tsx';
import { showDone } from '../runtime/done-notice.ts';
import { useAnswer, useChange } from '../runtime/queries.ts';

/** The amounts that one member of staff can give without a second person. */
export function AloneLimitsCard() {
  const query = useAnswer(aloneLimits, {});
  return (
    <Card
      title="一个人可以给多少"
      hint="超过的，先成为申请，由另一位同事批准。按漫币算，一张阅读券算 10，月卡一天算 5；调整余额与生成兑换码各算各的。"
    >
      <Loaded query={query}>{(limits) => <Limits limits={limits} />}</Loaded>
    </Card>
  );
}

function Limits({ limits: { once, day } }: { limits: DataOf<typeof aloneLimits> }) {
  const change = useChange(setAloneLimits, () => showDone('已保存，马上生效'));
  const { register, handleSubmit, formState } = useForm({ defaultValues: { once: String(once), day: String(day) } });
  const { errors } = formState;
  const isWhole = (text: string) => /^\d{1,7}$/.test(text.trim()) || '要写 0 到 9999999 的整数';
  const save = handleSubmit((given) => change.mutate({ once: Number(given.once), day: Number(given.day) }));
  return (
    <form className="flex flex-wrap items-start gap-3" onSubmit={save} noValidate>
      <Field
        label="一次最多"
        inputMode="numeric"
        autoComplete="off"
        hint="0 是每一次都要批准"
        error={errors.once?.message ?? null}
        field={register('once', { validate: isWhole })}
      />
      <Field
        label="一天最多"
        inputMode="numeric"
        autoComplete="off"
        hint="不能少于一次的"
        error={errors.day?.message ?? null}
        field={register('day', {
          validate: (text, all) => {
            const whole = isWhole(text);
            return whole === true ? Number(text) >= Number(all.once) || '不能少于一次的' : whole;
          },
        })}
      />
      <Button type="submit" look="tinted" className="mt-6" disabled={change.isPending}>
        保存
      </Button>
      <Problem error={change.error} />
    </form>
  );
}
