import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { comicChanged } from '#contract/codes';
import type { EditedFields } from '#contract/console/comic-shapes';
import { comicEdit, comicUndo } from '#contract/console/comics';
import { Button } from '../../ui/button.tsx';
import { Card, Problem } from '../parts/page.tsx';
import { showDone } from '../runtime/done-notice.ts';
import { useChange } from '../runtime/queries.ts';
import { Refused, request } from '../runtime/request.ts';
import { useMayChange } from '../runtime/rights.ts';
import { type Conflict, ConflictNotice } from './conflict-notice.tsx';
import { FactFields, PriceFields, WaitFields } from './fields.tsx';
import { FIELD_LIST, type FieldName, type FormValues, fromForm, isSame, pick, toForm } from './fields-values.ts';
import type { Comic } from './words.ts';

/** The fields of a comic. Only those that were changed are sent, each with the value that was seen. */
export function FieldsForm({ comic }: { comic: Comic }) {
  const { id, fields, byHand } = comic;
  const form = useForm<FormValues>({ defaultValues: toForm(fields) });
  const base = useRef(fields);
  const { isDirty } = form.formState;
  // Changes by others are shown, unless they would replace a text that is being typed.
  useEffect(() => {
    if (isDirty) return;
    base.current = fields;
    form.reset(toForm(fields));
  }, [fields, isDirty, form]);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const change = useChange(comicEdit);
  const mayChange = useMayChange();

  const save = form.handleSubmit((values) => {
    const wanted = fromForm(values);
    const names = FIELD_LIST.filter((name) => !isSame(wanted[name], base.current[name]));
    setConflict(null);
    if (names.length === 0) return form.reset(values);
    const sent = { id, base: pick(base.current, names), change: pick(wanted, names) };
    change.mutate(sent, {
      onSuccess({ entries }) {
        form.reset(values);
        showDone('已保存', entries.length > 0 ? () => request(comicUndo, { entries }) : null);
      },
      onError(error) {
        if (error instanceof Refused && error.code === comicChanged)
          setConflict({ ...(error.data as Conflict), wanted });
      },
    });
  });

  const settle = (name: FieldName, value: EditedFields[FieldName], takesTheirs: boolean) => {
    base.current = { ...base.current, [name]: value };
    if (takesTheirs) form.setValue(name, toForm(base.current)[name], { shouldDirty: true });
  };

  return (
    <form className="flex flex-col gap-4" onSubmit={save} noValidate>
      {mayChange('priceCoins') && (
        <>
          <Card title="价格" hint="改了价格，读者立即按新的付；买过的不受影响。">
            <PriceFields form={form} byHand={byHand} />
          </Card>
          <Card
            title="等就免费与月卡"
            hint="等就免费：每隔一段时间可以免费打开一话要买的话。月卡：有月卡的读者可以读。打开的话都不算买下。"
          >
            <WaitFields form={form} byHand={byHand} />
          </Card>
        </>
      )}
      <Card title="资料">
        <FactFields form={form} byHand={byHand} mayChange={mayChange} />
      </Card>
      {conflict && <ConflictNotice conflict={conflict} onSettle={settle} onDone={() => setConflict(null)} />}
      {!conflict && <Problem error={change.error} />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={!isDirty || change.isPending || conflict !== null}>
          保存
        </Button>
        {isDirty && (
          <Button look="quiet" onClick={() => form.reset(toForm(base.current))}>
            放弃修改
          </Button>
        )}
      </div>
    </form>
  );
}
