import * as v from 'valibot';
import { perAddress } from '../call.ts';
import { Coins, Count, Day, Id, Month, Time } from '../shapes.ts';
import { staffCall } from './staff-call.ts';

const Amounts = { coins: Coins, bonus: Coins, tickets: v.number() };

export const monthReport = staffCall({
  path: 'money/month',
  who: { staff: 'money' },
  what: '一个月（北京时间）的月报：漫币、赠币、阅读券的售出、赠送、消费、退款与结余，各种货币的收款，月卡的收入，卖得最多的漫画。',
  payload: v.object({ month: Month }),
  data: v.object({
    month: Month,
    lines: v.array(v.object({ title: v.string(), ...Amounts, costFen: v.nullable(v.number()) })),
    /** Payments count at their grant, refunds when they are done. In the smallest unit of the currency. */
    taken: v.array(v.object({ currency: v.string(), topups: Count, amount: Count, refunds: Count, refunded: Count })),
    /**
     * The sums of 月卡, by its prices in the list; missing if there is none. `days`: the revenue of each day, which is the price of the used days.
     */
    passes: v.optional(
      v.object({
        lines: v.array(v.object({ title: v.string(), fen: v.number() })),
        days: v.array(v.object({ day: Day, fen: v.number() })),
      }),
    ),
    comics: v.array(v.object({ comicId: Id, title: v.string(), chapters: Count, ...Amounts })),
    /** The number of comics that were sold; `comics` has only the first of them. */
    comicCount: Count,
  }),
});

export const monthExport = staffCall({
  path: 'money/month-export',
  who: { staff: 'money', fresh: true },
  what: '把月报导出成 CSV，包括全部漫画；导出有记录。',
  payload: v.object({ month: Month }),
  data: v.object({ csv: v.string(), rows: Count, truncated: v.boolean() }),
});

const LastCheck = v.object({
  /** `wallet`, `shop`, `rewards` or `membership`. */
  part: v.string(),
  at: Time,
  broken: v.array(v.object({ name: v.string(), violations: v.array(v.string()) })),
});

export const lastChecks = staffCall({
  path: 'money/ledger',
  who: { staff: 'money' },
  what: '账目最近一次核对的结果。',
  payload: v.object({}),
  data: v.object({ parts: v.array(LastCheck) }),
});

export const checkLedger = staffCall({
  path: 'money/ledger-check',
  who: { staff: 'money' },
  what: '现在核对全部账目：余额等于流水之和，每张订单到账一次，等等。',
  payload: v.object({}),
  data: v.object({ checked: Count, parts: v.array(LastCheck) }),
  // It reads the whole ledger.
  limits: [...perAddress(10, 600), { by: 'session', points: 5, seconds: 600 }],
});
