// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { comicInfo } from '#contract/calls/comic';
import { history } from '#contract/calls/library';
import { newComics } from '#contract/calls/listings';
import { useClientState } from '../../state.ts';
import { useEndless } from './endless.ts';
import { type CallState, queryClient, useCall } from './queries.ts';

const { send, session } = vi.hoisted(() => ({ send: vi.fn(), session: { start: vi.fn() } }));
vi.mock('../browser.ts', () => ({ send, session }));

const done = (data: object) => ({ status: 1, code: 0, message: '', data });
const failed = { status: -404, code: -404, message: '网络异常', data: null };
const page = (item: number, next: string | null) => done({ list: [item], next });
const settle = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms));
const wrapper = ({ children }: { children: ReactNode }) =>
  createElement(QueryClientProvider, { client: queryClient }, children);
const payloads = () => send.mock.calls.map(([, payload]) => payload);

beforeEach(() => {
  vi.useFakeTimers();
  useClientState.setState({ session: 'ready', userInfo: { id: 1, adult: false, teen: false } as never });
  return () => {
    cleanup();
    queryClient.clear();
    vi.resetAllMocks();
    vi.useRealTimers();
  };
});

test('an endless list grows by one page a time, to its end', async () => {
  send.mockResolvedValueOnce(page(1, 'a'));
  const { result } = renderHook(() => useEndless(newComics), { wrapper });
  expect(result.current).toMatchObject({ list: undefined, more: 'end' });
  await settle();
  expect(result.current).toMatchObject({ list: [1], more: 'yes', first: { next: 'a' } });
  let answer: (data: object) => void = () => {};
  send.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  await act(async () => result.current.loadMore());
  await settle();
  expect(result.current.more).toBe('loading');
  await act(async () => result.current.loadMore());
  answer(page(2, null));
  await settle();
  expect(result.current).toMatchObject({ list: [1, 2], more: 'end', first: { next: 'a' } });
  await act(async () => result.current.loadMore());
  await settle(5000);
  expect(payloads()).toEqual([undefined, { cursor: 'a' }]);
});

test('a failed page can be retried, and the loaded ones stay', async () => {
  send.mockResolvedValueOnce(page(1, 'a')).mockResolvedValueOnce(failed).mockResolvedValueOnce(page(2, null));
  const { result } = renderHook(() => useEndless(newComics, { genre: '热血' }), { wrapper });
  await settle();
  await act(async () => result.current.loadMore());
  await settle();
  expect(result.current).toMatchObject({ list: [1], more: 'failed', error: null });
  await act(async () => result.current.loadMore());
  await settle();
  expect(result.current).toMatchObject({ list: [1, 2], more: 'end' });
  expect(payloads()).toEqual([{ genre: '热血' }, ...[1, 2].map(() => ({ genre: '热血', cursor: 'a' }))]);
});

test('a list stays while another filter loads, and is marked as changing', async () => {
  send.mockResolvedValueOnce(page(1, null)).mockResolvedValueOnce(page(2, null));
  const { result, rerender } = renderHook((genre: string) => useEndless(newComics, { genre }), {
    wrapper,
    initialProps: '热血',
  });
  await settle();
  rerender('恋爱');
  expect(result.current).toMatchObject({ list: [1], changing: true });
  await settle();
  expect(result.current).toMatchObject({ list: [2], changing: false });
});

test.each<[string, () => Pick<CallState<unknown>, 'error' | 'retry'>, string]>([
  ['a list', () => useEndless(history), 'list'],
  ['a call', () => useCall(comicInfo, { id: 7 }), 'data'],
])(
  '%s without a session is an error and starts a session once, and a retry starts one again',
  async (_name, hook, field) => {
    useClientState.setState({ session: 'failed' });
    const { result } = renderHook(hook, { wrapper });
    expect(result.current.error?.message).toBe('暂时连接不上');
    expect(session.start).toHaveBeenCalledTimes(1);
    result.current.retry();
    expect([send.mock.calls.length, session.start.mock.calls.length]).toEqual([0, 2]);
    send.mockResolvedValue(page(1, null));
    await act(async () => useClientState.setState({ session: 'ready' }));
    await settle();
    expect(Object(result.current)[field]).toBeDefined();
    // An existing answer is shown even if the session can't be started.
    await act(async () => useClientState.setState({ session: 'failed' }));
    expect(result.current.error).toBeNull();
  },
);

test('a first answer that fails is an error until a retry succeeds', async () => {
  send.mockResolvedValueOnce(failed).mockResolvedValueOnce(page(1, null));
  const { result } = renderHook(() => useEndless(newComics), { wrapper });
  await settle();
  expect(result.current.error?.message).toBe('网络异常');
  await act(async () => result.current.retry());
  await settle();
  expect(result.current).toMatchObject({ list: [1], error: null });
  expect(session.start).not.toHaveBeenCalled();
});

test('a call for anyone needs no session', async () => {
  useClientState.setState({ session: 'failed' });
  send.mockResolvedValue(page(1, null));
  const { result } = renderHook(() => useEndless(newComics), { wrapper });
  await settle();
  expect(result.current).toMatchObject({ list: [1], error: null });
});

test('a skipped call is neither made nor an error', async () => {
  const { result } = renderHook(() => useCall(comicInfo, { id: 7 }, { skip: true }), { wrapper });
  renderHook(() => useEndless(history, {}, { skip: true }), { wrapper });
  await settle();
  expect(send).not.toHaveBeenCalled();
  await act(async () => useClientState.setState({ session: 'failed' }));
  expect(result.current.error).toBeNull();
});

test.each([
  [{ background: true }, { background: true, expected: undefined }],
  [{ expected: [7] }, { background: false, expected: [7] }],
])('a call with %j is sent with %j', async (given, sent) => {
  send.mockResolvedValue(done({}));
  renderHook(() => useCall(comicInfo, { id: 7 }, given), { wrapper });
  await settle();
  expect(send.mock.calls).toEqual([[comicInfo, { id: 7 }, sent]]);
});
