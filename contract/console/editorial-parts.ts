/** The parts of the editorial data, in the order of the console. */
export const PARTS = [
  { name: 'home', title: '首页栏目' },
  { name: 'banners', title: '横幅' },
  { name: 'themes', title: '专题' },
  { name: 'events', title: '活动' },
  { name: 'hot', title: '热门搜索' },
  { name: 'genres', title: '题材' },
  { name: 'faq', title: '常见问题' },
  { name: 'site', title: '网站名称与标志' },
  { name: 'restricted', title: '18 岁以上的漫画' },
  { name: 'features', title: '功能开关' },
  { name: 'service', title: '服务条款' },
  { name: 'privacy', title: '隐私政策' },
  { name: 'packages', title: '充值商品' },
  { name: 'promotions', title: '优惠' },
  { name: 'discounts', title: '多话折扣' },
  { name: 'limits', title: '充值限额' },
  { name: 'gifts', title: '礼包' },
  { name: 'attendance', title: '签到' },
] as const;

export type PartName = (typeof PARTS)[number]['name'];

/** These decide what readers pay and get: changing them needs a fresh second factor. */
export const MONEY_PARTS: readonly PartName[] = [
  'packages',
  'promotions',
  'discounts',
  'limits',
  'gifts',
  'attendance',
];

/** Parts that the console can show as a page of the site before they are saved. */
export const DRAWN_PARTS = [
  'home',
  'banners',
  'themes',
  'events',
  'site',
  'faq',
  'service',
  'privacy',
] as const satisfies readonly PartName[];
export type DrawnPart = (typeof DRAWN_PARTS)[number];
