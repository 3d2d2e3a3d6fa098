import type { UserInfo } from '#contract/shapes';
import type { Caller } from '../../../core/ctx.ts';
import type { AccountPorts } from '../ports.ts';
import { gradeOf } from '../profile/grade.ts';
import { maskedTelephone } from '../reader/names.ts';

/** A reader's view of their own account. */
export type UserInfoOf = (caller: Caller, now: Date) => Promise<UserInfo>;

/** The balances are zero: nothing can be bought or given yet. */
export function createUserInfo(ports: Pick<AccountPorts, 'countUnreadUpdates' | 'countUnreadReplies'>): UserInfoOf {
  return async (caller, now) => {
    const { token, readerId, registered, adult, teen, profile } = caller;
    const { username, nickname, telephone, hasPassword, gender, autoBuy, points, expectsNews } = profile;
    const [updates, feedback] = expectsNews
      ? await Promise.all([ports.countUnreadUpdates(caller, now), ports.countUnreadReplies(readerId)])
      : [0, 0];
    return {
      token,
      id: readerId,
      username,
      nickname,
      avatar: null,
      telephone: telephone && maskedTelephone(telephone),
      registered,
      hasPassword,
      gender,
      adult,
      teen,
      grade: gradeOf(points).grade,
      coins: 0,
      bonus: 0,
      tickets: 0,
      autoBuy,
      unread: { gift: 0, feedback, updates },
    };
  };
}
