import { userAdult, userDetail, userExport, userGender, userNickname, userTeen } from '#contract/calls/account';
import { type Served, serve } from '../../../core/dispatch.ts';
import type { Account } from '../account.ts';
import type { AccountPorts } from '../ports.ts';
import { gradeOf } from '../profile/grade.ts';
import type { UserInfoOf } from './user-info.ts';

/** The reader's profile and preferences, and the export of their data. */
export function profileCalls({ profile, teen }: Account, ports: AccountPorts, userInfoOf: UserInfoOf): Served[] {
  return [
    serve(userDetail, async ({ caller, now }) => {
      const [info, createdAt, counts] = await Promise.all([
        userInfoOf(caller, now),
        profile.createdAt(caller),
        ports.countLibrary(caller.readerId),
      ]);
      return {
        ...info,
        createdAt: createdAt.toISOString(),
        counts,
        growth: { points: caller.profile.points, nextAt: gradeOf(caller.profile.points).nextAt },
      };
    }),

    serve(userNickname, async ({ caller, now }, { nickname }, refuse) => {
      const changed = await profile.setNickname(caller, nickname);
      return changed === 2010 ? refuse(2010) : userInfoOf(changed, now);
    }),

    serve(userGender, async ({ caller }, { gender }) => {
      await profile.setGender(caller, gender);
      return { gender };
    }),

    serve(userAdult, async ({ caller, now }, { adult }, refuse) => {
      const changed = await profile.setAdult(caller, adult);
      return changed === 2008 ? refuse(2008) : userInfoOf(changed, now);
    }),

    serve(userTeen, async (ctx, { on, pin }, refuse) => {
      const changed = await teen.set(ctx, ctx.caller, on, pin);
      return changed ? userInfoOf(changed, ctx.now) : refuse(2001, null, '密码不正确');
    }),

    serve(userExport, ({ caller }) => profile.exportData(caller)),
  ];
}
