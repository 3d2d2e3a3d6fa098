// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useClientState } from '../../state.ts';
import { fetchUnlessDownloaded } from './downloaded-pages.ts';
import { useFreeBytes } from './use-free-bytes.ts';

const device = vi.hoisted(() => ({ downloadedPicture: vi.fn() }));
vi.mock('./downloads.ts', () => device);

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers();
  useClientState.setState({ userInfo: { id: 1, teen: false } as never });
  const chapters = { 7: { until: null, ageRating: 'all', place: null } };
  localStorage.setItem('downloads', JSON.stringify({ readerId: 1, bytes: 0, chapters }));
  return () => {
    cleanup();
    localStorage.clear();
    vi.resetAllMocks();
    vi.useRealTimers();
  };
});

test('a picture of a downloaded chapter comes from the device, any other from the network', async () => {
  vi.useRealTimers();
  device.downloadedPicture.mockResolvedValue(new Uint8Array([0, 0, 65]).buffer);
  const fetch = vi.fn(() => () => undefined);
  const done = vi.fn();
  fetchUnlessDownloaded('7/0/0', fetch)('/img/7', done, () => undefined);
  await expect.poll(() => done.mock.calls).toEqual([['data:image/png;base64,QQ==']]);
  expect(fetch).not.toHaveBeenCalled();
  fetchUnlessDownloaded('8/0/0', fetch)('/img/8', done, () => undefined);
  expect(fetch.mock.calls).toEqual([['/img/8', done, expect.anything()]]);
});

test.each([
  ['is stopped before it is read', new Uint8Array([0, 0, 65]).buffer],
  ['is not there after all, and is stopped', null],
])('a picture that %s is neither shown nor fetched', async (_name, bytes) => {
  vi.useRealTimers();
  device.downloadedPicture.mockResolvedValueOnce(bytes);
  const [fetch, done] = [vi.fn(() => () => undefined), vi.fn()];
  fetchUnlessDownloaded('7/0/0', fetch)('/img', done, () => undefined)();
  // One that is asked for afterwards has come by then.
  device.downloadedPicture.mockResolvedValueOnce(new Uint8Array([0, 0, 66]).buffer);
  const shown = vi.fn();
  fetchUnlessDownloaded('7/0/0', fetch)('/img', shown, () => undefined);
  await expect.poll(() => shown.mock.calls.length).toBe(1);
  expect([fetch.mock.calls.length, done.mock.calls.length]).toEqual([0, 0]);
});

test('a picture that is missing on the device is fetched, and can be cancelled', async () => {
  device.downloadedPicture.mockResolvedValueOnce(null);
  const stop = vi.fn();
  const fetch = vi.fn(() => stop);
  const stopAll = fetchUnlessDownloaded('7/0/0', fetch)(
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
