import { DEFAULT_FAQ } from './default-faq.ts';
import { DEFAULT_PRIVACY, DEFAULT_SERVICE } from './default-texts.ts';
import type { PackagePart, Parts, Rule, SectionPart } from './parts.ts';

/** When the texts below were last changed. */
export const DEFAULTS_WRITTEN_AT = '2026-11-28T00:00:00.000Z';

/** The parts that no editor has written. */
export const DEFAULT_PARTS: Parts = {
  site: { name: '漫屿', icp: '', police: '', contact: '' },
  restricted: { listed: false },
  features: { notices: false, push: false, likes: false, ratings: false },
  home: [
    section('today', '今日更新', 'weekday', { layout: 'grid', more: '/weekly', count: 6 }),
    section('hot', '热门', 'hot', { layout: 'wide', more: '/ranking', count: 4 }),
    section('new', '新作', 'new', { layout: 'row', more: '/new', count: 9 }),
    section('themes', '专题', 'themes', { layout: 'row', more: null, count: 2 }),
    section('freesale', '限免', 'freesale', { layout: 'list', more: '/freesale', count: 3 }),
    section('complete', '完结', 'complete', { layout: 'list', more: '/complete', count: 3 }),
    section('ranking', '排行榜', 'ranking', { layout: 'rank', more: '/ranking', count: 9 }),
    section('updated', '最近更新', 'updated', { layout: 'grid', more: null, count: 12 }),
    section('recommended', '为你推荐', 'recommended', { layout: 'grid', more: null, count: 12 }),
  ],
  banners: [],
  themes: [],
  events: [],
  genres: [],
  hot: [],
  packages: [
    topUpPackage(1, 6, 60, { bonus: 0, firstBonus: 30 }),
    topUpPackage(2, 18, 180, { bonus: 10, firstBonus: 90 }),
    topUpPackage(3, 30, 300, { bonus: 25, firstBonus: 150, badge: '推荐' }),
    topUpPackage(4, 68, 680, { bonus: 80, firstBonus: 340 }),
    topUpPackage(5, 128, 1280, { bonus: 200, firstBonus: 640, badge: '超值' }),
    topUpPackage(6, 328, 3280, { bonus: 600, firstBonus: 1640 }),
  ],
  discounts: [],
  // Readers who have not declared to be of age have the limits that mainland China has for readers under 16.
  limits: { adult: { orderFen: null, dayFen: null }, undeclared: { orderFen: 5_000, dayFen: 20_000 } },
  gifts: [],
  attendance: {
    bonus: [1, 1, 2, 2, 3, 3, 5],
    tickets: [0, 0, 0, 0, 0, 0, 1],
    repairCost: 5,
    bonusDays: 90,
    ticketDays: 30,
    gradeBonus: [0, 0, 1, 1, 2, 2, 3],
  },
  faq: DEFAULT_FAQ,
  service: DEFAULT_SERVICE,
  privacy: DEFAULT_PRIVACY,
};

function topUpPackage(
  id: number,
  yuan: number,
  coins: number,
  more: { bonus: number; firstBonus: number; badge?: string },
): PackagePart {
  return { id, title: `${coins} 漫币`, cashFen: yuan * 100, coins, badge: '', ...more, start: null, end: null };
}

function section(
  key: string,
  title: string,
  rule: Rule,
  shown: Pick<SectionPart, 'layout' | 'more' | 'count'>,
): SectionPart {
  return { key, title, show: { rule }, ...shown, start: null, end: null };
}
