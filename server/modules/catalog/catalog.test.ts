import { expect, test } from 'vitest';
import { ofEachList } from '#contract/comic-fields';
import { type ChapterRow, type ComicRecord, isFree, nextChangeOf, published, publishedFor } from './catalog.ts';

const NOW = new Date('2026-03-10T04:00:00Z');
const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const IMAGE = { key: 'a.webp', width: 6, height: 8, color: '#123456' };

function chapter(no: number, other: Partial<ChapterRow> = {}): ChapterRow {
  const stored = { thumb: null, preview: IMAGE, guarded: false, storeKey: 'a', online: true };
  return {
    id: no,
    no,
    title: '',
    priceCoins: 30,
    freeAt: null,
    publishedAt: at(-60),
    pageCount: 1,
    ...stored,
    ...other,
  };
}

function record(chapters: ChapterRow[], promotions: ComicRecord['promotions'] = []): ComicRecord {
  const facts = { ...ofEachList(() => []), description: '', weekdays: [], wide: null, cover: null, createdAt: at(-60) };
  const kinds = { status: 'serial', direction: 'strip', ageRating: 'all', online: true, mergedInto: null } as const;
  const waiting = { waitHours: 0, waitExceptLatest: 3, waitReadHours: 72, passAfterDays: 0 };
  return { comic: { id: 1, title: '', code: '', ...facts, ...kinds, ...waiting }, chapters, promotions };
}

test.each<[string, ComicRecord, Date | null]>([
  ['nothing to come', record([chapter(1), chapter(2, { freeAt: at(-1) })]), null],
  [
    'the soonest of two publications',
    record([chapter(1, { publishedAt: at(9) }), chapter(2, { publishedAt: at(5) })]),
    at(5),
  ],
  [
    'a chapter that turns free before another is published',
    record([chapter(1, { freeAt: at(3) }), chapter(2, { publishedAt: at(5) })]),
    at(3),
  ],
  ['a promotion that starts', record([chapter(1)], [{ percent: 50, startsAt: at(2), endsAt: at(4) }]), at(2)],
  ['a promotion that ends', record([chapter(1)], [{ percent: 50, startsAt: at(-2), endsAt: at(4) }]), at(4)],
  [
    'no longer an event of this moment',
    record([chapter(1, { publishedAt: NOW, freeAt: at(7) })], [{ percent: 50, startsAt: NOW, endsAt: at(8) }]),
    at(7),
  ],
])('a comic next changes by %s', (_, comic, next) => {
  expect(nextChangeOf(comic, NOW)).toEqual(next);
});

test('a chapter is published from its exact time on', () => {
  const [out, toCome] = [chapter(1, { publishedAt: NOW }), chapter(2, { publishedAt: new Date(NOW.getTime() + 1) })];
  expect(published(record([out, toCome]), NOW)).toEqual([out]);
});

test('an offline chapter is published only for its owners', () => {
  const [shown, taken] = [chapter(1), chapter(2, { online: false })];
  const comic = record([shown, taken]);
  expect(published(comic, NOW)).toEqual([shown]);
  expect(publishedFor(comic, new Set(), NOW)).toEqual([shown]);
  expect(publishedFor(comic, new Set([2]), NOW)).toEqual([shown, taken]);
});

test('a chapter is free if its current price is 0', () => {
  const paid = chapter(1);
  expect(isFree(record([paid]), paid, NOW)).toBe(false);
  expect(isFree(record([paid], [{ percent: 1, startsAt: at(-1), endsAt: at(1) }]), paid, NOW)).toBe(false);
  expect(isFree(record([paid], [{ percent: 0, startsAt: at(-1), endsAt: at(1) }]), paid, NOW)).toBe(true);
});
