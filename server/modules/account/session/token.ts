import { createHash, randomBytes } from 'node:crypto';

const DAY_MS = 24 * 3600 * 1000;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** 256 random bits, as sent to the client. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The hash under which a token is stored; null if it is malformed. */
export function hashOfToken(token: string | null): Buffer | null {
  return token !== null && TOKEN.test(token) ? createHash('sha256').update(token).digest() : null;
}

/** When a session used at this moment expires. */
export function expiryOf(registered: boolean, now: Date): Date {
  return new Date(now.getTime() + (registered ? 30 : 180) * DAY_MS);
}
