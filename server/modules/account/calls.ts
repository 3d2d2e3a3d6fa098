import type { Served } from '../../core/dispatch.ts';
import type { Account } from './account.ts';
import { codeCalls } from './calls/codes.ts';
import { credentialCalls } from './calls/credentials.ts';
import { profileCalls } from './calls/profile.ts';
import { sessionCalls } from './calls/sessions.ts';
import { createUserInfo } from './calls/user-info.ts';
import type { AccountPorts } from './ports.ts';

/** Sessions, logins, credentials, and the profile. */
export function accountCalls(account: Account, ports: AccountPorts): Served[] {
  const userInfoOf = createUserInfo(ports);
  return [
    ...sessionCalls(account, userInfoOf),
    ...credentialCalls(account, ports, userInfoOf),
    ...codeCalls(account),
    ...profileCalls(account, ports, userInfoOf),
  ];
}
