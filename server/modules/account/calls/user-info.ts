import type { UserInfo } from '#contract/shapes';
import type { Caller } from '../../../core/dispatch/ctx.ts';
import type { AccountPorts } from '../ports.ts';
import { gradeOf } from '../profile/grade.ts';
import { maskedTelephone } from '../reader/names.ts';

/** A reader's view of their own account. */
export type UserInfoOf = (caller: Caller, now: Date) => Promise<UserInfo>;

export function createUserInfo(
  ports: Pick<
    AccountPorts,
    | 'countUnreadUpdates'
    | 'countUnreadReplies'
    | 'countUnreadNotices'
    | 'countClaimableGifts'
    | 'balancesOf'
    | 'passUntil'
  >,
): UserInfoOf {
  return async (caller, now) => {
    const { token, readerId, registered, adult, teen, profile } = caller;
    const {
      username,
      nickname,
      telephone,
      hasPassword,
      gender,
      face,
      autoBuy,
      points,
      expectsNews,
      shareCode,
      teenFrom16,
    } = profile;
    const [balances, updates, feedback, notices, gift, passUntil] = await Promise.all([
      ports.balancesOf(readerId, now),
      expectsNews ? ports.countUnreadUpdates(caller, now) : 0,
      expectsNews ? ports.countUnreadReplies(readerId) : 0,
      ports.countUnreadNotices(caller),
      ports.countClaimableGifts(caller, now),
      registered ? ports.passUntil(readerId, now) : null,
    ]);
    return {
      token,
      id: readerId,
      username,
      nickname,
      avatar: null,
      face,
      telephone: telephone && maskedTelephone(telephone),
      registered,
      hasPassword,
      gender,
      adult,
      teen,
      ...(teen && { teenTier: teenFrom16 ? ('from16' as const) : ('under16' as const) }),
      grade: gradeOf(points).grade,
      ...balances,
      autoBuy,
      ...(passUntil && { pass: { until: passUntil.toISOString() } }),
      shareCode,
      unread: { gift, feedback, updates, ...(notices !== null && { notices }) },
    };
  };
}
