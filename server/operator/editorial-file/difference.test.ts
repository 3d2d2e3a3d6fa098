import { expect, test } from 'vitest';
import { PICTURE } from '../../../testing/factories/editorial.ts';
import type { EditorialState } from '../../modules/editorial/editing.ts';
import { DEFAULT_PARTS } from '../../modules/editorial/editorial.ts';
import { changesBetween, formatDifference, leavingOf } from './difference.ts';
import type { TargetParts } from './target.ts';

const span = { start: null, end: null };
const theme = (id: number, title: string, comics: number[] = []) => ({
  ...span,
  id,
  title,
  description: '',
  image: null,
  comics,
});
const banner = (slot: number, title: string) => ({ ...span, slot, title, image: PICTURE, link: '/new' });
const promotion = { key: 'spring', title: '春', percent: 50, comics: [1], start: '2026-01-01', end: '2026-02-01' };

const STATE: EditorialState = {
  ...DEFAULT_PARTS,
  site: { name: '漫屿', icp: '', police: '', contact: '' },
  home: [],
  events: [],
  genres: [],
  faq: [],
  service: { title: '服务条款', body: '' },
  privacy: { title: '隐私政策', body: '' },
  promotions: [promotion],
  hot: ['海', '山', '雨'],
  themes: [theme(1, '海'), theme(2, '山')],
  banners: [banner(1, '甲'), banner(1, '乙'), banner(2, '丙')],
};

const NOW = new Date('2026-01-15T00:00:00Z');
const NOW_SHOWN = '，现在显示着';

/** The lines that an operator reads about the changes of a file. */
const linesOf = (target: TargetParts, before = STATE) =>
  formatDifference(changesBetween(before, target, NOW)).split('\n');

test('a file equal to the current state changes nothing', () => {
  expect(changesBetween(STATE, {}, NOW)).toEqual([]);
  expect(changesBetween(STATE, { hot: [...STATE.hot], themes: STATE.themes }, NOW)).toEqual([]);
  expect(linesOf({})).toEqual(['']);
});

test('additions, changes and removals are listed under the title of their part, in the order of the parts', () => {
  expect(linesOf({ hot: ['海', '山', '风'], themes: [theme(1, '大海', [7]), theme(3, '风')], promotions: [] })).toEqual(
    [
      '专题',
      '  ~ 大海（1）：title、comics',
      '  + 风（3）',
      `  - 山（2）${NOW_SHOWN}`,
      '优惠',
      `  - 春（spring）${NOW_SHOWN}，到 2026-02-01 08:00`,
      '热门搜索',
      '  + 风',
      `  - 雨${NOW_SHOWN}`,
      '',
    ],
  );
});

test('a new order of the remaining items is one change; an order that results from an addition is none', () => {
  expect(linesOf({ hot: ['山', '海', '雨'] })).toEqual(['热门搜索', '  ~ 顺序', '']);
  expect(linesOf({ hot: ['风', '海', '山'] })).toEqual(['热门搜索', '  + 风', `  - 雨${NOW_SHOWN}`, '']);
  expect(linesOf({ hot: ['雨', '海'] })).toEqual(['热门搜索', `  - 山${NOW_SHOWN}`, '  ~ 顺序', '']);
});

test('a banner is known by its slot and its place there', () => {
  const banners = [banner(1, '甲'), { ...banner(1, '丁'), link: '/free' }, banner(2, '丙'), banner(2, '戊')];
  expect(linesOf({ banners })).toEqual(['横幅', '  ~ 位置 1 第 2 张 丁：title、link', '  + 位置 2 第 2 张 戊', '']);
});

test('a picture is named as in the file', () => {
  const [first, ...others] = STATE.themes;
  const themes = [...(first ? [{ ...first, image: PICTURE }] : []), ...others];
  expect(linesOf({ themes })).toEqual(['专题', '  ~ 海（1）：picture', '']);
});

test('packages and gifts are identified by number and named as in the file', () => {
  const sold = { ...span, id: 1, title: '60 漫币', cashFen: 600, coins: 60, bonus: 0, firstBonus: 0, badge: '' };
  const gift = { id: 1, title: '礼包', to: { readers: 'all' }, kind: 'bonus', amount: 5, validDays: 30 } as const;
  const timed = { ...gift, start: '2026-01-01', end: '2026-02-01' };
  const before = { ...STATE, packages: [sold], gifts: [timed], discounts: [{ chapters: 10, percent: 90 }] };
  const after: TargetParts = {
    packages: [
      { ...sold, cashFen: 500 },
      { ...sold, id: 2, title: '大包' },
    ],
    discounts: [{ chapters: 20, percent: 80 }],
    limits: { ...STATE.limits, adult: { orderFen: 1, dayFen: null } },
    gifts: [{ ...timed, kind: 'ticket', amount: 1 }],
    attendance: { ...STATE.attendance, repairCost: null },
  };
  expect(linesOf(after, before)).toEqual([
    '充值商品',
    '  ~ 60 漫币（1）：price',
    '  + 大包（2）',
    '多话折扣',
    '  + 满 20 话',
    `  - 满 10 话${NOW_SHOWN}`,
    '充值限额',
    '  ~ adult',
    '礼包',
    '  ~ 礼包（1）：bonus 或 tickets',
    '签到',
    '  ~ repairCost（去掉）',
    '',
  ]);
});

test('the changed fields of a part without items are named', () => {
  expect(linesOf({ site: { ...STATE.site, name: '我的站' } })).toEqual(['网站', '  ~ name', '']);
});

test('current and future items and removals are listed, past ones are not', () => {
  const promotions = [
    { ...promotion, key: 'over', end: '2026-01-10' },
    { ...promotion, key: 'runs' },
    { ...promotion, key: 'later', start: '2026-01-20' },
    { ...promotion, key: 'cut' },
    { ...promotion, key: 'longer' },
  ];
  const genres = [{ name: '悬疑', title: '悬疑', hidden: false }];
  const kept = [
    { ...promotion, key: 'cut', end: '2026-01-12' },
    { ...promotion, key: 'longer', end: '2026-03-01', comics: [] },
  ];
  const changes = changesBetween({ ...STATE, promotions, genres }, { promotions: kept, genres: [] }, NOW);
  expect(formatDifference(changes).split('\n')).toEqual([
    '优惠',
    '  ~ 春（cut）：end，现在显示着，改后不显示',
    '  ~ 春（longer）：comics（去掉）、end',
    '  - 春（over），已经结束',
    '  - 春（runs），现在显示着，到 2026-02-01 08:00',
    '  - 春（later），2026-01-20 08:00 开始',
    '题材',
    '  - 悬疑',
    '',
  ]);
  expect(leavingOf(changes)).toEqual(['优惠「春（cut）：end」', '优惠「春（runs）」', '优惠「春（later）」']);
});
