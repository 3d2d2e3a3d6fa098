import type { RateLimits } from '../../core/limits/rate-limit.ts';
import type { Hashing } from '../account/account.ts';
import type { TotpSecrets } from './totp-secrets.ts';

export type StaffPorts = {
  hashing: Hashing;
  limits: RateLimits;
  totp: TotpSecrets;
  /** The name of the site, which authenticator apps show. */
  siteName(): Promise<string>;
};
