/** The parts of the editorial data, in the order of the console. `where`: the place where readers see it. */
export const PARTS = [
  { name: 'home', title: '首页栏目', where: '首页从上到下有哪些栏目' },
  { name: 'banners', title: '横幅', where: '首页与各频道顶上的大图' },
  { name: 'themes', title: '专题', where: '几部漫画的合集，有自己的页面' },
  { name: 'events', title: '活动', where: '「活动」里的一条，有期限、图片与正文' },
  { name: 'hot', title: '热门搜索', where: '搜索页还没有输入时列出的词' },
  { name: 'genres', title: '题材', where: '题材的名称与顺序' },
  { name: 'faq', title: '常见问题', where: '「帮助」里的问题与回答' },
  { name: 'site', title: '网站名称与标志', where: '每一页的名称、颜色与图标' },
  { name: 'restricted', title: '18 岁以上的漫画', where: '18 岁以上的漫画怎样显示' },
  { name: 'features', title: '功能开关', where: '等就免费、月卡、消息等，开或不开' },
  { name: 'service', title: '服务条款', where: '读者注册与付款时同意的条款' },
  { name: 'privacy', title: '隐私政策', where: '站点收集什么，怎样用' },
  { name: 'packages', title: '充值商品', where: '「充值」里能买的漫币与月卡' },
  { name: 'promotions', title: '优惠', where: '限时的折扣与免费' },
  { name: 'discounts', title: '多话折扣', where: '一次买几话时的折扣' },
  { name: 'limits', title: '充值限额', where: '一天能充多少，未成年人能充多少' },
  { name: 'gifts', title: '礼包', where: '「礼包」里送给读者的' },
  { name: 'attendance', title: '签到', where: '每天签到给什么' },
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
