import type { EditorialState } from '../../modules/editorial/editing.ts';

/** The identity and the name of an item of a list. */
export type Listed = { id: string; label: string; item: unknown };

/** The identities and names of the items; the parts in the order in which they are printed. */
export const PARTS: { name: keyof EditorialState; title: string; items?: (state: EditorialState) => Listed[] }[] = [
  { name: 'site', title: '网站' },
  { name: 'restricted', title: '18 岁以上的漫画' },
  { name: 'features', title: '功能开关' },
  {
    name: 'home',
    title: '首页栏目',
    items: ({ home }) => home.map((item) => ({ id: item.key, label: `${item.title}（${item.key}）`, item })),
  },
  { name: 'banners', title: '横幅', items: ({ banners }) => inSlots(banners) },
  {
    name: 'themes',
    title: '专题',
    items: ({ themes }) => themes.map((item) => ({ id: `${item.id}`, label: `${item.title}（${item.id}）`, item })),
  },
  {
    name: 'events',
    title: '活动',
    items: ({ events }) => events.map((item) => ({ id: `${item.id}`, label: `${item.title}（${item.id}）`, item })),
  },
  {
    name: 'promotions',
    title: '优惠',
    items: ({ promotions }) =>
      promotions.map((item) => ({ id: item.key, label: `${item.title}（${item.key}）`, item })),
  },
  {
    name: 'packages',
    title: '充值商品',
    items: ({ packages }) => packages.map((item) => ({ id: `${item.id}`, label: `${item.title}（${item.id}）`, item })),
  },
  {
    name: 'discounts',
    title: '多话折扣',
    items: ({ discounts }) =>
      discounts.map((item) =>
        item.pass
          ? { id: 'pass', label: '有月卡', item }
          : { id: `${item.chapters}`, label: `满 ${item.chapters} 话`, item },
      ),
  },
  { name: 'limits', title: '充值限额' },
  {
    name: 'gifts',
    title: '礼包',
    items: ({ gifts }) => gifts.map((item) => ({ id: `${item.id}`, label: `${item.title}（${item.id}）`, item })),
  },
  { name: 'attendance', title: '签到' },
  {
    name: 'genres',
    title: '题材',
    items: ({ genres }) => genres.map((item) => ({ id: item.name, label: item.name, item })),
  },
  { name: 'hot', title: '热门搜索', items: ({ hot }) => hot.map((item) => ({ id: item, label: item, item })) },
  {
    name: 'faq',
    title: '常见问题',
    items: ({ faq }) => faq.map((item) => ({ id: item.question, label: item.question, item })),
  },
  { name: 'service', title: '服务条款' },
  { name: 'privacy', title: '隐私政策' },
];

/** A banner is identified by its slot and its position there. */
function inSlots(banners: EditorialState['banners']): Listed[] {
  const seen = new Map<number, number>();
  return banners.map((item) => {
    const place = (seen.get(item.slot) ?? 0) + 1;
    seen.set(item.slot, place);
    return { id: `${item.slot}/${place}`, label: `位置 ${item.slot} 第 ${place} 张 ${item.title}`, item };
  });
}

/** The title of a part; its name if the part no longer exists. */
export function partTitle(name: string): string {
  return PARTS.find((part) => part.name === name)?.title ?? name;
}
