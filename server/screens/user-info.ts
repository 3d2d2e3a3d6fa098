import type { UserInfo } from '#contract/shapes';
import type { Caller } from '../core/ctx.ts';
import { gradeOf, maskedTelephone } from '../modules/account/account.ts';

/** A reader as they see themselves. */
export type UserInfoOf = (caller: Caller, now: Date) => Promise<UserInfo>;

/** How many things of each kind the reader has not seen. */
export type Unread = {
  updates(caller: Caller, now: Date): Promise<number>;
  feedback(caller: Caller): Promise<number>;
};

/** Nothing can be bought or given yet, so there is nothing to spend. */
export function createUserInfo(unread: Unread): UserInfoOf {
  return async (caller, now) => {
    const { token, readerId, username, nickname, telephone, registered, hasPassword, gender, adult, teen, autoBuy } =
      caller;
    const [updates, feedback] = caller.expectsNews
      ? await Promise.all([unread.updates(caller, now), unread.feedback(caller)])
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
      grade: gradeOf(caller.points).grade,
      coins: 0,
      bonus: 0,
      tickets: 0,
      autoBuy,
      unread: { gift: 0, feedback, updates },
    };
  };
}
