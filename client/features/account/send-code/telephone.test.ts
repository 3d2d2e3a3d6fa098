import { expect, test } from 'vitest';
import { isTelephone, pastedTelephone, telephoneIn } from './telephone.ts';

test.each([
  '+86 138 0013 8000',
  '0086-138-0013-8000',
  '8613800138000',
  '138 0013 8000',
  '138-0013-8000\n',
  '１３８００１３８０００',
])('%s is 13800138000', (text) => {
  expect(telephoneIn(text)).toBe('13800138000');
});

test('an incomplete number keeps its digits, also those of a country code', () => {
  expect(telephoneIn('138 00')).toBe('13800');
  expect(telephoneIn('8613')).toBe('8613');
  expect(telephoneIn('138001380001')).toBe('13800138000');
});

test('a mainland number has eleven digits and begins with 1', () => {
  const numbers = ['13800138000', '1380013800', '138001380000', '23800138000', '', '1380013800a'];
  expect(numbers.filter(isTelephone)).toEqual(['13800138000']);
});

test('a pasted complete number replaces the text, a part is inserted at the cursor', () => {
  expect(pastedTelephone('139', { start: 3, end: 3 }, '+86 138 0013 8000')).toBe('13800138000');
  expect(pastedTelephone('1388000', { start: 3, end: 3 }, '0013')).toBe('13800138000');
  expect(pastedTelephone('13900138000', { start: 2, end: 3 }, '8')).toBe('13800138000');
});
