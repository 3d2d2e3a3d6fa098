import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearToasts, notify, offerSlow, toast, useNotices } from './notices.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

const texts = () => useNotices.getState().shown.map(({ text }) => text);

test('a toast stays for 2000 ms', () => {
  toast('网络异常');
  vi.advanceTimersByTime(1999);
  expect(texts()).toEqual(['网络异常']);
  vi.advanceTimersByTime(1);
  expect(texts()).toEqual([]);
});

test('a notification stays for 3000 ms', () => {
  notify('有更新');
  vi.advanceTimersByTime(2999);
  expect(texts()).toEqual(['有更新']);
  vi.advanceTimersByTime(1);
  expect(texts()).toEqual([]);
});

test('equal texts collapse into one, which stays for its time after the last', () => {
  toast('网络异常');
  vi.advanceTimersByTime(1500);
  toast('网络异常');
  toast('漫画不存在');
  expect(texts()).toEqual(['网络异常', '漫画不存在']);
  vi.advanceTimersByTime(1999);
  expect(texts()).toHaveLength(2);
  vi.advanceTimersByTime(1);
  expect(texts()).toEqual([]);
});

test('each slow call is offered by itself and withdrawn by itself', () => {
  const call = { cancel: () => undefined, retry: () => undefined };
  const [withdrawFirst, withdrawSecond] = [offerSlow(call), offerSlow({ ...call })];
  const offered = () => useNotices.getState().slow.map(({ call: each }) => each === call);
  expect(offered()).toEqual([true, false]);
  withdrawFirst();
  expect(offered()).toEqual([false]);
  withdrawSecond();
  expect(offered()).toEqual([]);
});

test('a toast and a notification of the same text are two', () => {
  toast('有更新');
  notify('有更新');
  expect(texts()).toEqual(['有更新', '有更新']);
  expect(new Set(useNotices.getState().shown.map(({ id }) => id)).size).toBe(2);
});

test('another screen takes the toasts away that have been read, and no notification', () => {
  notify('有更新');
  toast('网络异常');
  vi.advanceTimersByTime(1);
  toast('已保存');
  vi.advanceTimersByTime(499);
  clearToasts();
  expect(texts()).toEqual(['有更新', '已保存']);
});
