import * as v from 'valibot';
import { call } from '../call.ts';
import { Coins, Count, Day, Id, Month, Time } from '../shapes.ts';

const Reward = v.object({ bonus: Coins, tickets: Count });

export const gift = call({
  path: 'promotion/gift',
  who: 'session',
  what: '这位读者的礼包：可领的、已领的、过期不久的。claim 领取一个，或 all 领取全部可领的；claimed 是这次领到的。',
  payload: v.object({ claim: v.optional(v.union([Id, v.literal('all')])) }),
  data: v.object({
    gifts: v.array(
      v.object({
        id: Id,
        title: v.string(),
        kind: v.picklist(['bonus', 'ticket']),
        amount: Count,
        /** Until when it can be claimed. */
        expiresAt: Time,
        claimedAt: v.nullable(Time),
        /** How many days what is claimed lasts. */
        validDays: Count,
        /** When what was claimed expires; null until claimed. */
        lastsUntil: v.nullable(Time),
        /** What is missing before it can be claimed: a bound phone. */
        needs: v.nullable(v.literal('phone')),
      }),
    ),
    claimed: v.array(Id),
  }),
  refusals: { giftUnavailable: null, phoneRequired: null },
});

export const sign = call({
  path: 'promotion/sign',
  who: 'session',
  what: '一个月的签到（默认本月），以北京时间的一天为界。sign 签今天，repair 补签一天；reward 是这次得到的，没有签就是 null。',
  payload: v.object({
    sign: v.optional(v.literal(true)),
    repair: v.optional(Day),
    month: v.optional(Month),
  }),
  data: v.object({
    month: Month,
    /** The first month that can be asked for. */
    firstMonth: Month,
    days: v.array(
      v.object({
        date: Day,
        /** What the day brought, or what a repair would bring; from today on, with a sign on every day until then. */
        reward: Reward,
        signed: v.boolean(),
        today: v.boolean(),
        /** It was missed, and may be made good for `repairCost`. */
        repairable: v.boolean(),
        repaired: v.boolean(),
      }),
    ),
    /** Days in a row up to today, or up to yesterday where today is not signed yet. */
    streak: Count,
    /** What the days of one cycle bring, first to last, the benefit of the grade included. */
    cycle: v.array(Reward),
    /** What the reader's grade adds to a day's bonus. */
    gradeBonus: Coins,
    /** In bonus. */
    repairCost: Coins,
    /** How many days bonus and tickets of attendance last. */
    validDays: v.object({ bonus: Count, tickets: Count }),
    reward: v.nullable(Reward),
    bonus: Coins,
    tickets: Count,
  }),
  refusals: { alreadyCheckedIn: null, repairUnavailable: null, insufficientCoins: null },
});
