// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { sign } from '#contract/calls/rewards';
import { payLog } from '#contract/calls/wallet';
import { insufficientCoins, repairUnavailable } from '#contract/codes';
import { queryClient } from '../../runtime/queries/queries.ts';
import { useSigning } from './use-attendance.ts';

const { send, session } = vi.hoisted(() => ({ send: vi.fn(), session: { refetchProfile: vi.fn() } }));
vi.mock('../../runtime/browser.ts', () => ({ send, session }));

const done = (data: object) => ({ status: 1, code: 0, message: '', data });
const refused = (code: number, status = 0) => ({ status, code, message: '不行', data: null });
const payLogKey = [payLog.path, null];
const isStale = (key: unknown[]) => queryClient.getQueryState(key)?.isInvalidated;

beforeEach(() => {
  queryClient.setQueryData(payLogKey, {});
  return () => {
    cleanup();
    queryClient.clear();
    vi.resetAllMocks();
  };
});

const [thisMonth, lastMonth] = [
  [sign.path, {}],
  [sign.path, { month: '2026-10' }],
];

test('a sign is shown at once; other months, the profile and balances are refetched', async () => {
  for (const key of [thisMonth, lastMonth]) queryClient.setQueryData(key, {});
  send.mockResolvedValue(done({ streak: 3 }));
  const onDone = vi.fn();
  const { result } = renderHook(() => useSigning(onDone));
  await act(() => result.current.act({ sign: true }, null));
  expect([queryClient.getQueryData(thisMonth), isStale(thisMonth), isStale(lastMonth)]).toEqual([
    { streak: 3 },
    false,
    true,
  ]);
  expect([session.refetchProfile.mock.calls.length, isStale(payLogKey)]).toEqual([1, true]);
  expect([onDone.mock.calls, result.current.busy, result.current.refusal]).toEqual([[[{ streak: 3 }]], false, null]);
});

test.each([
  [refused(repairUnavailable), '这一天不能补签了。'],
  [refused(insufficientCoins), '余额不够补签。'],
  [refused(1003), '不行'],
  [refused(-404, -404), '没有连上'],
])('a repair refused with %j shows the reason, and all months are refetched', async (answer, words) => {
  for (const key of [thisMonth, lastMonth]) queryClient.setQueryData(key, {});
  send.mockResolvedValue(answer);
  const onDone = vi.fn();
  const { result } = renderHook(() => useSigning(onDone));
  await act(() => result.current.act({ repair: '2026-10-02' }, '2026-10'));
  expect(result.current.refusal).toContain(words);
  expect([thisMonth, lastMonth].map(isStale)).toEqual([true, true]);
  expect([onDone.mock.calls.length, result.current.busy]).toEqual([0, false]);
  send.mockResolvedValue(done({}));
  await act(() => result.current.act({ sign: true }, null));
  expect(result.current.refusal).toBeNull();
});
