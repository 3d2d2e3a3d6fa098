import { expect, test } from 'vitest';
import { chooseVariant } from './choose-variant.ts';

const cover = {
  url: 'full',
  width: 900,
  height: 1200,
  color: '#112233',
  variants: [
    { url: 'large', width: 480 },
    { url: 'small', width: 240 },
  ],
};

test.each([
  [110, 1, 'small'],
  [120, 2, 'small'],
  [241, 1, 'small'],
  [241.1, 1, 'large'],
  [120, 2.625, 'large'],
  [160, 3, 'large'],
  [200, 3, 'full'],
  [2000, 3, 'full'],
  [0, 2, 'small'],
])('%s CSS pixels at DPR %s take the %s variant', (width, ratio, expected) => {
  expect(chooseVariant(cover, width, ratio)).toBe(expected);
});

test('an image without variants has its own address', () => {
  expect(chooseVariant({ url: 'only', width: 10, height: 10, color: '#000000' }, 100, 3)).toBe('only');
});
