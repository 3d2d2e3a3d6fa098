import { expect, test } from 'vitest';
import { referrerHost } from './referrer.ts';

test.each([
  ['https://www.example.com/path?q=1', 'www.example.com'],
  ['https://tieba.example:8443/', 'tieba.example'],
  ['android-app://com.example.news/', 'com.example.news'],
  ['https://comics.example/comic/1', null],
  ['', null],
  ['about:blank', null],
  ['no address', null],
])('the referrer %j has the host %j', (referrer, host) => {
  expect(referrerHost(referrer, 'comics.example')).toBe(host);
});
