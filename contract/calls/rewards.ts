import * as v from 'valibot';
import { call } from '../call.ts';
import { Coins, Count, Day, DayText, Id, Month, Time } from '../shapes.ts';

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
        /** The end of the time in which it can be claimed. */
        expiresAt: Time,
        claimedAt: v.nullable(Time),
        /** Days from claiming until it expires. */
        validDays: Count,
        /** When the claimed reward expires; null if it is not claimed yet. */
        lastsUntil: v.nullable(Time),
        /**
         * The unspent part of the claimed reward; null if it is not claimed yet, or was claimed by an account merged into this
         * one.
         */
        remaining: v.nullable(Count),
        /** The condition that the reader does not meet yet: a bound phone number. */
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
    // A day that is not in the calendar can't be repaired, as any other day outside of this week.
    repair: v.optional(DayText),
    month: v.optional(Month),
  }),
  data: v.object({
    month: Month,
    /** The first month that can be requested. */
    firstMonth: Month,
    days: v.array(
      v.object({
        date: Day,
        /** The reward of the day, or of a repair. From today on: the reward if the reader signs in on every day before it. */
        reward: Reward,
        signed: v.boolean(),
        today: v.boolean(),
        /** The day was missed and can be repaired for `repairCost`. */
        repairable: v.boolean(),
        repaired: v.boolean(),
      }),
    ),
    /** Consecutive days up to today, or up to yesterday before today's sign-in. */
    streak: Count,
    /** The rewards of the days of one cycle in order, including the benefit of the grade. */
    cycle: v.array(Reward),
    /** The addition of the reader's grade to the bonus of a day. */
    gradeBonus: Coins,
    /** The bonus that 月卡 adds to a day that is signed while it runs. It is in `days`, but not in `cycle`. */
    passBonus: v.optional(Coins),
    /** In bonus. */
    repairCost: Coins,
    /** Days until bonus and tickets from signing in expire. */
    validDays: v.object({ bonus: Count, tickets: Count }),
    reward: v.nullable(Reward),
    bonus: Coins,
    tickets: Count,
  }),
  refusals: { alreadyCheckedIn: null, repairUnavailable: null, insufficientCoins: null },
});
