import type { DataOf } from '#contract/call';
import { delFavorite, delHistory, delSubscribe, favorites, history, shelf, subscribed } from '#contract/calls/library';
import type { ComicCard } from '#contract/shapes';
import { chapterName } from '../../features/comics/comic-card/comic-words.ts';

/** A comic in any of the lists, as it is shown. */
export type Entry = {
  comic: ComicCard;
  unread: number;
  line: string;
  /** From 0 to 1: in the chapter for the history, else in all chapters. */
  progress: number;
};

/** The fields of a comic that the lists show. */
export type Item = {
  comic: ComicCard;
  unread?: number;
  last?: DataOf<typeof shelf>['list'][number]['last'];
  chapter?: { id: number; no: number };
  page?: number;
  offset?: number;
  pages?: number;
  finished?: boolean;
  readOn?: DataOf<typeof history>['list'][number]['readOn'];
  at?: string;
};

const LISTS = [shelf.path, subscribed.path, favorites.path, history.path];
const FROM_SHELF = { removeCalls: [delSubscribe, delFavorite, delHistory], changedLists: LISTS };

/** The lists, the calls that remove comics from each, and the lists that change by that. Bought comics can't be removed. */
export const TABS = {
  shelf: { label: '全部', call: shelf, ...FROM_SHELF },
  updated: { label: '未读', call: shelf, filter: 'updated', ...FROM_SHELF },
  subscribe: { label: '追更', call: subscribed, removeCalls: [delSubscribe], changedLists: [subscribed.path] },
  favorite: { label: '收藏', call: favorites, removeCalls: [delFavorite], changedLists: [favorites.path] },
  owned: { label: '已购', call: shelf, filter: 'owned', removeCalls: [], changedLists: [] },
  history: { label: '历史', call: history, removeCalls: [delHistory], changedLists: [history.path] },
} as const;
export type Tab = keyof typeof TABS;
/** One of the reader's own groups, by its id. */
export type GroupPart = `group-${number}`;
/** The content of the library screen: one of its lists, a group of the shelf, or the downloads of this device. */
export type Part = Tab | 'downloads' | GroupPart;

/** The part with this name in the address. */
export function readPart(name: string | null): Part {
  if (name === null) return 'shelf';
  if (name === 'downloads' || Object.hasOwn(TABS, name)) return name as Part;
  return /^group-[1-9]\d{0,14}$/.test(name) ? (name as GroupPart) : 'shelf';
}

/** The id of the group that a part shows. */
export function groupIdOf(part: Part): number | null {
  return part.startsWith('group-') ? Number(part.slice('group-'.length)) : null;
}

/** The part with this name in the address, or the whole shelf instead of a group that does not exist. */
export function currentPart(name: string | null, groups: readonly { id: number }[] | undefined): Part {
  const part = readPart(name);
  const groupId = groupIdOf(part);
  return groupId === null || !groups || groups.some(({ id }) => id === groupId) ? part : 'shelf';
}

/** The list that a part shows, or a part of which it shows; null for the downloads. */
export function tabOf(part: Part): Tab | null {
  if (part === 'downloads') return null;
  return groupIdOf(part) === null ? (part as Tab) : 'shelf';
}

/** The lists of which the shelf shows one at a time. */
export const SHELVES: readonly Tab[] = ['shelf', 'updated', 'subscribe', 'favorite', 'owned'];

/** The part of the shelf that a list shows; nothing for whole lists. */
export function filterOf(tab: Tab): { filter?: 'updated' | 'owned' } {
  const list = TABS[tab];
  return 'filter' in list ? { filter: list.filter } : {};
}

/** Whether a part of a list is shown: removing all comics of it must not remove the whole list. */
export function isFiltered(tab: Tab, groupId: number | null): boolean {
  return groupId !== null || 'filter' in TABS[tab];
}

export const EMPTY: Record<Tab, { title: string; hint: string }> = {
  shelf: { title: '书架还是空的', hint: '订阅、收藏或读过的漫画都会在这里。' },
  updated: { title: '没有未读的更新', hint: '书架上的漫画出了新的一话，就会在这里。' },
  subscribe: { title: '还没有追更', hint: '订阅一部漫画，更新时这里会有标记。' },
  favorite: { title: '还没有收藏', hint: '在漫画页点一下收藏，就会放在这里。' },
  owned: { title: '还没有已购的漫画', hint: '买过或用阅读券解锁过的漫画会在这里。' },
  history: { title: '还没有阅读历史', hint: '读过的漫画会按时间排在这里。' },
};

/** The orders of the shelf: by the reader's last activity, or by the latest chapter. */
export type Sort = 'recent' | 'updated';
export const SORTS: Record<Sort, { label: string; next: Sort }> = {
  recent: { label: '最近看过', next: 'updated' },
  updated: { label: '最近更新', next: 'recent' },
};

/** The text of an entry: the reading position, or that nothing has been read. */
export function entryOf(item: Item): Entry {
  const { comic, unread = 0, last, chapter } = item;
  if (chapter) return { comic, unread, ...placeInChapter(chapter, item) };
  if (!last) return { comic, unread, line: '未读', progress: 0 };
  const finishedNo = last.finished ? last.no : last.no - 1;
  const progress = comic.latest ? Math.min(1, finishedNo / comic.latest.no) : 0;
  const line = `${last.finished ? '看完' : '看到'}${chapterName(last)}`;
  return { comic, unread, line, progress: Math.max(0, progress) };
}

/** The page that was read last, and the part of the chapter up to it. */
function placeInChapter(chapter: NonNullable<Item['chapter']>, item: Item): Pick<Entry, 'line' | 'progress'> {
  const { page, offset = 0, pages, finished = false } = item;
  const name = chapterName(chapter);
  if (finished) return { line: `看完${name}`, progress: 1 };
  if (page === undefined || !pages) return { line: name, progress: 0 };
  return { line: `${name} ${page + 1}/${pages} 页`, progress: Math.min(1, (page + offset) / pages) };
}
