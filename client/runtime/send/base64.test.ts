import { afterEach, expect, test } from 'vitest';
import { fromBase64, toBase64 } from './base64.ts';

const bytes = Uint8Array.from({ length: 70_001 }, (_, at) => (at * 7) % 256);
const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

const own = ['toBase64', 'fromBase64'].map((name) => {
  const holder: object = name === 'toBase64' ? Uint8Array.prototype : Uint8Array;
  return { holder, name, descriptor: Object.getOwnPropertyDescriptor(holder, name) };
});
afterEach(() => {
  for (const { holder, name, descriptor } of own) if (descriptor) Object.defineProperty(holder, name, descriptor);
});

test.each(['this', 'an older'])('%s browser writes and reads base64', (browser) => {
  if (browser === 'an older') for (const { holder, name } of own) Reflect.deleteProperty(holder, name);
  expect('fromBase64' in Uint8Array).toBe(browser === 'this');
  expect(toBase64(bytes)).toBe(base64);
  expect(fromBase64(base64)).toEqual(bytes);
  expect(() => fromBase64('not base64!')).toThrow();
});
