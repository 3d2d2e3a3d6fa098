import {
  bindPhone,
  loginBySms,
  passwordByLink,
  passwordLink,
  userChallenge,
  userDelete,
  userLogin,
  userPassword,
} from '#contract/calls/account';
import { type Served, serve } from '../../../core/dispatch/dispatch.ts';
import type { Account } from '../account.ts';
import type { AccountPorts } from '../ports.ts';
import type { UserInfoOf } from './user-info.ts';

/** Login by password or SMS code, changing the credentials, and deleting the account. */
export function credentialCalls(account: Account, ports: AccountPorts, userInfoOf: UserInfoOf): Served[] {
  const { credentials, phone, proofs } = account;
  return [
    serve(userLogin, async (ctx, payload) => {
      const caller = await credentials.login(ctx, payload);
      const { token, restored } = caller;
      return { token, config: await ports.siteConfig(ctx.from), user: await userInfoOf(caller, ctx.now), restored };
    }),

    serve(loginBySms, async (ctx, payload) => {
      const caller = await phone.login(ctx, payload);
      const { token, restored } = caller;
      return { token, user: await userInfoOf(caller, ctx.now), restored };
    }),

    serve(userPassword, async (ctx, payload) => userInfoOf(await credentials.setPassword(ctx, payload), ctx.now)),

    serve(passwordLink, async (ctx, { token }) => ({ name: await credentials.links.nameBehind(ctx, token) })),

    serve(passwordByLink, async (ctx, payload) => {
      const caller = await credentials.links.use(ctx, payload);
      const { token, restored } = caller;
      return { token, user: await userInfoOf(caller, ctx.now), restored };
    }),

    serve(bindPhone, async (ctx, payload) => userInfoOf(await phone.bind(ctx, payload), ctx.now)),

    serve(userDelete, async (ctx, payload) => ({
      erasesAt: (await credentials.requestDeletion(ctx, payload)).toISOString(),
    })),

    serve(userChallenge, ({ now }, { purpose, effort }) => proofs.challenge(purpose, effort ?? 1, now)),
  ];
}
