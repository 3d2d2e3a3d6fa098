import { expect, test } from 'vitest';
import { createCipher } from './cipher.ts';

const cipher = createCipher(Buffer.from('0123456789abcdef'), Buffer.from('fedcba9876543210'));

test('what is sealed opens again, Chinese and all', () => {
  for (const text of ['', '{}', '{"标题":"漫屿 🏝"}', 'x'.repeat(100_000)])
    expect(cipher.open(cipher.seal(text))).toBe(text);
});

test('sealing is AES-CBC with PKCS#7, in base64', () => {
  // Made with: printf '{}' | openssl enc -aes-128-cbc -base64 -K <hex of the key> -iv <hex of the iv>
  expect(cipher.seal('{}')).toBe('f3rN9DP8r0PBKc2hb0pA6g==');
});

test('keys of 16, 24 and 32 bytes are taken', () => {
  for (const length of [16, 24, 32]) {
    const other = createCipher(Buffer.alloc(length, 7), Buffer.alloc(16, 9));
    expect(other.open(other.seal('页'))).toBe('页');
  }
});

test.each([
  ['not base64', '你好'],
  ['base64 of another alphabet', 'ab-_'],
  ['half a block', 'YWJj'],
  ['a block of noise', Buffer.alloc(16, 1).toString('base64')],
  ['the plain JSON', '{"id":1}'],
  ['another key', createCipher(Buffer.alloc(16, 1), Buffer.alloc(16, 2)).seal('{"id":1}')],
])('%s does not open', (_what, body) => {
  expect(() => cipher.open(body)).toThrow();
});
