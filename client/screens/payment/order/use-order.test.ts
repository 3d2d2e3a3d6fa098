// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { chargeLog, payLog } from '#contract/calls/wallet';
import { loginRequired, orderNotFound } from '#contract/codes';
import { queryClient } from '../../../runtime/queries/queries.ts';
import { useClientState } from '../../../state.ts';
import { useOrder } from './use-order.ts';

const { send, session } = vi.hoisted(() => ({ send: vi.fn(), session: { refetchProfile: vi.fn() } }));
vi.mock('../../../runtime/browser.ts', () => ({ send, session }));

const order = (state: string) => ({ status: 1, code: 0, message: '', data: { state } });
const refused = (code: number, status = 0) => ({ status, code, message: '', data: null });
const LOGS = [chargeLog.path, payLog.path];

let hidden = false;

beforeEach(() => {
  vi.useFakeTimers();
  hidden = false;
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  useClientState.setState({ session: 'ready' });
  for (const path of LOGS) queryClient.setQueryData([path, null], {});
  return () => {
    cleanup();
    queryClient.clear();
    vi.resetAllMocks();
    vi.restoreAllMocks();
    vi.useRealTimers();
  };
});

const open = () => renderHook(() => useOrder('A1'));
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const stale = () => LOGS.filter((path) => queryClient.getQueryState([path, null])?.isInvalidated);
const say = (target: EventTarget, type: string) => act(async () => void target.dispatchEvent(new Event(type)));

test.each([
  ['granted', LOGS, 1],
  ['expired', LOGS, 0],
])('an order is polled until it is %s, and then its lists are stale', async (state, staleNow, profiles) => {
  send.mockResolvedValueOnce(order('created')).mockResolvedValueOnce(order('paid')).mockResolvedValue(order(state));
  const { result } = open();
  await pass(0);
  expect([result.current.order?.state, stale()]).toEqual(['created', []]);
  await pass(60_000);
  expect(result.current).toMatchObject({ order: { state }, problem: null });
  expect(send.mock.calls.map(([, , options]) => options)).toEqual(
    [false, true, true].map((background) => ({ background })),
  );
  await say(window, 'online');
  await say(document, 'visibilitychange');
  expect([send.mock.calls.length, stale(), session.refetchProfile.mock.calls.length]).toEqual([3, staleNow, profiles]);
});

test('an answer after the reader has left is ignored', async () => {
  let answer: (data: object) => void = () => {};
  send.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  const { unmount } = open();
  unmount();
  answer(order('granted'));
  await pass(60_000);
  expect([send.mock.calls.length, stale(), session.refetchProfile.mock.calls.length]).toEqual([1, [], 0]);
});

test('a hidden page does not poll; a shown page or a returned network polls at once', async () => {
  send.mockResolvedValue(order('created'));
  open();
  await pass(0);
  hidden = true;
  await say(document, 'visibilitychange');
  await pass(600_000);
  expect(send).toHaveBeenCalledTimes(1);
  hidden = false;
  await say(document, 'visibilitychange');
  expect(send).toHaveBeenCalledTimes(2);
  await say(window, 'online');
  expect(send).toHaveBeenCalledTimes(3);
});

test('an immediate poll restarts the delays and does not double the polling', async () => {
  send.mockResolvedValue(order('created'));
  const { unmount } = open();
  await pass(60_000);
  for (let times = 0; times < 3; times++) await say(window, 'online');
  send.mockClear();
  await pass(1500);
  expect(send).toHaveBeenCalledTimes(1);
  unmount();
  await say(window, 'online');
  await say(document, 'visibilitychange');
  await pass(60_000);
  expect(send).toHaveBeenCalledTimes(1);
});

test('an order is requested once at a time, and not again while the page is hidden', async () => {
  let answer: (data: object) => void = () => {};
  send.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  open();
  await say(window, 'online');
  hidden = true;
  await say(document, 'visibilitychange');
  expect(send).toHaveBeenCalledTimes(1);
  answer(order('created'));
  await pass(600_000);
  expect(send).toHaveBeenCalledTimes(1);
});

test.each([
  ['missing', refused(orderNotFound), 2],
  ['login', refused(loginRequired), 2],
  ['unreachable', refused(-404, -404), 3],
] as const)(
  'an order that becomes %s keeps its state, and %j: polling continues only if it can help',
  async (problem, answer, calls) => {
    send.mockResolvedValueOnce(order('created')).mockResolvedValueOnce(answer).mockResolvedValue(order('expired'));
    const { result } = open();
    await pass(0);
    await say(window, 'online');
    expect(result.current).toMatchObject({ order: { state: 'created' }, problem });
    await pass(60_000);
    expect(send).toHaveBeenCalledTimes(calls);
    await act(async () => result.current.refetch());
    expect(send).toHaveBeenLastCalledWith(expect.anything(), { orderId: 'A1' }, { background: false });
  },
);

test('without a session nothing is requested', async () => {
  useClientState.setState({ session: 'starting' });
  open();
  await pass(60_000);
  expect(send).not.toHaveBeenCalled();
});
