import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { orderChanged } from '#contract/codes';
import { refundOrder, refundPreview } from '#contract/console/orders';
import { amountOf, moneyText } from '#contract/currencies';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Problem } from '../../parts/page.tsx';
import { PreviewDialog } from '../../parts/preview-dialog.tsx';
import { Select } from '../../parts/select.tsx';
import { showDone } from '../../runtime/done-notice.ts';
import { useChange } from '../../runtime/queries.ts';
import { Refused } from '../../runtime/request.ts';
import { linesOf, RefundExplained } from './refund-lines.tsx';
import type { OrderAnswer } from './words.ts';

type Form = { amount: string; takesBack: 'yes' | 'no'; reason: string };

/** Asks for a refund, shows its effect, and makes it. */
export function RefundDialog({ order, onClose }: { order: OrderAnswer; onClose(): void }) {
  const { no, currency } = order;
  const [reason, setReason] = useState('');
  const preview = useChange(refundPreview);
  const change = useChange(refundOrder, ({ amount, waits }) => {
    const text = waits ? '等另一位同事批准，现在什么也没有退' : '几秒之内向渠道退';
    showDone(`已${waits ? '申请' : '登记'}退款 ${moneyText(amount, currency)}，${text}`);
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
      <RefundExplained preview={preview.data} />
      {/* Only then: after a lost answer the same request must be sent again, which refunds once. */}
      {change.error instanceof Refused && change.error.code === orderChanged && (
        <Button look="tinted" onClick={() => preview.reset()}>
          重新预览
        </Button>
      )}
    </PreviewDialog>
  );
}

type FormProps = { order: OrderAnswer; busy: boolean; error: Error | null; onShow(form: Form): void; onClose(): void };

function RefundForm({ order: { currency, refundable, pass }, busy, error, onShow, onClose }: FormProps) {
  const { register, handleSubmit, formState } = useForm<Form>({
    defaultValues: {
      amount: moneyText(pass?.refundable || refundable, currency).replace(/[^\d.]/g, ''),
      takesBack: pass?.refundable === 0 ? 'no' : 'yes',
      reason: '',
    },
  });
  const isAmount = (text: string) => {
    const amount = amountOf(text.trim(), currency);
    return (
      (amount !== null && amount > 0 && amount <= refundable) || `要大于 0，不超过 ${moneyText(refundable, currency)}`
    );
  };
  return (
    <Dialog title="退款" onClose={onClose}>
      <form className="flex flex-col gap-4" onSubmit={handleSubmit(onShow)} noValidate>
        <Field
          label={`金额（${currency}）`}
          inputMode="decimal"
          autoComplete="off"
          hint={`最多 ${moneyText(refundable, currency)}，退回付款的账户${pass ? `；收回天数时最多 ${moneyText(pass.refundable, currency)}` : ''}`}
          field={register('amount', { setValueAs: (text: string) => text.trim(), validate: isAmount })}
          error={formState.errors.amount?.message ?? null}
        />
        <Select
          label={pass ? '月卡' : '漫币与赠币'}
          options={[
            ['yes', pass ? '收回还没有开始的天数' : '按金额的比例收回'],
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
