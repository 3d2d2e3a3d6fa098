import { expect, test } from 'vitest';
import { DEFAULT_IV, DEFAULT_KEY } from '#contract/envelope';
import { createCipher } from './cipher.ts';

const value = { domain: 'localhost', text: '漫屿 🏝', list: [1, 2.5, null] };

// The reference is the platform's own AES, which the browser lacks on plain-http addresses.
const utf8 = new TextEncoder();
const algorithm = { name: 'AES-CBC', iv: utf8.encode(DEFAULT_IV) };
const importKey = (key: string) =>
  crypto.subtle.importKey('raw', utf8.encode(key), 'AES-CBC', false, ['encrypt', 'decrypt']);
const toBytes = (base64: string) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
const toBase64 = (bytes: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(bytes)));

test.each([16, 32])('with a key of %i bytes, the sealed text is AES-CBC of the JSON in base64', async (bytes) => {
  const key = 'k'.repeat(bytes);
  const sealed = createCipher(key, DEFAULT_IV).seal(value);
  const plain = await crypto.subtle.decrypt(algorithm, await importKey(key), toBytes(sealed));
  expect(new TextDecoder().decode(plain)).toBe(JSON.stringify(value));
});

test('an answer sealed elsewhere is opened', async () => {
  const sealed = await crypto.subtle.encrypt(
    algorithm,
    await importKey(DEFAULT_KEY),
    utf8.encode(JSON.stringify(value)),
  );
  expect(createCipher(DEFAULT_KEY, DEFAULT_IV).open(toBase64(sealed))).toEqual(value);
});

test('a body of a megabyte makes the round trip', () => {
  const { seal, open } = createCipher(DEFAULT_KEY, DEFAULT_IV);
  const long = { text: '漫'.repeat(350_000) };
  expect(open(seal(long))).toEqual(long);
});

test.each(['', 'not base64!', 'AAAA', btoa('sixteen bytes ok')])('%j can’t be opened', (sealed) => {
  expect(() => createCipher(DEFAULT_KEY, DEFAULT_IV).open(sealed)).toThrow();
});

test('invalid UTF-8 is refused and not replaced', async () => {
  const broken = new Uint8Array([0x22, 0xff, 0x22]);
  const sealed = toBase64(await crypto.subtle.encrypt(algorithm, await importKey(DEFAULT_KEY), broken));
  expect(() => createCipher(DEFAULT_KEY, DEFAULT_IV).open(sealed)).toThrow(TypeError);
});
