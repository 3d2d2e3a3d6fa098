import * as v from 'valibot';
import { expect, test } from 'vitest';
import { COMIC_FIELDS, FIELD_NAMES, ofEachList } from '#contract/comic-fields';
import { EDITED_NAMES, EditedFields } from '#contract/console/comic-shapes';
import { mayChange } from '#contract/console/roles';
import { FIELD_LIST, fromForm, toForm } from './fields-values.ts';

const fields: EditedFields = {
  ...ofEachList(() => []),
  title: '山海小店',
  authors: ['甲', '乙'],
  genres: ['奇幻'],
  description: '一行\n另一行',
  status: 'complete',
  weekdays: [1, 7],
  direction: 'rtl',
  ageRating: '16',
  priceCoins: 30,
  freeFirst: 3,
  waitHours: 24,
  waitExceptLatest: 2,
  waitReadHours: 72,
  passAfterDays: 0,
};

test('the form of a comic shows lists and numbers as text, and gives back the same fields', () => {
  expect(toForm(fields)).toMatchObject({ authors: '甲、乙', alias: '', weekdays: ['1', '7'], waitHours: '24' });
  expect(fromForm(toForm(fields))).toEqual(fields);
});

test('typed text is reduced to names, days in order and numbers', () => {
  const typed = { ...toForm(fields), title: ' 书名 ', authors: '甲，乙; 甲、', weekdays: ['7', '1'], priceCoins: '20' };
  expect(fromForm(typed)).toEqual({ ...fields, title: '书名', weekdays: [1, 7], priceCoins: 20 });
});

test('the form, the names and the contract have the same fields', () => {
  expect(FIELD_LIST.toSorted()).toEqual(EDITED_NAMES.toSorted());
  expect(FIELD_LIST.toSorted()).toEqual([...FIELD_NAMES, 'title', 'priceCoins', 'freeFirst'].toSorted());
});

test('a number outside of the range of its field is refused', () => {
  for (const name of FIELD_NAMES) {
    const field = COMIC_FIELDS[name];
    if (field.kind !== 'count') continue;
    const [least, most] = field.range;
    const accepts = (value: number) => v.is(EditedFields, { ...fields, [name]: value });
    expect([least - 1, least, most, most + 1].map(accepts)).toEqual([false, true, true, false]);
  }
});

test('authors may change the facts of a comic, but neither its age rating nor what it costs', () => {
  const refused = FIELD_LIST.filter((name) => !mayChange('author', name));
  const paid = ['waitHours', 'waitExceptLatest', 'waitReadHours', 'passAfterDays', 'priceCoins', 'freeFirst'];
  expect(refused.toSorted()).toEqual(['ageRating', ...paid].toSorted());
});
