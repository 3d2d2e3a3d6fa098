// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { banner } from '#contract/calls/site';
import { noteExpiry } from '../runtime/expiry/expired-answers.ts';
import { queryClient } from '../runtime/queries/queries.ts';
import { useSettings } from '../settings.ts';
import { useClientState } from '../state.ts';
import { startIdleWork } from './idle-work.ts';

const { screens, downloads, session } = vi.hoisted(() => ({
  screens: Array.from({ length: 6 }, () => ({ load: vi.fn() })),
  downloads: { forgetOtherReaders: vi.fn(), openList: vi.fn() },
  session: { refetchBanners: vi.fn(), refetchProfile: vi.fn() },
}));
vi.mock('../routes.tsx', () => ({ screens }));
vi.mock('../features/downloads/downloads.ts', () => downloads);
vi.mock('../runtime/browser.ts', () => ({ session, send: vi.fn() }));

const worker = { register: vi.fn(), update: vi.fn() };
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));
const become = async (id: number | null) => {
  useClientState.setState({ userInfo: (id && { id, unread: {}, grade: { level: 0 } }) as never });
  await settle();
};

beforeEach(() => {
  worker.register.mockResolvedValue({ update: worker.update });
  worker.update.mockResolvedValue(undefined);
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { register: worker.register } });
  useClientState.setState({ userInfo: null, session: 'ready' });
  return () => {
    localStorage.clear();
    useSettings.setState({ consent: null });
    useClientState.setState({ userInfo: null });
    queryClient.clear();
    vi.clearAllMocks();
    vi.useRealTimers();
  };
});

test('every screen is loaded, even if some can’t be loaded, and then the worker checks for a new version', async () => {
  useSettings.setState({ consent: 'refused' });
  screens[1]?.load.mockRejectedValueOnce(new Error('gone'));
  await startIdleWork();
  expect(screens.map(({ load }) => load.mock.calls.length)).toEqual([1, 1, 1, 1, 1, 1]);
  expect([worker.register.mock.calls, worker.update.mock.calls.length]).toEqual([[['/service-worker.js']], 1]);
});

test('before the reader has answered whether anything may be kept, no worker keeps anything', async () => {
  await startIdleWork();
  expect(worker.register).not.toHaveBeenCalled();
});

test.each([
  ['no worker can be registered', () => worker.register.mockRejectedValueOnce(new Error('refused'))],
  ['the worker can not be asked for', () => worker.update.mockRejectedValueOnce(new Error('offline'))],
  ['the downloads can not be opened', () => downloads.openList.mockRejectedValueOnce(new Error('no database'))],
])('nothing fails where %s', async (_name, fail) => {
  localStorage.setItem('downloads', '{}');
  useSettings.setState({ consent: 'given' });
  fail();
  await expect(startIdleWork()).resolves.toBeUndefined();
});

test('downloads continue if there are any, and are deleted with their reader', async () => {
  await become(1);
  await startIdleWork();
  expect(downloads.openList).not.toHaveBeenCalled();
  localStorage.setItem('downloads', '{}');
  await startIdleWork();
  expect(downloads.openList).toHaveBeenCalledTimes(1);
  downloads.forgetOtherReaders.mockClear();
  await become(1);
  expect(downloads.forgetOtherReaders).not.toHaveBeenCalled();
  for (const next of [4, null]) {
    downloads.forgetOtherReaders.mockClear();
    await become(next);
    expect(downloads.forgetOtherReaders).toHaveBeenCalled();
  }
  downloads.forgetOtherReaders.mockClear();
  // The first reader of a visit is no other one.
  await become(2);
  expect(downloads.forgetOtherReaders).not.toHaveBeenCalled();
  localStorage.clear();
  await become(3);
  expect(downloads.forgetOtherReaders).not.toHaveBeenCalled();
});

test('expired answers and banners are refetched, but an open chapter stays', async () => {
  vi.useFakeTimers();
  const keys = [
    ['home', null],
    ['comic/read', { id: 7 }],
    ['comic/info', { id: 1 }],
  ];
  for (const key of keys) queryClient.setQueryData(key, {});
  const soon = new Date(Date.now() + 10_000).toUTCString();
  for (const path of ['home', 'comic/read', banner.path]) noteExpiry(`https://site.example/api/${path}`, soon);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(keys.map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([true, false, false]);
  expect(session.refetchBanners.mock.calls).toEqual([[true]]);
});
