import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import type { DataOf } from '#contract/call';
import { adjustBalance, previewAdjustment } from '#contract/console/adjusting';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Problem } from '../parts/page.tsx';
import { PreviewDialog } from '../parts/preview-dialog.tsx';
import { Select } from '../parts/select.tsx';
import { showDone } from '../runtime/done-notice.ts';
import { useChange } from '../runtime/queries.ts';
import { request } from '../runtime/request.ts';
import { ASSETS, type Asset, assetName, planNotes, signedText } from './words.ts';

type Values = { asset: Asset; amount: string; days: string; reason: string };
type AdjustInput = { id: number; asset: Asset; amount: number; days: number; reason: string; key: string };

/** Asks for an adjustment, shows the balances before and after, and makes it once. */
export function AdjustDialog({ id, onClose }: { id: number; onClose(): void }) {
  const feedback = useSearchParams()[0].get('feedback');
  const form = useForm<Values>({
    defaultValues: {
      asset: 'bonus',
      amount: '',
      days: '90',
      reason: feedback ? `反馈 ${feedback.slice(0, 15)}：` : '',
    },
  });
  const [wish, setWish] = useState<AdjustInput | null>(null);
  const preview = useChange(previewAdjustment);
  const { errors } = form.formState;
  const asset = form.watch('asset');
  if (wish && preview.data) return <Confirm wish={wish} plan={preview.data} onClose={onClose} />;
  const submit = form.handleSubmit((values) => {
    const amount = numberOf(values.amount);
    // One key for each wish: pressing the button twice adjusts once.
    setWish({ ...values, id, amount, days: Number(values.days), key: crypto.randomUUID() });
    preview.mutate({ id, asset: values.asset, amount });
  });
  return (
    <Dialog title="调整余额" onClose={onClose}>
      <form className="flex flex-col gap-4" onSubmit={submit} noValidate>
        <Select label="种类" options={ASSETS} {...form.register('asset')} />
        <Field
          label="数目"
          inputMode="numeric"
          autoComplete="off"
          hint="给读者写 100，扣回写 -100"
          field={form.register('amount', { validate: (text) => isAmount(text) || '写一个不是 0 的整数' })}
          error={errors.amount?.message ?? null}
        />
        {asset !== 'coin' && (
          <Field
            label="几天内有效"
            inputMode="numeric"
            autoComplete="off"
            hint="只对给的有用"
            field={form.register('days', { validate: (text) => /^[1-9]\d{0,3}$/.test(text) || '写天数' })}
            error={errors.days?.message ?? null}
          />
        )}
        <Field
          label="原因"
          maxLength={200}
          autoComplete="off"
          hint="写进操作记录"
          field={form.register('reason', { validate: (text) => text.trim() !== '' || '请写原因' })}
          error={errors.reason?.message ?? null}
        />
        <Problem error={preview.error} />
        <Button type="submit" disabled={preview.isPending}>
          预览
        </Button>
      </form>
    </Dialog>
  );
}

type ConfirmProps = { wish: AdjustInput; plan: DataOf<typeof previewAdjustment>; onClose(): void };

function Confirm({ wish, plan, onClose }: ConfirmProps) {
  const { was, becomes, owed, gone } = plan;
  const name = assetName(wish.asset);
  const change = useChange(adjustBalance, ({ waits }) => {
    onClose();
    if (waits) return showDone('超过一个人可以调整的数目，已提交，等另一位同事在「读者」里批准');
    const back = { ...wish, amount: -wish.amount, reason: `撤回：${wish.reason}`.slice(0, 200) };
    const undo = () => request(adjustBalance, { ...back, key: crypto.randomUUID(), owed: 0, gone: 0 });
    showDone(`已调整：${name} ${was} → ${becomes}`, undo);
  });
  return (
    <PreviewDialog
      title="确认调整"
      lines={[{ what: name, before: String(was), after: String(becomes) }]}
      confirm={`调整 ${signedText(wish.amount)} ${name}`}
      busy={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate({ ...wish, owed, gone })}
      onClose={onClose}
    >
      <div className="text-sm text-soft">
        <p className="break-words">原因：{wish.reason}</p>
        {planNotes(plan).map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
    </PreviewDialog>
  );
}

function isAmount(text: string): boolean {
  return Number.isSafeInteger(numberOf(text)) && numberOf(text) !== 0;
}

/** Accepts the minus and the digits of Chinese keyboards; NaN if it is no number. */
function numberOf(text: string): number {
  const plain = text.normalize('NFKC').replaceAll(/\s/g, '').replace(/^[−–]/, '-');
  return /^[+-]?\d{1,7}$/.test(plain) ? Number(plain) : Number.NaN;
}
