import { useForm } from 'react-hook-form';
import type { InputOf } from '#contract/call';
import type { bulkPreview } from '#contract/console/comics-bulk';
import { Button } from '../../ui/button.tsx';
import { CheckBox } from '../parts/check-box.tsx';
import { Field } from '../parts/field.tsx';
import { Problem } from '../parts/page.tsx';
import { Select } from '../parts/select.tsx';
import { type FormCount, namesIn, rangeOf } from './fields-values.ts';
import { STATUSES, WEEKDAYS } from './words.ts';

type BulkChange = InputOf<typeof bulkPreview>['wish'];
type Values = {
  priceCoins: string;
  freeFirst: string;
  waitHours: string;
  waitExceptLatest: string;
  waitReadHours: string;
  passAfterDays: string;
  status: '' | 'serial' | 'complete';
  online: '' | 'yes' | 'no';
  addGenres: string;
  removeGenres: string;
  changesWeekdays: boolean;
  weekdays: string[];
};

const UNCHANGED = ['', '不改'] as const;
const EMPTY: Values = {
  priceCoins: '',
  freeFirst: '',
  waitHours: '',
  waitExceptLatest: '',
  waitReadHours: '',
  passAfterDays: '',
  status: '',
  online: '',
  addGenres: '',
  removeGenres: '',
  changesWeekdays: false,
  weekdays: [],
};

const isWithin = (least: number, most: number) => (text: string) => {
  const isNumber = /^\d{1,7}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most;
  return text.trim() === '' || isNumber || `要写 ${least} 到 ${most} 的整数`;
};

/** The changes of many comics. Empty fields stay unchanged. */
export function BulkForm({
  busy,
  error,
  onWish,
}: {
  busy: boolean;
  error: Error | null;
  onWish(wish: BulkChange): void;
}) {
  const { register, handleSubmit, formState, watch } = useForm<Values>({ defaultValues: EMPTY });
  const { errors, isDirty } = formState;
  const count = (name: FormCount, label: string) => (
    <Field
      label={label}
      inputMode="numeric"
      placeholder="不改"
      field={register(name, { validate: isWithin(...rangeOf(name)) })}
      error={errors[name]?.message ?? null}
    />
  );
  return (
    <form className="flex flex-col gap-4" onSubmit={handleSubmit((values) => onWish(wishOf(values)))} noValidate>
      <div className="grid grid-cols-2 gap-4">
        {count('priceCoins', '每话价格（漫币）')}
        {count('freeFirst', '免费的前几话')}
        <Select label="状态" options={[UNCHANGED, ...STATUSES]} {...register('status')} />
        <Select label="上架" options={[UNCHANGED, ['yes', '上架'], ['no', '下架']]} {...register('online')} />
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        {count('waitHours', '等就免费：隔几小时（0 是关）')}
        {count('waitExceptLatest', '不含最新几话')}
        {count('waitReadHours', '能读几小时')}
        {count('passAfterDays', '月卡：发布满几天（0 是关）')}
      </div>
      <Field label="加上题材" placeholder="不改" hint="几个之间用顿号" field={register('addGenres')} />
      <Field label="去掉题材" placeholder="不改" field={register('removeGenres')} />
      <fieldset>
        <legend className="sr-only">更新日</legend>
        <CheckBox {...register('changesWeekdays')}>改更新日，一个也不选就按最近一话</CheckBox>
        {watch('changesWeekdays') && (
          <div className="flex flex-wrap gap-x-4">
            {WEEKDAYS.map((name, index) => (
              <CheckBox key={name} value={String(index + 1)} {...register('weekdays')}>
                {name}
              </CheckBox>
            ))}
          </div>
        )}
      </fieldset>
      <Problem error={error} />
      <Button type="submit" disabled={!isDirty || busy}>
        预览
      </Button>
    </form>
  );
}

function wishOf(values: Values): BulkChange {
  const { status, online, changesWeekdays, weekdays } = values;
  const count = (text: string) => (text.trim() === '' ? undefined : Number(text));
  const names = (text: string) => (text.trim() === '' ? undefined : namesIn(text));
  return {
    priceCoins: count(values.priceCoins),
    freeFirst: count(values.freeFirst),
    waitHours: count(values.waitHours),
    waitExceptLatest: count(values.waitExceptLatest),
    waitReadHours: count(values.waitReadHours),
    passAfterDays: count(values.passAfterDays),
    status: status || undefined,
    online: online === '' ? undefined : online === 'yes',
    addGenres: names(values.addGenres),
    removeGenres: names(values.removeGenres),
    weekdays: changesWeekdays ? weekdays.map(Number) : undefined,
  };
}
