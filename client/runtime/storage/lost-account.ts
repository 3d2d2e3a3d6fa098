import type { UserInfo } from '#contract/shapes';
import { readStored, writeStored } from './stored-json.ts';

/** Keeps whether the account that this device forgets had a phone, for the forgot-password link; the number is not kept. */
export function noteLostAccount(user: UserInfo | null) {
  // An anonymous session in between is no account.
  if (!user?.registered) return;
  if (user.telephone) writeStored(localStorage, 'lostAccount', { hasPhone: true });
  else localStorage.removeItem('lostAccount');
}

export function lostAccountHadPhone(): boolean {
  return readStored<{ hasPhone: boolean }>(localStorage, 'lostAccount', { hasPhone: true })?.hasPhone === true;
}
