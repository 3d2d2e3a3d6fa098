import { useIsMutating } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form';
import { addPicture, part as partCall, previewPart } from '#contract/console/editorial';
import { DRAWN_PARTS, type PartName } from '#contract/console/editorial-parts';
import { Button } from '../../ui/button.tsx';
import { Card, Problem } from '../parts/page.tsx';
import { showDone } from '../runtime/done-notice.ts';
import { queryClient } from '../runtime/queries.ts';
import { request } from '../runtime/request.ts';
import type { PartFields } from './field.ts';
import type { PartForm as Form } from './field-input.tsx';
import { fromForm, toForm } from './form-values.ts';
import { ItemFields, ItemList } from './item-list.tsx';
import { MergeNotice } from './merge-notice.tsx';
import { numbered } from './merge-parts.ts';
import { type Mistake, mistakeText, mistakeTexts } from './mistakes.ts';
import { PART_FIELDS } from './part-fields.ts';
import { PhonePreview } from './phone-preview.tsx';
import { SaveDialog } from './save-dialog.tsx';
import { type Change, needsConfirmation, useSavePart } from './save-part.ts';
import { type Opened, useMerging } from './use-merging.ts';

type PartFormProps = {
  name: PartName;
  title: string;
  /** The part as it is stored now. */
  latest: Opened;
  /** The person who saved it. */
  by: string;
  /** The part that is often changed after this one. */
  next: { title: string; open(): void } | null;
};
type Preview = { value: unknown; changes: readonly Change[] };

/** Edits a part: the changes are checked and shown before they are saved. Changes that others have saved since are merged. */
export function PartForm({ name, title, latest, by, next }: PartFormProps) {
  const part = PART_FIELDS[name];
  const form = useForm<Form>({ defaultValues: { items: numbered(toForm(part, latest.value)) } });
  const { mistakes, markMistakes } = useMistakes(part, form);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [isPreviewed, setIsPreviewed] = useState(false);
  const drawn = DRAWN_PARTS.find((each) => each === name);
  const { isDirty, isSubmitting } = form.formState;
  useLeaveWarning(isDirty);
  const { version, merged, settle } = useMerging(part, form, latest, () => setPreview(null));
  const conflicts = merged?.conflicts ?? [];
  const isUploading = useIsMutating({ mutationKey: [addPicture.path] }) > 0;

  const isBlocked = isSubmitting || isUploading || (isDirty && conflicts.length > 0);

  function showMistakes(found: readonly Mistake[]) {
    setPreview(null);
    markMistakes(found);
  }

  const [opensNext, setOpensNext] = useState(false);
  function showSaved() {
    form.reset(form.getValues());
    if (opensNext) next?.open();
  }
  const saving = useSavePart(name, title, { mistakes: showMistakes, saved: showSaved });

  const check = form.handleSubmit(async ({ items }) => {
    setError(null);
    const edited = fromForm(part, items);
    try {
      const found = await request(previewPart, { name, version, value: edited });
      showMistakes(found.mistakes);
      if (found.mistakes.length > 0) return;
      if (found.changes.length === 0) showDone('没有变化');
      else if (needsConfirmation(name, found.changes)) setPreview({ value: edited, changes: found.changes });
      else await saving.mutateAsync({ name, version, value: edited });
    } catch (problem) {
      setError(problem instanceof Error ? problem : new Error(String(problem)));
      // Another person may have saved it: that is then merged.
      void queryClient.invalidateQueries({ queryKey: [partCall.path] });
    }
  });
  // Mistakes that are shown must not keep the corrected form from being checked.
  const submit = (thenNext: boolean) => {
    setOpensNext(thenNext);
    form.clearErrors();
    void check();
  };

  return (
    <FormProvider {...form}>
      <div className={isPreviewed ? 'grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_28rem]' : ''}>
        <div className="flex min-w-0 flex-col gap-4">
          {isDirty && merged && <MergeNotice by={by} conflicts={conflicts} onSettle={settle} />}
          {part.hint && <p className="text-sm text-soft">{part.hint}</p>}
          {part.item === undefined ? (
            <Card>
              <ItemFields fields={part.fields} at="items.0" />
            </Card>
          ) : (
            <ItemList part={part} label={title} mistakes={mistakes} />
          )}
          {mistakes.length > 0 && <MistakeList texts={mistakeTexts(part, mistakes)} count={mistakes.length} />}
          <Problem error={error} />
          <FormBar>
            <Button data-save disabled={isBlocked} onClick={() => submit(false)}>
              {checkText(isUploading, isSubmitting)}
            </Button>
            {next && isDirty && (
              <Button look="tinted" disabled={isBlocked} onClick={() => submit(true)}>
                保存，再改{next.title}
              </Button>
            )}
            {drawn && (
              <Button look="tinted" aria-expanded={isPreviewed} onClick={() => setIsPreviewed(!isPreviewed)}>
                手机预览
              </Button>
            )}
            <Button look="quiet" disabled={!isDirty} onClick={() => form.reset()}>
              放弃改动
            </Button>
          </FormBar>
        </div>
        {drawn && isPreviewed && (
          <div className="xl:sticky xl:top-4">
            <PhonePreview name={drawn} />
          </div>
        )}
      </div>
      {preview && (
        <SaveDialog
          edited={{ name, version, value: preview.value }}
          title={title}
          changes={preview.changes}
          onMistakes={showMistakes}
          onSaved={showSaved}
          onClose={() => setPreview(null)}
        />
      )}
    </FormProvider>
  );
}

function checkText(isUploading: boolean, isSubmitting: boolean): string {
  if (isUploading) return '等图片传完…';
  return isSubmitting ? '正在检查…' : '检查并保存';
}

/** The bar with the buttons, in view at the bottom of the screen. */
function FormBar({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-[calc(4rem+env(safe-area-inset-bottom))] z-10 flex flex-wrap items-center gap-3 rounded-2xl bg-raised p-3 shadow-lg ring-1 ring-line lg:bottom-4">
      {children}
    </div>
  );
}

function MistakeList({ texts, count }: { texts: readonly string[]; count: number }) {
  return (
    <div role="alert" className="rounded-2xl bg-raised p-4 text-sm text-danger ring-1 ring-danger">
      <p className="font-medium">有 {count} 处要改，什么也没有保存：</p>
      <ul className="mt-1 list-disc pl-5">
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  );
}

/** The mistakes that the server has found. `markMistakes` replaces them, and shows each at its field. */
function useMistakes(part: PartFields, form: UseFormReturn<Form>) {
  const [mistakes, setMistakes] = useState<readonly Mistake[]>([]);
  const markMistakes = (found: readonly Mistake[]) => {
    setMistakes(found);
    form.clearErrors();
    for (const { path, what } of found) {
      const steps = part.item === undefined ? [0, ...path] : path;
      const [index, field] = steps;
      if (field === undefined) continue;
      const name = `items.${Number(index)}.${fieldName(steps.slice(1))}` as const;
      form.setError(name, { message: mistakeText(part.fields, what) });
    }
  };
  return { mistakes, markMistakes };
}

/** The name of the form field for the rest of a path. The form has one field for a whole list, so indexes are left out. */
function fieldName(steps: readonly (string | number)[]): string {
  return steps.filter((step) => typeof step === 'string').join('.');
}

function useLeaveWarning(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isDirty]);
}
