import { cbc } from '@noble/ciphers/aes.js';
import { fromBase64, toBase64 } from './base64.ts';

/** Encrypts and decrypts messages: base64(AES-CBC(utf8(JSON))), PKCS#7 padding. */
export type Cipher = { seal(value: unknown): string; open(sealed: string): unknown };

/**
 * Written in plain script because `crypto.subtle` is absent on plain-http LAN addresses, where people try a
 * self-hosted site first.
 */
export function createCipher(key: string, iv: string): Cipher {
  const utf8 = new TextEncoder();
  const keyBytes = utf8.encode(key);
  const ivBytes = utf8.encode(iv);
  return {
    seal: (value) => toBase64(cbc(keyBytes, ivBytes).encrypt(utf8.encode(JSON.stringify(value)))),
    open: (sealed) =>
      JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(cbc(keyBytes, ivBytes).decrypt(fromBase64(sealed)))),
  };
}
