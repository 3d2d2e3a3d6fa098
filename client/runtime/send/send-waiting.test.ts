import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { comicInfo } from '#contract/calls/comic';
import { config } from '#contract/calls/site';
import { fakeEnvironment, ok, refused } from '../testing/fake-environment.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a foreground call raises the counter while it runs, and reports a failure to it', async () => {
  const { send, seen } = fakeEnvironment(() => new Error('down'));
  const running = send(comicInfo, { id: 7 });
  expect(seen.running).toBe(1);
  await running;
  expect(seen).toMatchObject({ running: 0, failures: 1 });
  expect(seen.logs.join()).toContain('down');
});

test('a background call neither raises the counter nor toasts nor is offered as slow', async () => {
  const { send, seen } = fakeEnvironment(() => 'never');
  void send(comicInfo, { id: 7 }, { background: true });
  await vi.advanceTimersByTimeAsync(600_000);
  expect(seen).toMatchObject({ raised: 0, toasts: [], slow: [] });
});

test('a background call still handles a lost session, with a toast', async () => {
  const { send, seen, cookies } = fakeEnvironment(() => refused(-1, '登录已失效', 403));
  cookies.setToken('t1');
  await send(comicInfo, { id: 7 }, { background: true });
  expect(seen).toMatchObject({ lost: 1, toasts: ['登录已失效'], raised: 0 });
});

test('after 8 seconds without an answer a foreground call is offered as slow, not before', async () => {
  const { send, seen } = fakeEnvironment(() => 'never');
  void send(config, { platform: 'pc' });
  await vi.advanceTimersByTimeAsync(7999);
  expect(seen.slow).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(seen.slow).toHaveLength(1);
});

test('a call that was answered in time is never offered as slow', async () => {
  const { send, seen } = fakeEnvironment(() => ok());
  await send(config, { platform: 'pc' });
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(seen.slow).toHaveLength(0);
});

test('取消 ends a slow call without a toast', async () => {
  const { send, seen } = fakeEnvironment(() => 'never');
  const call = send(config, { platform: 'pc' });
  await vi.advanceTimersByTimeAsync(8000);
  seen.slow[0]?.cancel();
  expect(await call).toMatchObject({ status: -404 });
  expect(seen).toMatchObject({ toasts: [], slow: [], running: 0 });
});

test('重试 sends a slow call again and answers the first caller', async () => {
  const { send, seen } = fakeEnvironment((_sent, count) => (count === 1 ? 'never' : ok({ version: '1' })));
  const call = send(config, { platform: 'pc' });
  await vi.advanceTimersByTimeAsync(8000);
  seen.slow[0]?.retry();
  await vi.advanceTimersByTimeAsync(0);
  expect(await call).toMatchObject({ status: 1, data: { version: '1' } });
  expect(seen).toMatchObject({ running: 0, slow: [], raised: 1 });
});

test('重试 waits for the duplicate block', async () => {
  const { send, seen } = fakeEnvironment((_sent, count) => (count < 3 ? 'never' : ok()));
  void send(config, { platform: 'pc' });
  await vi.advanceTimersByTimeAsync(7900);
  void send(config, { platform: 'pc' }, { background: true });
  await vi.advanceTimersByTimeAsync(100);
  seen.slow[0]?.retry();
  await vi.advanceTimersByTimeAsync(800);
  expect(seen.sent).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(100);
  expect(seen.sent).toHaveLength(3);
});

test('a busy server is called again after the time it names, and answers the first caller', async () => {
  const busy = { http: 503, headers: { 'retry-after': '2' } };
  const { send, seen } = fakeEnvironment((_sent, count) => (count < 3 ? busy : ok()));
  const call = send(comicInfo, { id: 7 });
  await vi.advanceTimersByTimeAsync(1999);
  expect(seen.sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(seen.sent).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(2000);
  expect(await call).toMatchObject({ status: 1 });
  expect(seen).toMatchObject({ running: 0, toasts: [], raised: 1 });
});

test('a server that stays busy is a network error after two more tries', async () => {
  const { send, seen } = fakeEnvironment(() => ({ http: 503, headers: { 'retry-after': '3600' } }));
  const call = send(comicInfo, { id: 7 });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await call).toMatchObject({ status: -404 });
  expect(seen.sent).toHaveLength(3);
});

test.each([
  ['a 503 that does not say when to come back', { http: 503 }],
  ['another status that does', { http: 429, headers: { 'Retry-After': '1' } }],
])('%s is a network error at once', async (_name, reply) => {
  const { send, seen } = fakeEnvironment(() => reply);
  expect(await send(comicInfo, { id: 7 })).toMatchObject({ status: -404 });
  expect(seen.sent).toHaveLength(1);
});
