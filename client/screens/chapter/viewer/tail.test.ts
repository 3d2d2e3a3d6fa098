import { expect, test } from 'vitest';
import type { Page } from '#contract/shapes';
import { cutRest, type StripChapter } from './tail.ts';

const page: Page = { url: '', width: 800, height: 900, color: '#000000' };

function chapter(id: number, pages: number): StripChapter {
  const item = {
    id,
    no: id,
    title: '',
    thumb: null,
    publishedAt: '2026-11-01T00:00:00Z',
    pages,
    price: 12,
    salePrice: 0,
  };
  return {
    comic: { id: 1, title: '', direction: 'strip' },
    chapter: { ...item, access: 'free', freeAt: null, read: false },
    pages: Array.from({ length: pages }, () => page),
    prev: null,
    next: null,
    progress: null,
  };
}
const there =
  (...keys: string[]) =>
  (key: string) =>
    keys.includes(key);

test('loaded pages stay, and all pages after them are cut', () => {
  const cut = cutRest([chapter(1, 3), chapter(2, 10)], { id: 2, refused: 6 }, there('2/3', '2/4'));
  expect(cut?.chapters.map(({ chapter: { id }, pages, cut: isCut }) => [id, pages.length, isCut])).toEqual([
    [1, 3, undefined],
    [2, 5, true],
  ]);
  expect(cut?.item.id).toBe(2);
});

test('a page that fails behind the reader cuts nothing', () => {
  expect(cutRest([chapter(1, 10)], { id: 1, refused: 2 }, there('1/7'))).toBeNull();
  expect(cutRest([chapter(1, 3), chapter(2, 3)], { id: 1, refused: 2 }, there('2/0'))).toBeNull();
});

test('a chapter without a loaded page is removed, with the chapters after it', () => {
  const cut = cutRest([chapter(1, 3), chapter(2, 3), chapter(3, 3)], { id: 2, refused: 0 }, there('1/2'));
  expect(cut?.chapters.map(({ chapter: { id } }) => id)).toEqual([1]);
});

test('the opened chapter keeps one page', () => {
  expect(cutRest([chapter(1, 5)], { id: 1, refused: 0 }, there())?.chapters[0]?.pages).toHaveLength(1);
});
