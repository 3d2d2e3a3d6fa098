import { expect, test } from 'vitest';
import { isNamelessPage, isPictureName } from './file-names.ts';

test.each([
  ['001.jpg', true],
  ['第1页.JPEG', true],
  ['001.jpg!w1200', true],
  ['001.jpg_large', true],
  ['001.png@1280w', true],
  ['001.webp:orig', true],
  ['001.jpg?w=1200', true],
  ['001.jpg-large', true],
  ['001.jpg_original', false],
  ['001.jpg~', false],
  ['001.jpg.part', false],
  ['001.jpg.zip', false],
  ['001.jpg-old.zip', false],
  ['001.jpg_files/readme.txt', false],
  ['__MACOSX/001.jpg', false],
])('%s is the name of a page: %s', (name, isPicture) => {
  expect(isPictureName(name)).toBe(isPicture);
  if (isPicture) expect(isNamelessPage(name)).toBe(false);
});
