import { type FieldPath, useForm } from 'react-hook-form';
import { amountOf } from '#contract/currencies';
import { MOST_CODES } from '#contract/redeem-code';
import { Button } from '../../../ui/button.tsx';
import { FieldPair } from '../../../ui/text-field.tsx';
import { Field } from '../../parts/field.tsx';
import { Problem } from '../../parts/page.tsx';
import { timeText } from '../../parts/time.ts';
import type { Terms } from './words.ts';

type Form = Record<keyof Terms, string>;

const DAY_MS = 24 * 3600 * 1000;
const DEFAULT_DAYS = 90;

/** The day in Shanghai, this many days from now. */
const dayIn = (days: number) => timeText(new Date(Date.now() + days * DAY_MS).toISOString()).slice(0, 10);

/** The terms of a batch. */
export function BatchForm({ busy, error, onDone }: { busy: boolean; error: Error | null; onDone(terms: Terms): void }) {
  const form = useForm<Form>({
    defaultValues: {
      name: '',
      count: '100',
      coins: '0',
      bonus: '0',
      tickets: '0',
      passDays: '0',
      priceFen: '',
      validDays: String(DEFAULT_DAYS),
      from: dayIn(0),
      until: dayIn(DEFAULT_DAYS),
      usesPerReader: '1',
    },
  });
  const { errors } = form.formState;
  const hasCoins = Number(form.watch('coins')) > 0;
  const hasPass = Number(form.watch('passDays')) > 0;
  const bounded = (least: number, most: number) => (text: string) => {
    const isNumber = /^\d{1,7}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most;
    return isNumber || `${least} 到 ${most.toLocaleString('zh-CN')} 的整数`;
  };
  const number = (name: FieldPath<Form>, least: number, most: number) => ({
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    field: form.register(name, { validate: bounded(least, most) }),
    error: errors[name]?.message ?? null,
  });
  const bringsSomething = () => {
    const values = form.getValues();
    return (
      [values.coins, values.bonus, values.tickets, values.passDays].some((text) => Number(text) > 0) || '至少给一样'
    );
  };
  return (
    <form className="flex flex-col gap-4" onSubmit={form.handleSubmit((values) => onDone(termsOf(values)))} noValidate>
      <Field
        label="名称"
        maxLength={60}
        autoComplete="off"
        hint="给自己看的，读者看不到"
        field={form.register('name', { validate: (text) => text.trim() !== '' || '请写名称' })}
        error={errors.name?.message ?? null}
      />
      <FieldPair>
        <Field label="几个码" {...number('count', 1, MOST_CODES)} />
        <Field label="每位读者最多用几个" {...number('usesPerReader', 1, MOST_CODES)} />
      </FieldPair>
      <FieldPair>
        <Field
          label="一个码给多少漫币"
          {...number('coins', 0, 1_000_000)}
          hint="在别处卖的写这里；白送的用赠币"
          field={form.register('coins', {
            validate: { number: bounded(0, 1_000_000), some: bringsSomething },
          })}
        />
        <Field
          label="月卡天数"
          {...number('passDays', 0, 3660)}
          hint="与漫币不能一起给"
          field={form.register('passDays', {
            validate: {
              number: bounded(0, 3660),
              alone: (text) => Number(text) === 0 || !hasCoins || '漫币与月卡只能给一样',
            },
          })}
        />
        {(hasCoins || hasPass) && (
          <Field
            label="一个码卖多少钱（元）"
            inputMode="decimal"
            autoComplete="off"
            hint={hasCoins ? '记进月报与账本' : '记进月报；白送的写 0'}
            field={form.register('priceFen', {
              validate: (text) => {
                const fen = amountOf(text.trim(), 'CNY');
                if (fen !== null && fen <= 1_000_000_00 && (fen > 0 || !hasCoins)) return true;
                return hasCoins ? '写大于 0 的金额，如 9.90' : '写金额，如 9.90；白送的写 0';
              },
            })}
            error={errors.priceFen?.message ?? null}
          />
        )}
        <Field label="赠币" {...number('bonus', 0, 1_000_000)} />
        <Field label="阅读券" {...number('tickets', 0, 10_000)} />
      </FieldPair>
      <Field label="赠币与阅读券兑换后几天内有效" {...number('validDays', 1, 3650)} />
      <FieldPair>
        <Field
          label="从哪天起可以兑换"
          type="date"
          field={form.register('from', { required: '选一天' })}
          error={errors.from?.message ?? null}
        />
        <Field
          label="到哪天为止"
          type="date"
          hint="包括这一天"
          field={form.register('until', {
            validate: (day) =>
              (day >= form.getValues('from') && day >= dayIn(0)) || '不能早于开始的一天，也不能早于今天',
          })}
          error={errors.until?.message ?? null}
        />
      </FieldPair>
      <Problem error={error} />
      <Button type="submit" disabled={busy}>
        预览
      </Button>
    </form>
  );
}

function termsOf(form: Form): Terms {
  const [coins, passDays] = [Number(form.coins), Number(form.passDays)];
  return {
    name: form.name.trim(),
    count: Number(form.count),
    coins,
    bonus: Number(form.bonus),
    tickets: Number(form.tickets),
    passDays,
    priceFen: coins + passDays > 0 ? (amountOf(form.priceFen.trim(), 'CNY') ?? 0) : 0,
    validDays: Number(form.validDays),
    from: form.from,
    until: form.until,
    usesPerReader: Number(form.usesPerReader),
  };
}
