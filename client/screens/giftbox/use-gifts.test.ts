// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { userAutoBuys } from '#contract/calls/account';
import { chapterVerify, comicQuote } from '#contract/calls/comic';
import { shelf } from '#contract/calls/library';
import { gift } from '#contract/calls/rewards';
import { payLog } from '#contract/calls/wallet';
import { giftUnavailable } from '#contract/codes';
import { queryClient } from '../../runtime/queries/queries.ts';
import { useClientState } from '../../state.ts';
import { useClaim, useGifts } from './use-gifts.ts';

const { send, session, toast } = vi.hoisted(() => ({
  send: vi.fn(),
  session: { refetchProfile: vi.fn() },
  toast: vi.fn(),
}));
vi.mock('../../runtime/browser.ts', () => ({ send, session }));
vi.mock('../../notices.ts', () => ({ toast }));

const NOW = Date.parse('2026-11-20T04:00:00Z');
const one = (id: number, claimedAt: string | null, expiresAt = '2026-12-01T00:00:00Z') => ({
  id,
  kind: 'bonus',
  amount: 5,
  claimedAt,
  expiresAt,
  lastsUntil: null,
  remaining: null,
  needs: null,
});
const done = (data: object) => ({ status: 1, code: 0, message: '', data });
const refused = (code: number, status = 0) => ({ status, code, message: '不行', data: null });
const AT = '2026-11-20T03:00:00Z';
/** Calls whose answers hold balances or owned chapters. */
const OF_BALANCES = [chapterVerify, comicQuote, payLog, shelf, userAutoBuys].map(({ path }) => [path, null]);
const areBalancesStale = () => [...new Set(OF_BALANCES.map(isStale))];
const isStale = (key: unknown[]) => queryClient.getQueryState(key)?.isInvalidated;
const pass = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms));
const wrapper = ({ children }: { children: ReactNode }) =>
  createElement(QueryClientProvider, { client: queryClient }, children);
const become = (count: number) =>
  act(async () => useClientState.setState({ userInfo: { id: 1, unread: { gift: count } } as never }));

beforeEach(async () => {
  vi.useFakeTimers({ now: NOW });
  useClientState.setState({ session: 'ready' });
  await become(1);
  for (const key of OF_BALANCES) queryClient.setQueryData(key, {});
  return () => {
    cleanup();
    queryClient.clear();
    vi.resetAllMocks();
    vi.useRealTimers();
  };
});

test('gifts are refetched when the count of the profile changes', async () => {
  send.mockResolvedValue(done({ gifts: [one(1, null)] }));
  renderHook(useGifts, { wrapper });
  await pass();
  await become(1);
  expect(send).toHaveBeenCalledTimes(1);
  await become(2);
  await pass(1000);
  expect(send).toHaveBeenCalledTimes(2);
  await become(1);
  await pass(1000);
  expect(send).toHaveBeenCalledTimes(3);
});

test('a profile that arrives after the gifts does not refetch them', async () => {
  useClientState.setState({ userInfo: null });
  send.mockResolvedValue(done({ gifts: [one(1, null)] }));
  renderHook(useGifts, { wrapper });
  await pass();
  await become(1);
  await pass(1000);
  expect(send).toHaveBeenCalledTimes(1);
});

test('a newly claimed gift updates the balance; earlier ones do not', async () => {
  send.mockResolvedValueOnce(done({ gifts: [one(1, AT), one(2, null)] }));
  send.mockResolvedValue(done({ gifts: [one(1, AT), one(2, AT)] }));
  const { result } = renderHook(useGifts, { wrapper });
  await pass();
  expect([session.refetchProfile.mock.calls.length, ...areBalancesStale()]).toEqual([0, false]);
  await pass(1000);
  await act(async () => result.current.retry());
  await pass();
  expect([session.refetchProfile.mock.calls.length, ...areBalancesStale()]).toEqual([1, true]);
});

test('a gift that ends while the screen is open becomes a past one', async () => {
  send.mockResolvedValue(done({ gifts: [one(1, null, '2026-11-20T04:01:00Z')] }));
  const { result } = renderHook(useGifts, { wrapper });
  await pass();
  expect(result.current.groups).toMatchObject({ open: [{ id: 1 }], past: [] });
  await pass(61_000);
  expect(result.current.groups).toMatchObject({ open: [], past: [{ id: 1 }] });
});

test.each([
  [[1], '已领取 5 赠币'],
  [[], '没有可领的礼包了'],
])('a claim with the result %j shows: %s', async (claimed, text) => {
  send.mockResolvedValue(done({ gifts: [one(1, AT)], claimed }));
  const { result } = renderHook(useClaim, { wrapper });
  await act(async () => result.current.claim(1));
  await pass();
  expect(toast.mock.calls).toEqual([[text]]);
  expect(queryClient.getQueryData([gift.path, {}])).toMatchObject({ gifts: [{ claimedAt: AT }] });
  expect([result.current.busy, isStale([gift.path, {}])]).toEqual([null, false]);
});

test('after a failed claim, which may have been granted, the list is refetched', async () => {
  queryClient.setQueryData([gift.path, {}], {});
  send.mockResolvedValue(refused(giftUnavailable));
  const { result } = renderHook(useClaim, { wrapper });
  await act(async () => result.current.claim('all'));
  expect([result.current.busy, isStale([gift.path, {}]), toast.mock.calls]).toEqual([null, true, []]);
});
