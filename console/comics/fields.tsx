import type { UseFormReturn } from 'react-hook-form';
import { type CountName, LIST_NAMES, type ListName } from '#contract/comic-fields';
import { LONGEST_DESCRIPTION, LONGEST_LIST, LONGEST_NAME } from '#contract/comic-limits';
import { COMIC_FIELD_NAMES } from '#contract/console/column-names';
import { CheckBox } from '../parts/check-box.tsx';
import { Field } from '../parts/field.tsx';
import { Select } from '../parts/select.tsx';
import { TextArea } from '../parts/text-area.tsx';
import { type FieldName, type FormValues, namesIn, rangeOf } from './fields-values.ts';
import { AGES, DIRECTIONS, STATUSES, WEEKDAYS } from './words.ts';

type FieldsProps = { form: UseFormReturn<FormValues>; byHand: readonly string[] };

const isWithin = (least: number, most: number) => (text: string) => {
  const isNumber = /^\d{1,7}$/.test(text.trim());
  return (isNumber && Number(text) >= least && Number(text) <= most) || `要写 ${least} 到 ${most} 的整数`;
};
function isList(text: string): true | string {
  const names = namesIn(text);
  if (names.length > LONGEST_LIST) return `最多 ${LONGEST_LIST} 个`;
  return names.every(({ length }) => length <= LONGEST_NAME) || `一个最多 ${LONGEST_NAME} 个字`;
}

/** The name of a field, marked if it was set by hand. */
function labelOf(name: FieldName, byHand: readonly string[]): string {
  return byHand.includes(name) ? `${COMIC_FIELD_NAMES[name]}（手工定的，导入不改）` : COMIC_FIELD_NAMES[name];
}

export function PriceFields({ form: { register, formState }, byHand }: FieldsProps) {
  const { errors } = formState;
  const count = (name: 'priceCoins' | 'freeFirst', hint: string) => (
    <Field
      label={labelOf(name, byHand)}
      inputMode="numeric"
      hint={hint}
      field={register(name, { validate: isWithin(...rangeOf(name)) })}
      error={errors[name]?.message ?? null}
    />
  );
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {count('priceCoins', '漫币；0 是免费。单独标价的话不受影响')}
      {count('freeFirst', '按话数从小到大数')}
    </div>
  );
}

export function WaitFields({ form: { register, formState }, byHand }: FieldsProps) {
  const { errors } = formState;
  const count = (name: CountName, hint: string) => (
    <Field
      label={labelOf(name, byHand)}
      inputMode="numeric"
      hint={hint}
      field={register(name, { validate: isWithin(...rangeOf(name)) })}
      error={errors[name]?.message ?? null}
    />
  );
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      {count('waitHours', '0 是关；1 到 168')}
      {count('waitExceptLatest', '最新的这几话仍要购买')}
      {count('waitReadHours', '打开之后能读多久')}
      {count('passAfterDays', '0 是不含在月卡里')}
    </div>
  );
}

export function FactFields({
  form: { register, formState },
  byHand,
  mayChange,
}: FieldsProps & { mayChange(name: FieldName): boolean }) {
  const { errors } = formState;
  const list = (name: ListName) => (
    <Field
      key={name}
      label={labelOf(name, byHand)}
      hint="几个之间用顿号"
      field={register(name, { validate: isList })}
      error={errors[name]?.message ?? null}
    />
  );
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label={labelOf('title', byHand)}
        data-edit
        maxLength={LONGEST_NAME}
        field={register('title', { validate: (text) => text.trim() !== '' || '要写书名' })}
        error={errors.title?.message ?? null}
      />
      {LIST_NAMES.filter(mayChange).map(list)}
      <div className="sm:col-span-2">
        <TextArea label={labelOf('description', byHand)} maxLength={LONGEST_DESCRIPTION} {...register('description')} />
      </div>
      <Select label={labelOf('status', byHand)} options={STATUSES} {...register('status')} />
      {mayChange('ageRating') && (
        <Select label={labelOf('ageRating', byHand)} options={AGES} {...register('ageRating')} />
      )}
      <Select label={labelOf('direction', byHand)} options={DIRECTIONS} {...register('direction')} />
      <fieldset className="sm:col-span-2">
        <legend className="text-sm text-soft">{labelOf('weekdays', byHand)}，一个也不选就按最近一话</legend>
        <div className="mt-1 flex flex-wrap gap-x-4">
          {WEEKDAYS.map((name, index) => (
            <CheckBox key={name} value={String(index + 1)} {...register('weekdays')}>
              {name}
            </CheckBox>
          ))}
        </div>
      </fieldset>
    </div>
  );
}
