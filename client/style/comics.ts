import type { ComicCard } from '#contract/shapes';

const HOUR_MS = 3_600_000;
const cover = (color: string) => ({ url: '/img/none', width: 600, height: 800, color });
const none = { new: false, up: false, free: false };

function comic(id: number, title: string, color: string, more: Partial<ComicCard> = {}): ComicCard {
  return {
    id,
    title,
    cover: cover(color),
    authors: ['作者'],
    genres: ['奇幻', '冒险'],
    status: 'serial',
    weekdays: [1],
    latest: { id, no: 12, title: '归来', publishedAt: new Date(Date.now() - HOUR_MS).toISOString() },
    views: 12_000,
    flags: none,
    sale: null,
    ...more,
  };
}

const ending = new Date(Date.now() + 20 * HOUR_MS).toISOString();

/** A comic for each state of a card. */
export const COMICS: readonly ComicCard[] = [
  comic(1, '限时免费的一部', '#96500a', { sale: { percent: 0, endsAt: ending } }),
  comic(2, '打折的一部', '#0f766e', { sale: { percent: 75, endsAt: ending } }),
  comic(3, '新作', '#5c6866', { flags: { ...none, new: true } }),
  comic(4, '刚刚更新的一部', '#b3261e', { flags: { ...none, up: true } }),
  comic(5, '名字很长很长，长到两行也放不下，还要继续往下写的一部', '#3b4a9a'),
  comic(6, '完结的一部', '#ffffff', { status: 'complete' }),
  comic(7, '还没有一话的一部', '#1b2322', { latest: null }),
];
