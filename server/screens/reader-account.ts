import { userInfo, userRegister } from '#contract/calls';
import type { UserInfo } from '#contract/shapes';
import type { Caller } from '../core/ctx.ts';
import { type Served, serve } from '../core/dispatch.ts';
import type { Account } from '../modules/account/account.ts';

/** Session start: who the reader is. */
export function readerAccountCalls(account: Account): Served[] {
  return [
    serve(userRegister, async (ctx, { domain, u, platform }) =>
      viewUserInfo(await account.startSession(ctx, { domain, source: u ?? null, platform })),
    ),
    serve(userInfo, ({ caller }) => viewUserInfo(caller)),
  ];
}

/** A visitor has no credentials, and nothing to spend yet: there is no call that gives either. */
function viewUserInfo(caller: Caller): UserInfo {
  return {
    token: caller.token,
    id: caller.readerId,
    username: null,
    nickname: caller.nickname,
    avatar: null,
    telephone: null,
    registered: caller.registered,
    hasPassword: false,
    gender: caller.gender,
    adult: caller.adult,
    teen: false,
    grade: { level: 0, name: '新读者', icon: 'grade-0' },
    coins: 0,
    bonus: 0,
    tickets: 0,
    autoBuy: false,
    unread: { gift: 0, feedback: 0, updates: 0 },
  };
}
