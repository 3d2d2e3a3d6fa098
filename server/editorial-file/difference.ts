import { isDeepStrictEqual } from 'node:util';
import type { EditorialState } from './current.ts';
import type { TargetParts } from './target.ts';

/** One line of the difference: added, changed or removed. */
type Change = { sign: '+' | '~' | '-'; what: string };

/** What changes in one part. */
export type PartChanges = { name: keyof EditorialState; title: string; changes: Change[] };

type Listed = { id: string; label: string; item: unknown };

/** By what items are identified and how they are called; the parts in the order in which they are printed. */
const PARTS: { name: keyof EditorialState; title: string; items?: (state: EditorialState) => Listed[] }[] = [
  { name: 'site', title: '网站' },
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
      discounts.map((item) => ({ id: `${item.chapters}`, label: `满 ${item.chapters} 话`, item })),
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

/** Fields that have another name in the file. */
const FIELDS: Record<string, string> = {
  image: 'picture',
  cashFen: 'price',
  kind: 'bonus 或 tickets',
  amount: 'bonus 或 tickets',
};

/** The changes part by part; none for a part that stays as it is. */
export function changesBetween(current: EditorialState, target: TargetParts): PartChanges[] {
  const after = { ...current, ...target };
  return PARTS.flatMap(({ name, title, items }) => {
    const [old, fresh] = [plain(current[name]), plain(after[name])];
    if (isDeepStrictEqual(old, fresh)) return [];
    const changes = items
      ? changesOf(items(current), items(after))
      : [{ sign: '~', what: changedFields(old, fresh) } as const];
    return [{ name, title, changes }];
  });
}

/** The lines an operator reads. */
export function formatDifference(parts: PartChanges[]): string {
  return parts
    .map(({ title, changes }) => [title, ...changes.map(({ sign, what }) => `  ${sign} ${what}`), ''].join('\n'))
    .join('');
}

function changesOf(before: Listed[], after: Listed[]): Change[] {
  const old = new Map(before.map((each) => [each.id, each]));
  const fresh = new Map(after.map((each) => [each.id, each]));
  const changes: Change[] = [
    ...after.flatMap(({ id, label, item }): Change[] => {
      const was = old.get(id);
      if (!was) return [{ sign: '+', what: label }];
      if (isDeepStrictEqual(plain(was.item), plain(item))) return [];
      return [{ sign: '~', what: `${label}：${changedFields(plain(was.item), plain(item))}` }];
    }),
    ...before.flatMap(({ id, label }): Change[] => (fresh.has(id) ? [] : [{ sign: '-', what: label }])),
  ];
  const stayed = (list: Listed[]) => list.map(({ id }) => id).filter((id) => old.has(id) && fresh.has(id));
  return isDeepStrictEqual(stayed(before), stayed(after)) ? changes : [...changes, { sign: '~', what: '顺序' }];
}

/** A banner is identified by its slot and its position there. */
function inSlots(banners: EditorialState['banners']): Listed[] {
  const seen = new Map<number, number>();
  return banners.map((item) => {
    const place = (seen.get(item.slot) ?? 0) + 1;
    seen.set(item.slot, place);
    return { id: `${item.slot}/${place}`, label: `位置 ${item.slot} 第 ${place} 张 ${item.title}`, item };
  });
}

function changedFields(before: unknown, after: unknown): string {
  if (!isRecord(before) || !isRecord(after)) return '内容';
  const names = Object.keys({ ...before, ...after }).filter((name) => !isDeepStrictEqual(before[name], after[name]));
  return [...new Set(names.map((name) => FIELDS[name] ?? name))].join('、');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** As the database would give it back. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
