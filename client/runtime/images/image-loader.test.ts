import { expect, test } from 'vitest';
import { imageAddress } from './image-loader.ts';

test.each([
  ['https://cdn.example/a.webp', 'https://site.example', 'https://cdn.example/a.webp'],
  ['/images/a.webp', 'https://site.example', 'https://site.example/images/a.webp'],
  ['images/a.webp', 'https://site.example/', 'https://site.example/images/a.webp'],
  ['/images/a.webp?e=1&s=x', undefined, '/images/a.webp?e=1&s=x'],
  ['images/a.webp', '', '/images/a.webp'],
  ['//cdn.example/a.webp', 'https://site.example', '//cdn.example/a.webp'],
])('%s on %s is %s', (url, base, expected) => {
  expect(imageAddress(url, base)).toBe(expected);
});
