import { DEFAULT_FAQ } from './default-faq.ts';
import { DEFAULT_PRIVACY, DEFAULT_SERVICE } from './default-texts.ts';
import type { Parts, Rule, SectionPart } from './parts.ts';

/** When the texts below were last changed. */
export const DEFAULTS_WRITTEN_AT = '2026-11-22T00:00:00.000Z';

/** The parts that no editor has written. */
export const DEFAULT_PARTS: Parts = {
  site: { name: '漫屿', icp: '', police: '', contact: '' },
  home: [
    section('today', '今日更新', 'weekday', { layout: 'grid', more: '/weekly', count: 9 }),
    section('hot', '热门', 'hot', { layout: 'row', more: '/ranking', count: 12 }),
    section('new', '新作', 'new', { layout: 'row', more: '/new', count: 9 }),
    section('freesale', '限免', 'freesale', { layout: 'row', more: '/freesale', count: 12 }),
    section('complete', '完结', 'complete', { layout: 'row', more: '/complete', count: 9 }),
    section('ranking', '排行榜', 'ranking', { layout: 'rank', more: '/ranking', count: 6 }),
    section('updated', '最近更新', 'updated', { layout: 'grid', more: null, count: 12 }),
  ],
  banners: [],
  themes: [],
  events: [],
  genres: [],
  hot: [],
  faq: DEFAULT_FAQ,
  service: DEFAULT_SERVICE,
  privacy: DEFAULT_PRIVACY,
};

function section(
  key: string,
  title: string,
  rule: Rule,
  shown: Pick<SectionPart, 'layout' | 'more' | 'count'>,
): SectionPart {
  return { key, title, show: { rule }, ...shown, start: null, end: null };
}
