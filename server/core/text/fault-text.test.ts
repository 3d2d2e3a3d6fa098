import { expect, test } from 'vitest';
import { faultText } from './fault-text.ts';

const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });

test.each([
  ['a known answer', 'KEY_WRONG: no such key', '密钥不对（对方的原话：KEY_WRONG: no such key）'],
  ['an unknown answer', new Error('QUOTA: later'), '对方的原话：QUOTA: later'],
  ['a sentence in Chinese', new Error('对方不收这个收件人'), '对方不收这个收件人'],
  [
    'a connection that nobody accepts',
    new TypeError('fetch failed', { cause: refused }),
    '那边没有在听这个端口，检查地址与端口',
  ],
  ['no answer', new Error('The operation was aborted due to timeout'), '连不上，检查网络与 DNS'],
])('%s is explained in Chinese', (_what, error, text) => {
  expect(faultText(error, [[/^KEY_WRONG/, '密钥不对']])).toBe(text);
});
