import { BadField } from '../../../core/refusal.ts';

const USERNAME = /^[A-Za-z0-9_]{4,50}$/;
const PHONE = /^1\d{10}$/;

/**
 * Whether a reader can be called so: by a username or a phone number. The database takes `İ` for an `i` where a count of
 * guesses by name does not, so such a name is looked for nowhere.
 */
export function isName(name: string): boolean {
  return USERNAME.test(name);
}

/** Refuses what can't be a username; one that looks like a phone number would log in its owner's readers. */
export function checkUsername(username: string): void {
  if (!USERNAME.test(username) || PHONE.test(username)) throw new BadField('username');
}

/** `138****8000` */
export function maskedTelephone(telephone: string): string {
  return `${telephone.slice(0, 3)}****${telephone.slice(7)}`;
}
