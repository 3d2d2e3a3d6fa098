import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { userLogin } from '#contract/calls/account';
import { comicInfo } from '#contract/calls/comic';
import { newComics } from '#contract/calls/listings';
import { userInfo } from '#contract/calls/session';
import { cipher, fakeEnvironment, ok, refused } from '../testing/fake-environment.ts';
import { DuplicateRequest } from './duplicate-block.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a call is a POST of the sealed payload to its path under /api', async () => {
  const { send, seen } = fakeEnvironment(() => ok());
  await send(comicInfo, { id: 7 });
  const [sent] = seen.sent;
  expect(sent?.url).toBe('/api/comic/info');
  expect(sent?.init.method).toBe('POST');
  expect(sent?.init.headers).toEqual({ 'Content-Type': 'text/plain' });
  expect(cipher.open(String(sent?.init.body))).toEqual({ id: 7 });
});

test('a call without payload has an empty body', async () => {
  const { send, seen } = fakeEnvironment(() => ok({ list: [], next: null }));
  await send(newComics);
  expect(seen.sent[0]?.init.body).toBe('');
});

test('the token of the cookie travels as a bearer', async () => {
  const { send, seen, cookies } = fakeEnvironment(() => ok());
  cookies.setToken('t1');
  await send(comicInfo, { id: 7 });
  expect(seen.sent[0]?.init.headers).toMatchObject({ Authorization: 'Bearer t1' });
});

test('calls go to the address of the api cookie without its trailing /api', async () => {
  const { send, seen, cookies } = fakeEnvironment(() => ok());
  cookies.setApi('https://comics.example/api');
  await send(comicInfo, { id: 7 });
  expect(seen.sent[0]?.url).toBe('https://comics.example/api/comic/info');
});

test.each([200, 400])('an answer with HTTP %i is the decoded body', async (http) => {
  const body = { status: 0, message: 'id 不正确', code: 1001, data: null };
  const { send } = fakeEnvironment(() => ({ http, body }));
  expect(await send(comicInfo, { id: 7 })).toEqual(body);
});

test('an answer with HTTP 304 is decoded as well', async () => {
  const { environment, send } = fakeEnvironment(() => ok());
  const body = { status: 1, message: 'success', code: 0, data: 5 };
  // A real `Response` of 304 bears no body, a browser's cache gives it one.
  vi.spyOn(environment, 'fetch').mockResolvedValue(Object.assign(new Response(cipher.seal(body)), {}));
  Object.defineProperty(await environment.fetch('', {}), 'status', { value: 304 });
  expect(await send(comicInfo, { id: 7 })).toEqual(body);
});

test.each([201, 401, 403, 404, 500, 502])('HTTP %i is the network error, shown by a toast', async (http) => {
  const { send, seen } = fakeEnvironment(() => ({ http, body: { status: 1, message: 'success', code: 0, data: 1 } }));
  expect(await send(comicInfo, { id: 7 })).toMatchObject({ status: -404, message: '网络异常' });
  expect(seen.toasts).toEqual(['网络异常']);
});

test('a failed connection is the network error', async () => {
  const { send, seen } = fakeEnvironment(() => new TypeError('Failed to fetch'));
  expect(await send(comicInfo, { id: 7 })).toMatchObject({ status: -404, message: '网络异常' });
  expect(seen.toasts).toEqual(['网络异常']);
});

test.each(['<html>', '', cipher.seal([1]), cipher.seal({ message: 'no status' })])(
  'the undecodable answer %j is the network error',
  async (raw) => {
    const { send } = fakeEnvironment(() => ({ raw }));
    expect(await send(comicInfo, { id: 7 })).toMatchObject({ status: -404, message: '网络异常' });
  },
);

test('the time-out is 600000 ms', async () => {
  const { send } = fakeEnvironment(() => 'never');
  const outcome = vi.fn();
  void send(comicInfo, { id: 7 }).then(outcome);
  await vi.advanceTimersByTimeAsync(599_999);
  expect(outcome).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(outcome).toHaveBeenCalledWith(expect.objectContaining({ status: -404 }));
});

test('the same request within a second is rejected with the exact message, logged and never toasted', async () => {
  const { send, seen } = fakeEnvironment(() => ok());
  await send(comicInfo, { id: 7 });
  await vi.advanceTimersByTimeAsync(999);
  const message = 'Request to /api/comic/info with these parameters is blocked for 1 second.';
  const second = send(comicInfo, { id: 7 });
  await expect(second).rejects.toThrow(new DuplicateRequest('/api/comic/info'));
  await expect(second).rejects.toHaveProperty('message', message);
  expect(seen.sent).toHaveLength(1);
  expect(seen.toasts).toEqual([]);
  expect(seen.logs.join()).toContain(message);
  expect(seen.running).toBe(0);
});

test('after a second, or with another payload, the request goes out', async () => {
  const { send, seen } = fakeEnvironment(() => ok());
  await send(comicInfo, { id: 7 });
  await send(comicInfo, { id: 8 });
  await vi.advanceTimersByTimeAsync(1000);
  await send(comicInfo, { id: 7 });
  expect(seen.sent).toHaveLength(3);
});

test('a refusal shows a toast of its message', async () => {
  const { send, seen } = fakeEnvironment(() => refused(3001, '漫画不存在或已下架'));
  await send(comicInfo, { id: 7 });
  expect(seen.toasts).toEqual(['漫画不存在或已下架']);
  expect(seen.lost).toBe(0);
});

test.each([
  [2, 'success'],
  [1, '已保存'],
])('an answer with status %i and message %s shows no toast', async (status, message) => {
  const { send, seen } = fakeEnvironment(() => refused(0, message, status));
  await send(comicInfo, { id: 7 });
  expect(seen.toasts).toEqual([]);
});

