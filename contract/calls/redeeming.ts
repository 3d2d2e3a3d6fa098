import * as v from 'valibot';
import { call } from '../call.ts';
import { Balances, Coins, Count, Key, Time } from '../shapes.ts';
import { Proof } from '../verification.ts';

export const redeem = call({
  path: 'charge/redeem',
  who: 'registered',
  what: '用兑换码。code 照读者输入的样子：大小写、空格、全角都可以，O 当作 0，I、L 当作 1。同一个 key 只兑换一次。一天里输错 10 次（同一个网络地址 30 次）之后，每次要带安全验证的答案。',
  payload: v.object({
    code: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
    key: Key,
    proof: v.optional(Proof),
  }),
  data: v.object({
    coins: Coins,
    bonus: Coins,
    tickets: Count,
    /** Days of 月卡, if it brought some. */
    passDays: v.optional(Count),
    /** When the bonus and the tickets expire; null if it brought none. */
    expiresAt: v.nullable(Time),
    balances: Balances,
  }),
  refusals: {
    teenModeForbids: null,
    redeemCodeUnknown: null,
    redeemCodeUsed: null,
    redeemCodeEnded: null,
    redeemCodeEarly: v.object({ from: Time }),
    redeemCodeLimit: null,
    proofRequired: null,
  },
  limits: [{ by: 'session', points: 30, seconds: 600 }],
});
