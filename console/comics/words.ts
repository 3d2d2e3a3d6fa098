import type { DataOf } from '#contract/call';
import type { chapterList } from '#contract/console/chapters';
import type { EditedFields } from '#contract/console/comic-shapes';
import type { comicGet } from '#contract/console/comics';
import type { chapterPages } from '#contract/console/pages';
import { plainText } from '../parts/plain-text.ts';

export type Comic = DataOf<typeof comicGet>;
export type ChapterPages = DataOf<typeof chapterPages>;
export type ChapterPage = ChapterPages['pages'][number];
export type Chapter = DataOf<typeof chapterList>['list'][number];

export const STATE_NAMES: Readonly<Record<Comic['state'], string>> = {
  online: '上架',
  offline: '已下架',
  deleted: '已删除',
  merged: '已合并',
};

export const STATUSES = [
  ['serial', '连载'],
  ['complete', '完结'],
] as const;

export const AGES = [
  ['all', '全年龄'],
  ['12', '12 岁以上'],
  ['16', '16 岁以上'],
  ['18', '18 岁以上'],
] as const;

export const DIRECTIONS = [
  ['strip', '条漫，从上到下'],
  ['ltr', '翻页，从左到右'],
  ['rtl', '翻页，从右到左'],
] as const;

export const WEEKDAYS = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'] as const;

export function priceText({ priceCoins, freeFirst }: { priceCoins: number; freeFirst: number }): string {
  if (priceCoins === 0) return '免费';
  return freeFirst > 0 ? `${priceCoins} 漫币，前 ${freeFirst} 话免费` : `${priceCoins} 漫币`;
}

/** A value of a field as text. */
export function fieldText(name: keyof EditedFields, value: unknown): string {
  if (name === 'weekdays') return (value as number[]).map((day) => WEEKDAYS[day - 1]).join('、') || '按最近一话';
  if (Array.isArray(value)) return value.join('、') || '无';
  const choices: readonly (readonly [string, string])[] = [...STATUSES, ...AGES, ...DIRECTIONS];
  const isChoice = name === 'status' || name === 'ageRating' || name === 'direction';
  if (isChoice) return choices.find(([key]) => key === value)?.[1] ?? plainText(value);
  return plainText(value) || '无';
}