test.each([
  ['body status 403', refused(-1, '登录已失效', 403)],
  ['code -1', refused(-1, '登录已失效')],
  ['body status 403 with another code', refused(9, '登录已失效', 403)],
])('%s is a lost session', async (_name, reply) => {
  const { send, seen, cookies } = fakeEnvironment(() => reply);
  cookies.setToken('t1');
  await send(comicInfo, { id: 7 });
  expect(seen.lost).toBe(1);
});

test('several answers of a lost session act once', async () => {
  const { send, seen, cookies } = fakeEnvironment(() => refused(-1, '登录已失效', 403));
  cookies.setToken('t1');
  await Promise.all([send(comicInfo, { id: 7 }), send(comicInfo, { id: 8 }), send(userInfo, { token: 't1' })]);
  expect(seen.lost).toBe(1);
  expect(seen.toasts).toEqual(['登录已失效']);
});

test('an answer to a request that went out with another token than the current one is ignored', async () => {
  const { send, seen, cookies } = fakeEnvironment(() => {
    cookies.setToken('t2');
    return refused(-1, '登录已失效', 403);
  });
  cookies.setToken('t1');
  await send(comicInfo, { id: 7 });
  expect(seen.lost).toBe(0);
  expect(cookies.token()).toBe('t2');
});

test('a 403 during a login does not end the new session', async () => {
  const held: (() => void)[] = [];
  const { send, seen, cookies } = fakeEnvironment(({ url }) =>
    url.endsWith('user/login')
      ? new Promise((resolve) => held.push(() => resolve(ok({ token: 'given' }))))
      : refused(-1, '登录已失效', 403),
  );
  cookies.setToken('old');
  const loggingIn = send(userLogin, { username: 'a', password: 'b' }).then(() => cookies.setToken('given'));
  const other = send(comicInfo, { id: 7 });
  await vi.advanceTimersByTimeAsync(10);
  expect(seen.lost).toBe(0);
  for (const answer of held) answer();
  await loggingIn;
  await vi.advanceTimersByTimeAsync(10);
  await other;
  expect(seen.lost).toBe(0);
  expect(cookies.token()).toBe('given');
});

test('code 1401 opens the login and keeps the session', async () => {
  const { send, seen, cookies } = fakeEnvironment(() => refused(1401, '请先登录'));
  cookies.setToken('t1');
  await send(comicInfo, { id: 7 });
  expect(seen).toMatchObject({ logins: 1, lost: 0 });
  expect(cookies.token()).toBe('t1');
});

test('a call refused with 1401 is made again with the new token once the reader has logged in', async () => {
  const { send, seen, cookies } = fakeEnvironment(({ init }) =>
    JSON.stringify(init.headers).includes('fresh') ? ok({ id: 7 }) : refused(1401, '请先登录'),
  );
  seen.logsIn = true;
  cookies.setToken('old');
  const answered = send(comicInfo, { id: 7 });
  cookies.setToken('fresh');
  await vi.advanceTimersByTimeAsync(1000);
  expect(await answered).toMatchObject({ status: 1, data: { id: 7 } });
  expect(seen).toMatchObject({ logins: 1, running: 0 });
});

test('the repeat after a login waits for the duplicate block, and blocks the next one', async () => {
  const { send, seen, environment } = fakeEnvironment(({ init }) =>
    JSON.stringify(init.headers).includes('fresh') ? ok({ id: 7 }) : refused(1401, '请先登录'),
  );
  const login = Promise.withResolvers<boolean>();
  environment.requestLogin = () => login.promise;
  const answered = send(comicInfo, { id: 7 });
  await vi.advanceTimersByTimeAsync(5000);
  void send(comicInfo, { id: 7 }, { background: true });
  await vi.advanceTimersByTimeAsync(400);
  environment.token = () => 'fresh';
  login.resolve(true);
  await vi.advanceTimersByTimeAsync(599);
  expect(seen.sent).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(await answered).toMatchObject({ status: 1, data: { id: 7 } });
  expect(seen.sent).toHaveLength(3);
  await expect(send(comicInfo, { id: 7 })).rejects.toThrow(DuplicateRequest);
});

test('after a quick login the call is repeated, not blocked', async () => {
  const { send, seen, cookies } = fakeEnvironment(({ init }) =>
    JSON.stringify(init.headers).includes('fresh') ? ok({ id: 7 }) : refused(1401, '请先登录'),
  );
  seen.logsIn = true;
  const answered = send(comicInfo, { id: 7 });
  cookies.setToken('fresh');
  await vi.advanceTimersByTimeAsync(1000);
  expect(await answered).toMatchObject({ status: 1 });
});

test('no toast shows the name of a field', async () => {
  const body = { status: 0, message: '请求内容不正确：telephone', code: 1001, data: null };
  const { send, seen } = fakeEnvironment(() => ({ http: 400, body }));
  expect(await send(comicInfo, { id: 7 })).toMatchObject({ message: '请求内容不正确：telephone' });
  expect(seen.toasts).toEqual(['请求内容不正确']);
});

test('a background call opens no login dialog', async () => {
  const { send, seen } = fakeEnvironment(() => refused(1401, '请先登录'));
  await send(comicInfo, { id: 7 }, { background: true });
  expect(seen).toMatchObject({ logins: 0, toasts: [] });
});

test('a code the caller expects shows no toast', async () => {
  const { send, seen } = fakeEnvironment(() => refused(2007, '请先完成安全验证'));
  expect(await send(comicInfo, { id: 7 }, { expected: [2007] })).toMatchObject({ code: 2007 });
  expect(seen.toasts).toEqual([]);
});
