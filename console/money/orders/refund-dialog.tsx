import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { DataOf } from '#contract/call';
import { orderChanged } from '#contract/codes';
import { refundOrder, refundPreview } from '#contract/console/orders';
import { amountOf, moneyText } from '#contract/currencies';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Problem } from '../../parts/page.tsx';
import { PreviewDialog, type PreviewLine } from '../../parts/preview-dialog.tsx';
import { Select } from '../../parts/select.tsx';
import { showDone } from '../../runtime/done-notice.ts';
import { useChange } from '../../runtime/queries.ts';
import { Refused } from '../../runtime/request.ts';
import type { Shown } from './words.ts';

type Form = { amount: string; takesBack: 'yes' | 'no'; reason: string };
type Preview = DataOf<typeof refundPreview>;

/** Asks for a refund, shows what it does, and makes it. */
export function RefundDialog({ order, onClose }: { order: Shown; onClose(): void }) {
  const { no, currency } = order;
  const [reason, setReason] = useState('');
  const preview = useChange(refundPreview);
  const change = useChange(refundOrder, ({ amount }) => {
    showDone(`已登记退款 ${moneyText(amount, currency)}，几秒之内向渠道退`);
    onClose();
  });
  const show = ({ amount, takesBack, reason: given }: Form) => {
    setReason(given.trim());
    change.reset();
    preview.mutate({ no, amount: amountOf(amount, currency), takesBack: takesBack === 'yes' });
  };
  if (!preview.data)
    return <RefundForm order={order} busy={preview.isPending} error={preview.error} onShow={show} onClose={onClose} />;
  const { refundNo, amount, takesBack, taken } = preview.data;
  return (
    <PreviewDialog
      title="确认退款"
      lines={linesOf(preview.data)}
      confirm={`退款 ${moneyText(amount, currency)}`}
      busy={change.isPending || preview.isPending}
      error={change.error}
      onConfirm={() => change.mutate({ no, amount, takesBack, reason, refundNo, taken })}
      onClose={onClose}
    >
      <Explained preview={preview.data} />
      {/* Only then: after a lost answer the same request must be sent again, which refunds once. */}
      {change.error instanceof Refused && change.error.code === orderChanged && (
        <Button look="tinted" onClick={() => preview.reset()}>
          重新预览
        </Button>
      )}
    </PreviewDialog>
  );
}

type FormProps = { order: Shown; busy: boolean; error: Error | null; onShow(form: Form): void; onClose(): void };

function RefundForm({ order: { currency, refundable }, busy, error, onShow, onClose }: FormProps) {
  const { register, handleSubmit, formState } = useForm<Form>({
    defaultValues: { amount: moneyText(refundable, currency).replace(/[^\d.]/g, ''), takesBack: 'yes', reason: '' },
  });
  const isAmount = (text: string) => {
    const amount = amountOf(text.trim(), currency);
    return (amount !== null && amount > 0 && amount <= refundable) || `0 到 ${moneyText(refundable, currency)} 之间`;
  };
  return (
    <Dialog title="退款" onClose={onClose}>
      <form className="flex flex-col gap-4" onSubmit={handleSubmit(onShow)} noValidate>
        <Field
          label={`金额（${currency}）`}
          inputMode="decimal"
          autoComplete="off"
          hint={`最多 ${moneyText(refundable, currency)}，退回付款的账户`}
          field={register('amount', { setValueAs: (text: string) => text.trim(), validate: isAmount })}
          error={formState.errors.amount?.message ?? null}
        />
        <Select
          label="漫币与赠币"
          options={[
            ['yes', '按金额的比例收回'],
            ['no', '不收回，留给读者'],
          ]}
          {...register('takesBack')}
        />
        <Field
          label="原因"
          autoComplete="off"
          maxLength={200}
          hint="写进操作记录，读者看不到"
          field={register('reason', { validate: (text) => text.trim() !== '' || '请写原因' })}
          error={formState.errors.reason?.message ?? null}
        />
        <Problem error={error} />
        <Button type="submit" disabled={busy}>
          预览
        </Button>
      </form>
    </Dialog>
  );
}

function linesOf({ currency, refunded, amount, rest, takesBack, balances, taken }: Preview): PreviewLine[] {
  const money = (fen: number) => moneyText(fen, currency);
  const lines = [
    { what: '已退', before: money(refunded), after: money(refunded + amount) },
    { what: '还可以退', before: money(rest + amount), after: money(rest) },
  ];
  if (!balances) return lines;
  const { coins, bonus } = balances;
  if (!takesBack) return [...lines, { what: '读者的漫币与赠币', before: `${coins}、${bonus}`, after: '不收回' }];
  return [
    ...lines,
    { what: '读者的漫币', before: coinsText(coins), after: coinsText(coins - taken.coins - taken.debt) },
    { what: '读者的赠币', before: String(bonus), after: String(bonus - taken.bonus) },
  ];
}

function coinsText(coins: number): string {
  return coins < 0 ? `欠 ${-coins}` : String(coins);
}

function Explained({ preview: { takesBack, coins, bonus, taken, expired } }: { preview: Preview }) {
  if (!takesBack) return null;
  return (
    <div className="flex flex-col gap-2 text-sm text-soft">
      <p>
        这笔钱当初给了 {coins} 漫币、{bonus} 赠币（部分退款按比例，零头舍去）。
      </p>
      {taken.debt > 0 && (
        <p className="text-warm">用掉的记作欠 {taken.debt} 漫币：下次充值先还，还清之前读者不能购买。</p>
      )}
      {expired > 0 && <p>{expired} 赠币已经过期，不再追回。</p>}
    </div>
  );
}
