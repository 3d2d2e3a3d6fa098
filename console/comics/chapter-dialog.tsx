import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { isChapterNo } from '#contract/chapter-no';
import { chapterEdit } from '#contract/console/chapters';
import { comicUndo } from '#contract/console/comics';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Problem } from '../parts/page.tsx';
import { readLocalTime, toLocalTime } from '../parts/time.ts';
import { showDone } from '../runtime/done-notice.ts';
import { useChange } from '../runtime/queries.ts';
import { request } from '../runtime/request.ts';
import { useMayChange } from '../runtime/rights.ts';
import type { Chapter } from './words.ts';

type Values = { no: string; title: string; priceCoins: string; publishedAt: string; freeAt: string };
type Fields = Chapter['fields'];

/** The fields of one chapter. */
export function ChapterDialog({ chapter, onClose }: { chapter: Chapter; onClose(): void }) {
  // The values when the dialog was opened. Another person may change them before it is saved.
  const [{ id, fields, byHand }] = useState(chapter);
  const { register, handleSubmit, formState, setValue } = useForm<Values>({ defaultValues: toForm(fields) });
  const change = useChange(chapterEdit);
  const mayChange = useMayChange();
  const { errors, dirtyFields } = formState;
  const save = handleSubmit((values) => {
    const wanted = fromForm(values);
    const names = (Object.keys(dirtyFields) as (keyof Fields)[]).filter((name) => dirtyFields[name]);
    const pick = (from: Fields) => Object.fromEntries(names.map((name) => [name, from[name]]));
    if (names.length === 0) return onClose();
    change.mutate(
      { id, base: pick(fields), change: pick(wanted) },
      {
        onSuccess({ entries }) {
          onClose();
          showDone('已保存', entries.length > 0 ? () => request(comicUndo, { entries }) : null);
        },
      },
    );
  });
  return (
    <Dialog title={`第 ${fields.no} 话`} onClose={onClose}>
      <form className="flex flex-col gap-4" onSubmit={save} noValidate>
        <Field label="标题" maxLength={200} hint="可以不填，只显示话数" field={register('title')} />
        <Field
          label="话数"
          inputMode="decimal"
          field={register('no', {
            validate: (text) => isChapterNo(text.trim()) || text === String(fields.no) || '要写数字，如 12 或 12.5',
          })}
          error={errors.no?.message ?? null}
        />
        {mayChange('priceCoins') && (
          <Field
            label="单独标价（漫币）"
            inputMode="numeric"
            hint="0 是免费；不填就按整部的价格"
            field={register('priceCoins', {
              validate: (text) => /^\d{0,7}$/.test(text.trim()) || '要写 0 到 1000000 的整数',
            })}
            error={errors.priceCoins?.message ?? null}
          />
        )}
        <Field
          label="发布时间（北京时间）"
          type="datetime-local"
          hint="写将来的时间就是定时发布，到时自动出现"
          field={register('publishedAt', { required: '要写发布时间' })}
          error={errors.publishedAt?.message ?? null}
        />
        <Button
          look="quiet"
          className="self-start"
          onClick={() => setValue('publishedAt', toLocalTime(new Date().toISOString()), { shouldDirty: true })}
        >
          改为现在
        </Button>
        {mayChange('freeAt') && (
          <Field label="转为免费的时间（北京时间）" type="datetime-local" hint="可以不填" field={register('freeAt')} />
        )}
        {byHand.length > 0 && <p className="text-sm text-soft">手工定过的，导入不再改。</p>}
        <Problem error={change.error} />
        <Button type="submit" disabled={change.isPending}>
          保存
        </Button>
      </form>
    </Dialog>
  );
}

function toForm({ no, title, priceCoins, publishedAt, freeAt }: Fields): Values {
  return {
    no: String(no),
    title,
    priceCoins: priceCoins === null ? '' : String(priceCoins),
    publishedAt: toLocalTime(publishedAt),
    freeAt: freeAt === null ? '' : toLocalTime(freeAt),
  };
}

function fromForm({ no, title, priceCoins, publishedAt, freeAt }: Values): Fields {
  return {
    no: Number(no),
    title: title.trim(),
    priceCoins: priceCoins.trim() === '' ? null : Number(priceCoins),
    publishedAt: readLocalTime(publishedAt),
    freeAt: freeAt === '' ? null : readLocalTime(freeAt),
  };
}
