import { createCipheriv, createDecipheriv } from 'node:crypto';

/** AES-CBC with PKCS#7 in base64: how bodies travel. Obfuscation only; TLS is the protection. */
export type Cipher = { seal(text: string): string; open(sealed: string): string };

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** `key` of 16, 24 or 32 bytes, `iv` of 16. `open` throws on anything that `seal` could not have made. */
export function createCipher(key: Buffer, iv: Buffer): Cipher {
  const algorithm = `aes-${key.length * 8}-cbc`;
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  return {
    seal(text) {
      const cipher = createCipheriv(algorithm, key, iv);
      return cipher.update(text, 'utf8', 'base64') + cipher.final('base64');
    },
    open(sealed) {
      const text = sealed.trim();
      if (text.length % 4 !== 0 || !BASE64.test(text)) throw new Error('not base64');
      const decipher = createDecipheriv(algorithm, key, iv);
      return utf8.decode(Buffer.concat([decipher.update(text, 'base64'), decipher.final()]));
    },
  };
}
