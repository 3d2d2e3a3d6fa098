import { createHash, randomBytes } from 'node:crypto';

const DAY_MS = 24 * 3600 * 1000;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** 256 random bits, as they travel. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Only this is kept of a token; null for what can't be one. */
export function hashOfToken(token: string | null): Buffer | null {
  return token !== null && TOKEN.test(token) ? createHash('sha256').update(token).digest() : null;
}

/** When a session ends that is not used any more. */
export function expiryOf(registered: boolean, now: Date): Date {
  return new Date(now.getTime() + (registered ? 30 : 180) * DAY_MS);
}
