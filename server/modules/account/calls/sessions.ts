import { endSession, userSessions } from '#contract/calls/account';
import { userInfo, userLogout, userRegister } from '#contract/calls/session';
import { type Served, serve } from '../../../core/dispatch/dispatch.ts';
import type { Account } from '../account.ts';
import type { UserInfoOf } from './user-info.ts';

/** Sessions and devices: start, list and end. */
export function sessionCalls({ sessions }: Account, userInfoOf: UserInfoOf): Served[] {
  return [
    serve(userRegister, async (ctx, { domain, u, platform, referrer }) => {
      const origin = { domain, source: u ?? null, referrer: hostOf(referrer ?? ''), platform };
      return userInfoOf(await sessions.start(ctx, origin), ctx.now);
    }),

    serve(userInfo, ({ caller, now }) => userInfoOf(caller, now)),

    serve(userSessions, async ({ caller, now }) => ({ devices: await sessions.list(caller, now) })),

    serve(endSession, async ({ caller, now }, { id }) => {
      await sessions.end(caller, id, now);
      return {};
    }),

    serve(userLogout, async (ctx, { all }) => {
      await sessions.logout(ctx, all ?? false);
      return {};
    }),
  ];
}

/** Text that is no host counts as unknown. */
function hostOf(referrer: string): string | null {
  const host = referrer.toLowerCase();
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host) ? host : null;
}
