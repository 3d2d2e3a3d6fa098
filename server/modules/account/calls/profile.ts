import {
  userAdult,
  userDetail,
  userExport,
  userFace,
  userGender,
  userNickname,
  userTeen,
} from '#contract/calls/account';
import { type Served, serve } from '../../../core/dispatch/dispatch.ts';
import type { Account } from '../account.ts';
import type { AccountPorts } from '../ports.ts';
import { ALL_GRADES, gradeOf } from '../profile/grade.ts';
import type { UserInfoOf } from './user-info.ts';

/** The reader's profile and preferences, and the export of their data. */
export function profileCalls({ profile, teen }: Account, ports: AccountPorts, userInfoOf: UserInfoOf): Served[] {
  return [
    serve(userDetail, async ({ caller, now }) => {
      const { points } = caller.profile;
      const { grade, nextAt } = gradeOf(points);
      const next = nextAt === null ? null : gradeOf(nextAt).grade;
      const [info, createdAt, counts, grades] = await Promise.all([
        userInfoOf(caller, now),
        profile.createdAt(caller),
        ports.countLibrary(caller),
        Promise.all(ALL_GRADES.map(async (each) => ({ ...each, benefit: await ports.benefitOf(each.level) }))),
      ]);
      const benefitOf = (level: number) => grades[level]?.benefit ?? 0;
      return {
        ...info,
        createdAt: createdAt.toISOString(),
        counts,
        growth: {
          points,
          nextAt,
          benefit: benefitOf(grade.level),
          next: next && { name: next.name, benefit: benefitOf(next.level) },
          grades,
        },
      };
    }),

    serve(userNickname, async ({ caller, now }, { nickname }) =>
      userInfoOf(await profile.setNickname(caller, nickname), now),
    ),

    serve(userGender, async ({ caller }, { gender }) => {
      await profile.setGender(caller, gender);
      return { gender };
    }),

    serve(userFace, async ({ caller, now }, { face }) => userInfoOf(await profile.setFace(caller, face), now)),

    serve(userAdult, async ({ caller, now }, { adult }) => userInfoOf(await profile.setAdult(caller, adult), now)),

    serve(userTeen, async (ctx, wish, refuse) => {
      const changed = await teen.set(ctx, ctx.caller, wish);
      return changed ? userInfoOf(changed, ctx.now) : refuse('wrongPassword', null, '密码不正确');
    }),

    serve(userExport, ({ caller }) => profile.exportData(caller)),
  ];
}
