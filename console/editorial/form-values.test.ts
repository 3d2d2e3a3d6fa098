import { expect, test } from 'vitest';
import { fromForm, toForm } from './form-values.ts';
import { MONEY_FIELDS } from './money-fields.ts';

test('a discount is for many chapters or for readers with 月卡, and what is left empty is not written', () => {
  const { discounts } = MONEY_FIELDS;
  const [ofPass, ofMany] = [
    { pass: true, percent: 80 },
    { pass: false, chapters: 10, percent: 90 },
  ];
  const entered = [
    { pass: true, chapters: '', percent: '80' },
    { pass: false, chapters: '10', percent: '90' },
  ];
  expect(fromForm(discounts, entered)).toEqual([ofPass, ofMany]);
  expect(toForm(discounts, [ofPass, { chapters: 10, percent: 90 }])).toEqual(entered);
});
