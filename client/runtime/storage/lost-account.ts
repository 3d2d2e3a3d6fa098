import type { UserInfo } from '#contract/shapes';
import { deviceStorage } from './safe-storage.ts';
import { readStored, writeStored } from './stored-json.ts';

/** Stores whether the account that ends on this device had a phone, for the forgot-password link. The number is not stored. */
export function noteLostAccount(user: UserInfo | null) {
  // An anonymous session in between is no account.
  if (!user?.registered) return;
  if (user.telephone) writeStored(deviceStorage, 'lostAccount', { hasPhone: true });
  else deviceStorage.removeItem('lostAccount');
}

export function lostAccountHadPhone(): boolean {
  return readStored<{ hasPhone: boolean }>(deviceStorage, 'lostAccount', { hasPhone: true })?.hasPhone === true;
}
