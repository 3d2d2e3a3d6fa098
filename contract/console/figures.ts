import * as v from 'valibot';
import { Count, Day, Id, Time } from '../shapes.ts';
import { staffCall } from './staff-call.ts';

/** Shanghai days, both included; at most 366. */
const SPAN = { from: Day, to: Day };
const SPENT = { unlocks: Count, coins: Count, bonus: Count, tickets: Count };
/** Chapters that had to be bought and were reached, and opened to buy them; chapters read to the end, and the bought ones of them. */
const STEPS = { seen: Count, panels: Count, finished: Count, finishedBought: Count };
const TOTALS = {
  ...SPENT,
  readers: Count,
  newReaders: Count,
  registered: Count,
  views: Count,
  buyers: Count,
  payers: Count,
  topups: Count,
  /** Sums of money, here and below: only with the permission `money`. */
  cashFen: v.optional(Count),
  refunds: Count,
  refundedFen: v.optional(Count),
};

const COMIC_ORDERS = ['views', 'readers', 'unlocks', 'coins'] as const;

export const figures = staffCall({
  path: 'figures',
  who: { staff: 'figures' },
  what: '一段时间的数字：每天的、今天每小时的、各漫画的、各来源的、留存、搜不到的词。今天的到现在为止，只在每天的数字里。',
  payload: v.object({ ...SPAN, order: v.optional(v.picklist(COMIC_ORDERS), 'views') }),
  data: v.object({
    computedAt: Time,
    today: Day,
    days: v.array(
      v.object({
        day: Day,
        computedAt: Time,
        closed: v.boolean(),
        ...TOTALS,
        ...STEPS,
        /** Readers who used the site in the 7 and 30 days up to the end of the day; null if that was not counted. */
        weekReaders: v.nullable(Count),
        monthReaders: v.nullable(Count),
      }),
    ),
    /** The last days before of the same number; only of the sums that may be added up over days. */
    before: v.object({
      days: Count,
      newReaders: Count,
      views: Count,
      unlocks: Count,
      coins: Count,
      netFen: v.optional(v.number()),
    }),
    /** The totals of today after this many hours. */
    hours: v.array(
      v.object({
        hour: Count,
        readers: Count,
        newReaders: Count,
        views: Count,
        unlocks: Count,
        netFen: v.optional(v.number()),
      }),
    ),
    /** `readers`: of each day, added up; to be divided by `days`. */
    wholeDays: Count,
    comics: v.array(
      v.object({ comicId: Count, title: v.nullable(v.string()), readers: Count, views: Count, ...SPENT, ...STEPS }),
    ),
    /** `source`: null = all that were too small to be kept; empty = it is not known. */
    sources: v.array(v.object({ source: v.nullable(v.string()), ...TOTALS })),
    /** The readers who began on a day: how many of them had views on that day, and this many days later; null = not yet known. */
    retention: v.array(
      v.object({
        firstDay: Day,
        began: Count,
        day1: v.nullable(Count),
        day7: v.nullable(Count),
        day30: v.nullable(Count),
      }),
    ),
    /**
     * 等就免费: how often it was used, by how many readers, and how many of them bought a chapter of the comic within seven days.
     * Only if it was used.
     */
    waitFree: v.optional(v.object({ uses: Count, readers: Count, buyers: Count })),
    /** Always of the last 30 days. */
    misses: v.array(v.object({ word: v.string(), askers: Count, lastDay: Day })),
  }),
});

export const comicFigures = staffCall({
  path: 'comics/figures',
  who: { staff: 'figures' },
  what: '一部漫画每天的阅读与解锁，到昨天为止；没有金额。',
  payload: v.object({ id: Id, ...SPAN }),
  authorScope: ({ id }) => ({ comics: [id] }),
  data: v.object({
    /** The latest first; days on which nobody read it are missing. `readers`: of that day. */
    days: v.array(v.object({ day: Day, readers: Count, views: Count, unlocks: Count, ...STEPS })),
  }),
});

export const figuresExport = staffCall({
  path: 'figures/export',
  who: { staff: 'figures' },
  what: '把一段时间的数字导出成 CSV：每天的、各漫画的或各来源的；导出也有记录。',
  payload: v.object({ ...SPAN, table: v.picklist(['days', 'comics', 'sources']) }),
  data: v.object({ csv: v.string(), rows: Count, truncated: v.boolean() }),
});
