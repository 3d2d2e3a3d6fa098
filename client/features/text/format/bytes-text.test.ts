import { expect, test } from 'vitest';
import { bytesText } from './bytes-text.ts';

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.0 KB'],
  [1536, '1.5 KB'],
  [1024 * 1024 - 52, '1023.9 KB'],
  [1024 * 1024, '1.0 MB'],
  [2.5 * 1024 * 1024, '2.5 MB'],
  [1024 ** 3, '1.0 GB'],
])('%i bytes read %s', (bytes, text) => {
  expect(bytesText(bytes)).toBe(text);
});
