import { expect, test } from 'vitest';
import { compareNatural } from './natural-order.ts';

const ordered: [why: string, names: string[]][] = [
  ['digit runs count as integers', ['1.jpg', '2.jpg', '10.jpg']],
  ['leading zeros and letters after a number', ['1.jpg', '001a.jpg', '001b.jpg', '2.jpg', '10.jpg', '010a.jpg']],
  ['full-width digits are digits', ['１.jpg', '２.jpg', '１０.jpg']],
  [
    'numbers beyond 64 bits',
    ['9.jpg', '18446744073709551615.jpg', '18446744073709551616.jpg', '100000000000000000000.jpg'],
  ],
  ['a hyphen is no minus sign', ['page-1.jpg', 'page-2.jpg', 'page-10.jpg']],
  ['dates without padding', ['2024-1-9_01.jpg', '2024-1-10_01.jpg', '2024-2-1_01.jpg', '2024-10-1_01.jpg']],
  ['folder by folder', ['第1话/1.jpg', '第1话/10.jpg', '第2话/1.jpg', '第10话/1.jpg']],
  ['a folder sorts by its own name, not by the slash', ['a/9.jpg', 'a b/1.jpg']],
  ['capitals do not matter', ['a1.jpg', 'A2.JPG', 'a3.jpg']],
  ['a file and a folder of one name', ['001.jpg', '001.jpg/002.jpg']],
  ['equal numbers fall back to code points', ['01.jpg', '1.jpg']],
];

test.each(ordered)('%s', (_why, names) => {
  expect([...names].reverse().sort(compareNatural)).toEqual(names);
});

test('the order is total: only equal names compare as equal', () => {
  expect(compareNatural('01.jpg', '1.jpg')).not.toBe(0);
  expect(compareNatural('A.jpg', 'a.jpg')).not.toBe(0);
  expect(compareNatural('a.jpg', 'a.jpg')).toBe(0);
});
