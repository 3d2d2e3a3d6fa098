import { expect, test } from 'vitest';
import { isLinkMode, safeEntryPath } from './entry-path.ts';

test.each([
  ['第1话/001.jpg', '第1话/001.jpg'],
  ['第1话\\001.jpg', '第1话/001.jpg'],
  ['./第1话/./001.jpg', '第1话/001.jpg'],
  ['第1话//001.jpg', '第1话/001.jpg'],
  ['第1话/', '第1话/'],
  ['第1话//', '第1话/'],
  ['e\u0301.jpg', 'é.jpg'],
  ['..jpg', '..jpg'],
])('%j is the path %j', (name, path) => {
  expect(safeEntryPath(name)).toBe(path);
});

test.each([
  '/etc/passwd',
  '\\etc',
  'c:/001.jpg',
  'C:001.jpg',
  '..',
  '../001.jpg',
  'a/../001.jpg',
  'a\\..\\..\\b',
  'a/..',
])('%j points outside the archive and is refused', (name) => {
  expect(() => safeEntryPath(name)).toThrow('指向包外');
});

test('a name with a NUL is refused', () => {
  expect(() => safeEntryPath('001.jpg\0.exe')).toThrow('含空字符');
});

test.each([
  [0, false],
  [0o644, false],
  [0o100644, false],
  [0o040755, false],
  [0o120777, true],
  [0o060660, true],
  [0o020660, true],
  [0o010644, true],
  [0o140755, true],
])('the mode %o belongs to a link or a device: %s', (mode, isLink) => {
  expect(isLinkMode(mode)).toBe(isLink);
});
