import * as v from 'valibot';
import { USUAL } from './shapes.ts';
import { staffCall } from './staff-call.ts';

/**
 * The most that one member of staff may give alone, in coins, until an owner sets it: per adjustment or batch of redeem codes,
 * and per day. A ticket counts as ten coins, a day of 月卡 as five: ¥15 for a month.
 */
export const ALONE = { once: 1000, day: 5000, ticketWorth: 10, passDayWorth: 5 } as const;

const HIGHEST = 10_000_000;
const Limit = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(HIGHEST));
const Limits = v.object({ once: Limit, day: Limit });

export const aloneLimits = staffCall({
  path: 'limits/alone',
  who: { staff: 'overview' },
  what: '一个人一次、一天最多可以给多少，按漫币算；超过的等另一人批准。调整余额与生成兑换码各算各的。',
  payload: v.object({}),
  data: Limits,
});

export const setAloneLimits = staffCall({
  path: 'limits/set-alone',
  who: { staff: 'system', fresh: true },
  what: '设一个人一次、一天最多可以给多少。一天的不能少于一次的；0 是每一次都要另一人批准。',
  payload: Limits,
  data: v.object({}),
  limits: [{ by: 'session', points: 30, seconds: 600 }, ...USUAL],
});
