import { createHash, randomBytes } from 'node:crypto';

/** API keys begin with it, so that scanners of leaked secrets recognise them. */
export const KEY_PREFIX = 'manyu_';

export type NewToken = { token: string; hash: Buffer };

/** 256 bits for sessions and keys, 128 for links. */
export function newToken(bits: 128 | 256, prefix = ''): NewToken {
  const token = prefix + randomBytes(bits / 8).toString('base64url');
  return { token, hash: hashOf(token) };
}

/** Tokens are random and long: a fast hash is enough. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
