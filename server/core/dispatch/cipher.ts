import { createCipheriv, createDecipheriv } from 'node:crypto';

/** The encoding of bodies: AES-CBC with PKCS#7 in base64. Obfuscation only; TLS is the protection. */
export type Cipher = { seal(text: string): string; open(sealed: string): string };

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const BLOCK_BYTES = 16;

/** `key` of 16, 24 or 32 bytes, `iv` of 16. `open` throws on anything that `seal` could not have made. */
export function createCipher(key: Buffer, iv: Buffer): Cipher {
  const algorithm = `aes-${key.length * 8}-cbc`;
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  // Creating a decipher costs three times as much as opening a body, so one is used for all of them: a block depends only
  // on the block before it, and with the IV put before a body each body is deciphered as if it were the first.
  const decipher = createDecipheriv(algorithm, key, iv).setAutoPadding(false);
  return {
    seal(text) {
      const cipher = createCipheriv(algorithm, key, iv);
      return cipher.update(text, 'utf8', 'base64') + cipher.final('base64');
    },
    open(sealed) {
      if (sealed.length % 4 !== 0 || !BASE64.test(sealed)) throw new Error('not base64');
      const length = Buffer.byteLength(sealed, 'base64');
      if (length === 0 || length % BLOCK_BYTES !== 0) throw new Error('not whole blocks');
      const blocks = Buffer.allocUnsafe(BLOCK_BYTES + length);
      iv.copy(blocks);
      blocks.write(sealed, BLOCK_BYTES, 'base64');
      const padded = decipher.update(blocks);
      return utf8.decode(padded.subarray(BLOCK_BYTES, padded.length - paddingOf(padded)));
    },
  };
}

/** PKCS#7: n bytes are added, each of the value n. */
function paddingOf(padded: Buffer): number {
  const count = padded[padded.length - 1] ?? 0;
  if (count === 0 || count > BLOCK_BYTES) throw new Error('not padded');
  for (let at = padded.length - count; at < padded.length; at++)
    if (padded[at] !== count) throw new Error('not padded');
  return count;
}
