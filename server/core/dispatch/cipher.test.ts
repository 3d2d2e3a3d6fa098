import { createCipheriv } from 'node:crypto';
import { expect, test } from 'vitest';
import { createCipher } from './cipher.ts';

const cipher = createCipher(Buffer.from('0123456789abcdef'), Buffer.from('fedcba9876543210'));

test('a sealed text can be opened, also Chinese', () => {
  for (const text of ['', '{}', '{"标题":"漫屿 🏝"}', 'x'.repeat(100_000)])
    expect(cipher.open(cipher.seal(text))).toBe(text);
});

test('texts of any length, with any padding, can be opened', () => {
  for (let length = 0; length <= 33; length++) {
    const text = 'x'.repeat(length);
    expect(cipher.open(cipher.seal(text)), String(length)).toBe(text);
  }
});

test('sealing is AES-CBC with PKCS#7, in base64', () => {
  // Made with: printf '{}' | openssl enc -aes-128-cbc -base64 -K <hex of the key> -iv <hex of the iv>
  expect(cipher.seal('{}')).toBe('f3rN9DP8r0PBKc2hb0pA6g==');
});

test('keys of 16, 24 and 32 bytes are accepted', () => {
  for (const length of [16, 24, 32]) {
    const other = createCipher(Buffer.alloc(length, 7), Buffer.alloc(16, 9));
    expect(other.open(other.seal('页'))).toBe('页');
  }
});

/** Seals any bytes, also invalid text. */
function sealedBytes(bytes: Buffer, padded = true): string {
  const other = createCipheriv('aes-128-cbc', '0123456789abcdef', 'fedcba9876543210').setAutoPadding(padded);
  return Buffer.concat([other.update(bytes), other.final()]).toString('base64');
}

function withLastByte(byte: number): string {
  return sealedBytes(Buffer.from([...'{"id":1}       '].map((each) => each.charCodeAt(0)).concat(byte)), false);
}

/** Sealed text in which both signs occur that are written otherwise in addresses. */
function withSigns(): string {
  for (let n = 0; ; n++) {
    const sealed = cipher.seal(`{"id":${n}}`);
    if (sealed.includes('+') && sealed.includes('/')) return sealed;
  }
}

test('an empty text does not open, whatever was opened before', () => {
  for (let n = 0; n < 3_000; n++) {
    cipher.open(cipher.seal(`{"id":${n}}`));
    expect(() => cipher.open('')).toThrow();
  }
});

test('opening a body does not depend on earlier ones, opened or failed', () => {
  const [short, long] = [cipher.seal('{"id":1}'), cipher.seal(`{"text":"${'页'.repeat(5_000)}"}`)];
  for (const before of [long, 'YWJj', sealedBytes(Buffer.of(0xff)), Buffer.alloc(32, 1).toString('base64'), short]) {
    try {
      cipher.open(before);
    } catch {
      // Only the next call matters.
    }
    expect(cipher.open(short)).toBe('{"id":1}');
  }
});

test.each([
  ['not base64', '你好'],
  ['base64 of another alphabet', 'ab-_'],
  ['half a block', 'YWJj'],
  ['a block of noise', Buffer.alloc(16, 1).toString('base64')],
  ['the plain JSON', '{"id":1}'],
  ['a line break at the end, as forms add it', `${cipher.seal('{"id":1}')}\r\n`],
  ['a space before it', ` ${cipher.seal('{"id":1}')}`],
  ['line breaks that keep its length a multiple of four', `${cipher.seal('{"id":1}')}\r\n\r\n`],
  ['the same in the alphabet of addresses', withSigns().replaceAll('+', '-').replaceAll('/', '_')],
  ['the same without the signs that fill it up', cipher.seal('{"id":1}').replace(/=+$/, '')],
  ['padding of seventeen', withLastByte(17)],
  ['padding of seventeen that are alike', sealedBytes(Buffer.alloc(32, 17), false)],
  ['padding of none', withLastByte(0)],
  ['padding of two that are not alike', withLastByte(2)],
  ['text that is not UTF-8', sealedBytes(Buffer.of(0xff))],
  ['another key', createCipher(Buffer.alloc(16, 1), Buffer.alloc(16, 2)).seal('{"id":1}')],
])('%s does not open', (_what, body) => {
  expect(() => cipher.open(body)).toThrow();
});
