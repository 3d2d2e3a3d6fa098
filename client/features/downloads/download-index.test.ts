import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubPage } from '../../runtime/testing/fake-page.ts';
import { useClientState } from '../../state.ts';

const { local } = stubPage();
const { isDownloaded, storeDownloadedPosition, downloadedPosition, readIndex, writeIndex } = await import(
  './download-index.ts'
);

const NOW = Date.parse('2026-11-20T04:00:00Z');
const become = (reader: { id: number; teen?: boolean } | null) =>
  useClientState.setState({ userInfo: (reader && { teen: false, ...reader }) as never });

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  become({ id: 1 });
  const chapter = { ageRating: 'all' as const, until: null, place: null };
  writeIndex({
    readerId: 1,
    bytes: 0,
    chapters: {
      7: chapter,
      8: { ...chapter, until: '2026-11-20T04:00:01.000Z' },
      9: { ...chapter, ageRating: '16' },
    },
  });
});
afterEach(() => vi.useRealTimers());

test('a download belongs only to its reader', () => {
  expect([isDownloaded(7), isDownloaded(6)]).toEqual([true, false]);
  become({ id: 2 });
  expect(isDownloaded(7)).toBe(false);
  become(null);
  expect(isDownloaded(7)).toBe(false);
});

test('a chapter that was free for a time cannot be read afterwards', () => {
  expect(isDownloaded(8)).toBe(true);
  vi.setSystemTime(NOW + 1000);
  expect(isDownloaded(8)).toBe(false);
});

test('in 未成年人模式 only comics for everyone can be read offline', () => {
  become({ id: 1, teen: true });
  expect([isDownloaded(7), isDownloaded(9)]).toEqual([true, false]);
});

test('the newest position is stored with a chapter, only for its reader', () => {
  storeDownloadedPosition(7, { page: 3, offset: 0.5 });
  storeDownloadedPosition(6, { page: 1, offset: 0 });
  become({ id: 2 });
  storeDownloadedPosition(7, { page: 9, offset: 0 });
  expect([downloadedPosition(7), downloadedPosition(6)]).toEqual([{ page: 3, offset: 0.5 }, null]);
});

test.each(['{broken', 'null', '3', '{}', '{"readerId":1,"chapters":[]}'])(
  'a damaged index %s counts as empty',
  (text) => {
    local.set('downloads', text);
    expect(isDownloaded(7)).toBe(false);
    storeDownloadedPosition(7, { page: 1, offset: 0 });
    expect(downloadedPosition(7)).toBeNull();
    expect(readIndex()).toBeNull();
  },
);
