import * as v from 'valibot';
import { Count, Day, Time } from '../shapes.ts';
import { Finding } from './shapes.ts';
import { staffCall } from './staff-call.ts';

const FIGURES = {
  readers: Count,
  newReaders: Count,
  views: Count,
  unlocks: Count,
  /** Top-ups less refunds, in fen; only with the permission `money`. */
  netFen: v.optional(v.number()),
};

/** The steps up to the first sale, in their order. */
const STEPS = ['factor', 'import', 'price', 'channel', 'texts', 'order'] as const;
export type Step = (typeof STEPS)[number];

export const overview = staffCall({
  path: 'overview',
  who: { staff: 'overview' },
  what: '要处理的事，开业清单，今天到现在与上周同一时刻的比较，和最近七天的数字。',
  payload: v.object({}),
  data: v.object({
    version: v.string(),
    /** The address of the readers' site. */
    siteUrl: v.string(),
    computedAt: Time,
    /** The findings that need work. `page`: where to do it in the console, as the address below /console. */
    attention: v.array(v.object({ ...Finding.entries, page: v.nullable(v.string()) })),
    /** Null once all steps are done. */
    checklist: v.nullable(v.array(v.object({ step: v.picklist(STEPS), done: v.boolean() }))),
    /** Up to the last full hour of today; null in the first hour. `lastWeek`: null if it was not noted. */
    soFar: v.nullable(v.object({ hour: Count, today: v.object(FIGURES), lastWeek: v.nullable(v.object(FIGURES)) })),
    days: v.array(v.object({ day: Day, ...FIGURES })),
  }),
});
