import { BadField } from '../../../core/refusal/refusal.ts';

const USERNAME = /^[A-Za-z0-9_]{4,50}$/;
const PHONE = /^1\d{10}$/;

/**
 * Whether this can be a username or a phone number. Checked before every search by name: `lower()` in the database treats `İ`
 * as `i` while the guess counter does not, so such a name would get extra guesses.
 */
export function isName(name: string): boolean {
  return USERNAME.test(name);
}

/** Refuses malformed usernames, and those that look like a phone number: they could log in to the account of that phone. */
export function checkUsername(username: string): void {
  if (!USERNAME.test(username) || PHONE.test(username)) throw new BadField('username');
}

/** Whether the reader is banned at this moment. */
export function isBanned(reader: { bannedAt: Date | null; bannedUntil: Date | null }, now: Date): boolean {
  const { bannedAt, bannedUntil } = reader;
  return bannedAt !== null && (bannedUntil === null || bannedUntil > now);
}

/** `138****8000` */
export function maskedTelephone(telephone: string): string {
  return `${telephone.slice(0, 3)}****${telephone.slice(7)}`;
}
