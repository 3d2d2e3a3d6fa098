// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { chapterLocked, chapterNotFound, teenModeForbids } from '#contract/codes';
import { CallError } from '../../runtime/request.ts';
import { useClientState } from '../../state.ts';
import { keptInstead, useKeptChapter } from './kept-chapter.ts';
import { keptPlace } from './kept-index.ts';
import { fetchUnlessKept } from './kept-pages.ts';
import { useFreeBytes } from './use-free-bytes.ts';

const device = vi.hoisted(() => ({ keptChapter: vi.fn(), keptPicture: vi.fn(), removeDownloads: vi.fn() }));
vi.mock('./downloads.ts', () => device);
vi.mock('../../runtime/browser.ts', () => ({ send: vi.fn(), session: {} }));

const KEPT = { chapter: { id: 7 }, progress: null } as never;
const FRESH = { chapter: { id: 7 }, progress: { page: 3, offset: 0.5 } } as never;
const error = (code: number, status = 0) => new CallError({ status, code, message: '', data: null });
const lost = error(-404, -404);
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
let onLine = true;

beforeEach(() => {
  vi.useFakeTimers();
  onLine = true;
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => onLine);
  useClientState.setState({ userInfo: { id: 1, teen: false } as never });
  const chapters = { 7: { until: null, ageRating: 'all', place: null } };
  localStorage.setItem('downloads', JSON.stringify({ readerId: 1, bytes: 0, chapters }));
  device.keptChapter.mockResolvedValue(KEPT);
  return () => {
    cleanup();
    localStorage.clear();
    vi.resetAllMocks();
    vi.restoreAllMocks();
    vi.useRealTimers();
  };
});

type Answer = Parameters<typeof useKeptChapter>[1];
const NONE: Answer = { data: undefined, error: null };
const open = (answer: Answer, id = 7) => renderHook((now: Answer) => useKeptChapter(id, now), { initialProps: answer });

test.each([
  ['online it waits for the server', true, NONE, 2500],
  ['without a network it opens at once', false, NONE, 0],
  ['where no answer came it opens at once', true, { data: undefined, error: lost }, 0],
])('a downloaded chapter is there where no answer comes: %s', async (_name, network, answer, ms) => {
  onLine = network;
  const { result } = open(answer);
  expect(result.current).toEqual(NONE);
  await pass(Math.max(0, ms - 1));
  if (ms > 0) expect(result.current.data).toBeUndefined();
  await pass(1);
  expect(result.current).toEqual({ data: KEPT, error: null });
});

test('the server’s answer comes before the downloaded one, and its place is kept', async () => {
  const { result, rerender } = open(NONE);
  rerender({ data: FRESH, error: null });
  await pass(10_000);
  expect([result.current.data, device.keptChapter.mock.calls.length]).toEqual([FRESH, 0]);
  expect(keptPlace(7)).toEqual({ page: 3, offset: 0.5 });
});

test.each([
  ['was not downloaded', 8, 0],
  ['can not be read from the device', 7, 1],
])('a chapter that %s stays an error', async (_name, id, times) => {
  device.keptChapter.mockRejectedValue(new Error('gone'));
  const { result } = open({ data: undefined, error: lost }, id);
  await pass(10_000);
  expect(result.current).toEqual({ data: undefined, error: lost });
  expect(device.keptChapter).toHaveBeenCalledTimes(times);
});

test.each([
  [chapterLocked, [[[7]]]],
  [chapterNotFound, [[[7]]]],
  [teenModeForbids, []],
])('the refusal %i is shown, and drops the download where it may not be read any more', async (code, removed) => {
  const { result } = open({ data: undefined, error: error(code) });
  await pass(10_000);
  expect(result.current.error).toMatchObject({ code });
  expect([device.removeDownloads.mock.calls, device.keptChapter.mock.calls.length]).toEqual([removed, 0]);
  await expect(keptInstead(7, error(code))).rejects.toMatchObject({ code });
  await pass(0);
  expect(device.removeDownloads.mock.calls).toEqual([...removed, ...removed]);
  // Of one that was not downloaded there is nothing to drop.
  await expect(keptInstead(8, error(code))).rejects.toMatchObject({ code });
  await pass(0);
  expect(device.removeDownloads.mock.calls).toEqual([...removed, ...removed]);
});

test('in place of an answer that did not come there is the downloaded chapter, where there is one', async () => {
  expect(await keptInstead(7, lost)).toBe(KEPT);
  await expect(keptInstead(8, lost)).rejects.toBe(lost);
  device.keptChapter.mockResolvedValueOnce(null);
  await expect(keptInstead(7, lost)).rejects.toBe(lost);
});

test('a picture of a downloaded chapter comes from the device, any other from the network', async () => {
  vi.useRealTimers();
  device.keptPicture.mockResolvedValue(new Uint8Array([0, 0, 65]).buffer);
  const fetch = vi.fn(() => () => undefined);
  const done = vi.fn();
  fetchUnlessKept('7/0/0', fetch)('/img/7', done, () => undefined);
  await expect.poll(() => done.mock.calls).toEqual([['data:image/png;base64,QQ==']]);
  expect(fetch).not.toHaveBeenCalled();
  fetchUnlessKept('8/0/0', fetch)('/img/8', done, () => undefined);
  expect(fetch.mock.calls).toEqual([['/img/8', done, expect.anything()]]);
});

test.each([
  ['is stopped before it is read', new Uint8Array([0, 0, 65]).buffer],
  ['is not there after all, and is stopped', null],
])('a picture that %s is neither shown nor fetched', async (_name, bytes) => {
  vi.useRealTimers();
  device.keptPicture.mockResolvedValueOnce(bytes);
  const [fetch, done] = [vi.fn(() => () => undefined), vi.fn()];
  fetchUnlessKept('7/0/0', fetch)('/img', done, () => undefined)();
  // One that is asked for afterwards has come by then.
  device.keptPicture.mockResolvedValueOnce(new Uint8Array([0, 0, 66]).buffer);
  const shown = vi.fn();
  fetchUnlessKept('7/0/0', fetch)('/img', shown, () => undefined);
  await expect.poll(() => shown.mock.calls.length).toBe(1);
  expect([fetch.mock.calls.length, done.mock.calls.length]).toEqual([0, 0]);
});

test('one that the device has lost is fetched, and stopped where that is wanted', async () => {
  device.keptPicture.mockResolvedValueOnce(null);
  const stop = vi.fn();
  const fetch = vi.fn(() => stop);
  const stopAll = fetchUnlessKept('7/0/0', fetch)(
    '/img',
    () => undefined,
    () => undefined,
  );
  await pass(0);
  expect(fetch).toHaveBeenCalledOnce();
  stopAll();
  expect(stop).toHaveBeenCalledOnce();
});

test.each([
  [{ quota: 10, usage: 4 }, 6],
  [{ quota: 4, usage: 10 }, 0],
  [{ quota: 4 }, null],
])('of %j there are %j bytes left', async (estimate, free) => {
  Object.defineProperty(navigator, 'storage', { configurable: true, value: { estimate: async () => estimate } });
  const { result } = renderHook(() => useFreeBytes(1));
  await pass(0);
  expect(result.current).toBe(free);
  Reflect.deleteProperty(navigator, 'storage');
});
