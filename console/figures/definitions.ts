import type { DataOf, InputOf } from '#contract/call';
import type { figures } from '#contract/console/figures';
import { countText, yuanText } from '../parts/numbers.ts';

export type Figures = DataOf<typeof figures>;
export type Day = Figures['days'][number];

/** The orders of the list of comics. */
export const COMIC_ORDERS = [
  ['views', '阅读'],
  ['readers', '读者'],
  ['unlocks', '解锁'],
  ['coins', '漫币'],
] as const satisfies readonly (readonly [NonNullable<InputOf<typeof figures>['order']>, string])[];

/**
 * A figure of a day. `isPeople`: distinct people of the day, which are never added up over days. `before`: its sum over the days
 * before, if there is one.
 */
export type Figure = {
  key: string;
  title: string;
  means: string;
  value(day: Day): number;
  text(value: number): string;
  isPeople?: boolean;
  before?: keyof Figures['before'];
  /** Only for people with the permission to see sums of money. */
  isMoney?: boolean;
};

const net = ({ cashFen = 0, refundedFen = 0 }: Day) => cashFen - refundedFen;

const FIGURES: readonly Figure[] = [
  {
    key: 'readers',
    title: '读者',
    means: '这天有阅读的读者，各算一次。',
    value: (d) => d.readers,
    text: countText,
    isPeople: true,
  },
  {
    key: 'newReaders',
    title: '新读者',
    means: '这天第一次打开网站的读者，不论读没读。',
    value: (d) => d.newReaders,
    text: countText,
    before: 'newReaders',
  },
  {
    key: 'registered',
    title: '注册',
    means: '这天第一次有了密码或手机号的读者。',
    value: (d) => d.registered,
    text: countText,
  },
  {
    key: 'views',
    title: '阅读',
    means: '一位读者、一话、一天算一次。',
    value: (d) => d.views,
    text: countText,
    before: 'views',
  },
  {
    key: 'buyers',
    title: '购买的读者',
    means: '这天买过话的读者，各算一次。',
    value: (d) => d.buyers,
    text: countText,
    isPeople: true,
  },
  {
    key: 'unlocks',
    title: '解锁',
    means: '这天买下的话。',
    value: (d) => d.unlocks,
    text: countText,
    before: 'unlocks',
  },
  {
    key: 'coins',
    title: '花去漫币',
    means: '这天在话上花去的漫币，不含赠币。',
    value: (d) => d.coins,
    text: countText,
    before: 'coins',
  },
  {
    key: 'payers',
    title: '充值的读者',
    means: '这天充值到账过的读者，各算一次。',
    value: (d) => d.payers,
    text: countText,
    isPeople: true,
  },
  {
    key: 'perPayer',
    title: '每位充值的读者',
    means: '这天的充值除以充值的读者（ARPPU），不减退款。',
    value: ({ cashFen = 0, payers }) => (payers === 0 ? 0 : Math.round(cashFen / payers)),
    text: yuanText,
    isPeople: true,
    isMoney: true,
  },
  {
    key: 'net',
    title: '净充值',
    means: '这天到账的充值减去这天退成的款，可以是负数。',
    value: net,
    text: yuanText,
    before: 'netFen',
    isMoney: true,
  },
];

/** The answer has no sums of money for a person without the permission to see them. */
export function hasMoney({ before }: Figures): boolean {
  return before.netFen !== undefined;
}

export function figuresOf(data: Figures): Figure[] {
  return FIGURES.filter(({ isMoney }) => !isMoney || hasMoney(data));
}

/** A share, or a dash if there is nothing to share. */
export function percentText(part: number, whole: number): string {
  return whole === 0 ? '—' : `${((100 * part) / whole).toFixed(1)}%`;
}

export function shortDay(day: string): string {
  return day.slice(5);
}
