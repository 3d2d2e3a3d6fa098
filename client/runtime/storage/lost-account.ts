import type { UserInfo } from '#contract/shapes';
import { readStored, writeStored } from './stored-json.ts';

/** Stores whether the account that ends on this device had a phone, for the forgot-password link. The number is not stored. */
export function noteLostAccount(user: UserInfo | null) {
  // An anonymous session in between is no account.
  if (!user?.registered) return;
  if (user.telephone) writeStored(localStorage, 'lostAccount', { hasPhone: true });
  else localStorage.removeItem('lostAccount');
}

export function lostAccountHadPhone(): boolean {
  return readStored<{ hasPhone: boolean }>(localStorage, 'lostAccount', { hasPhone: true })?.hasPhone === true;
}
