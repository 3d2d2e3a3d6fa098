// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { setGoTo } from '../../../features/navigation/screen-link/screen-navigation.ts';
import { toast } from '../../../notices.ts';
import { returnFrom } from './return-from.ts';
import { departureFor } from './return-way.ts';

vi.mock('../../../notices.ts', () => ({ toast: vi.fn() }));

const went: unknown[] = [];
const leave = (steps: number | null) =>
  sessionStorage.setItem('departure', JSON.stringify({ orderId: 'A1', length: history.length, entry: '', steps }));

beforeEach(() => {
  vi.useFakeTimers();
  went.length = 0;
  vi.spyOn(history, 'go').mockImplementation((steps) => void went.push(steps));
  setGoTo((to, { replace }) => went.push([to, replace]));
  return () => {
    sessionStorage.clear();
    vi.resetAllMocks();
    vi.restoreAllMocks();
    vi.useRealTimers();
  };
});

test('the success message can be read, then the history goes back, or the page is opened if it cannot', () => {
  leave(2);
  returnFrom('A1', '/back', '充值成功');
  expect(toast).toHaveBeenCalledExactlyOnceWith('充值成功');
  vi.advanceTimersByTime(1199);
  // A page loaded again before that still finds its way.
  expect([went, departureFor('A1')?.steps]).toEqual([[], 2]);
  vi.advanceTimersByTime(1);
  expect([went, departureFor('A1')]).toEqual([[-2], null]);
  vi.advanceTimersByTime(1499);
  expect(went).toEqual([-2]);
  vi.advanceTimersByTime(60_000);
  expect(went).toEqual([-2, ['/back', true]]);
});

test('without a way back in the history the page is opened instead, once', () => {
  leave(null);
  returnFrom('A1', '/back', '充值成功');
  vi.advanceTimersByTime(60_000);
  expect(went).toEqual([['/back', true]]);
});

test.each([
  ['before the success was read', 1199, []],
  ['by the history', 1200, [-2]],
])('a reader who has left %s is not redirected', (_when, ms, ways) => {
  leave(2);
  const stop = returnFrom('A1', '/back', '充值成功');
  vi.advanceTimersByTime(ms);
  stop();
  vi.advanceTimersByTime(60_000);
  expect(went).toEqual(ways);
});
