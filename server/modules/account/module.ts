import { HOUR_MS, MINUTE_MS } from '../../core/jobs/jobs.ts';
import type { Module } from '../../core/module/module.ts';
import type { Account } from './account.ts';
import { codeCalls } from './calls/codes.ts';
import { credentialCalls } from './calls/credentials.ts';
import { profileCalls } from './calls/profile.ts';
import { sessionCalls } from './calls/sessions.ts';
import { createUserInfo } from './calls/user-info.ts';
import type { AccountPorts } from './ports.ts';

const SMS_REPORTS_MS = 30 * 1000;

/** Sessions, logins, credentials, and the profile. */
export function accountModule(account: Account, ports: AccountPorts): Module {
  const userInfoOf = createUserInfo(ports);
  const { smsBudget, reports } = account;
  return {
    calls: [
      ...sessionCalls(account, userInfoOf),
      ...credentialCalls(account, ports, userInfoOf),
      ...codeCalls(account),
      ...profileCalls(account, ports, userInfoOf),
    ],
    jobs: {
      // Each node exports the counts. The second node finds no reports left to fetch.
      'sms-reports': { everyMs: SMS_REPORTS_MS, node: 'one', run: reports.fetch },
      'sms-budget': { everyMs: MINUTE_MS, node: 'every', run: smsBudget.look },
      'account-sweep': { everyMs: HOUR_MS, node: 'one', run: account.sweep },
    },
    metrics: [
      {
        name: 'manyu_sms_sent_today',
        help: 'Text messages that count towards the budget of this day.',
        read: smsBudget.spent,
      },
      { name: 'manyu_sms_daily_budget', help: 'The most text messages of a day.', read: () => smsBudget.ofDay },
      {
        name: 'manyu_sms_day',
        help: 'Text messages that gateways took in the last day, by whether they arrived.',
        label: 'state',
        read: reports.counted,
      },
    ],
  };
}
