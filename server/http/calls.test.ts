import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CALLS } from '#contract/calls';
import { comicInfo } from '#contract/calls/comic';
import { newComics } from '#contract/calls/listings';
import { userInfo, userRegister } from '#contract/calls/session';
import { banner, config, home } from '#contract/calls/site';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.close());

const seal = (value: unknown) => site.cipher.seal(typeof value === 'string' ? value : JSON.stringify(value));

test('every call of the contract is served, once', () => {
  expect(site.app.served.map((served) => served.call.path).sort()).toEqual(CALLS.map((call) => call.path).sort());
});

test('an answer is status 1, message success, code 0, in text/plain', async () => {
  const response = await site.http.inject({ method: 'POST', url: '/api/home' });
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(JSON.parse(site.cipher.open(response.body))).toEqual({
    status: 1,
    message: 'success',
    code: 0,
    data: { sections: [] },
  });
});

test('a call without payload may send an empty body, or an empty object', async () => {
  for (const body of [undefined, '', seal({})]) {
    expect(await site.post('new', body)).toMatchObject({ http: 200, status: 1, data: { list: [], next: null } });
  }
});

test.each([
  ['plain JSON', '{"id":1}'],
  ['no base64', '漫屿'],
  ['half a block', 'YWJj'],
  ['noise', Buffer.alloc(32, 7).toString('base64')],
])('a body that can’t be decoded (%s) is HTTP 400 with code 1000', async (_what, body) => {
  expect(await site.post('comic/info', body)).toMatchObject({ http: 400, status: 0, code: 1000, data: null });
});

test('sealed text that is not JSON, or nested deeper than any payload, is HTTP 400 with code 1000', async () => {
  for (const text of ['{', 'undefined', `${'['.repeat(17)}${']'.repeat(17)}`, `{"a":${'['.repeat(40_000)}`])
    expect(await site.post('home', seal(text))).toMatchObject({ http: 400, code: 1000 });
  const deepest = `{"a":${'['.repeat(15)}${']'.repeat(15)}}`;
  expect(await site.post('home', seal(deepest))).toMatchObject({ http: 200, status: 1 });
});

test('a NUL in any text is HTTP 400 with code 1000; what only looks like one is text', async () => {
  const register = (domain: string) => site.post('user/register', seal(`{"domain":"${domain}","platform":null}`));
  for (const text of ['\\u0000', 'a\\u0000b', '\\\\\\u0000'])
    expect(await register(text)).toMatchObject({ http: 400, code: 1000 });
  expect(await register('\\\\u0000')).toMatchObject({ http: 200, status: 1 });
});

test('a path in another spelling, or one that can not be decoded, is no call: code 1002', async () => {
  const call = (path: string, headers = {}) => site.http.inject({ method: 'POST', url: `/api/${path}`, headers });
  for (const path of ['%zz', 'home%', 'ho%6De', '%ff', '漫画', 'a'.repeat(5_000)])
    expect(JSON.parse(site.cipher.open((await call(path)).body)), path).toMatchObject({ status: 0, code: 1002 });
  const foreign = { 'sec-fetch-site': 'cross-site' };
  expect((await call('%zz', foreign)).statusCode).toBe(403);
});

test('a body over the limit is HTTP 400 with code 1000', async () => {
  expect(await site.post('home', seal({ filler: 'x'.repeat(70_000) }))).toMatchObject({ http: 400, code: 1000 });
});

test('a payload that fails its schema is HTTP 400 with code 1001 and a message that names the field', async () => {
  const token = await site.visitor();
  for (const [call, payload, field] of [
    [comicInfo, {}, 'id'],
    [comicInfo, { id: '1' }, 'id'],
    [comicInfo, { id: 1.5 }, 'id'],
    [comicInfo, { id: 0 }, 'id'],
    [comicInfo, { id: 1e300 }, 'id'],
    [banner, { no: [1, 14] }, 'no.1'],
    [banner, { no: 'all' }, 'no'],
    [newComics, { size: 51 }, 'size'],
    [newComics, { cursor: 5 }, 'cursor'],
    [config, { platform: 'tv' }, 'platform'],
  ] as const) {
    const answer = await site.post(call.path, seal(payload), { authorization: `Bearer ${token}` });
    expect(answer).toMatchObject({ http: 400, status: 0, code: 1001, data: null });
    expect(answer.message).toContain(`：${field}`);
  }
});

test('a payload that is not an object is refused like any other wrong payload', async () => {
  for (const payload of [null, 5, 'text', []]) {
    // `home` has no field that must be there: an array would pass for a payload without fields.
    for (const path of ['config', 'home'])
      expect(await site.post(path, seal(JSON.stringify(payload)))).toMatchObject({ http: 400, code: 1001 });
  }
});

test('fields outside the schema have no effect, also __proto__', async () => {
  const answer = await site.post(
    'config',
    seal('{"platform":"pc","__proto__":{"admin":true},"constructor":{"prototype":{}}}'),
  );
  expect(answer).toMatchObject({ http: 200, status: 1 });
  expect(({} as Record<string, unknown>).admin).toBeUndefined();
});

test('a field must be the payload’s own, not inherited by __proto__', async () => {
  const token = await site.visitor();
  const inherited = (field: object) => seal(`{"__proto__":${JSON.stringify(field)}}`);
  expect(await site.post('user/info', inherited({ token }))).toMatchObject({ status: 403, data: null });
  const authorization = `Bearer ${token}`;
  expect(await site.post('user/gender', inherited({ gender: 1 }), { authorization })).toMatchObject({ code: 1001 });
});

test('an unknown path is code 1002', async () => {
  for (const path of ['nothing', 'user', 'user/info/', '__proto__', 'constructor'])
    expect(await site.post(path, undefined)).toMatchObject({ status: 0, code: 1002, message: '没有这个接口' });
});

test('a session call without a token, or with a wrong one, is status 403', async () => {
  for (const headers of [
    {},
    { authorization: 'Bearer nonsense' },
    { authorization: `Bearer ${'A'.repeat(43)}` },
  ] as Record<string, string>[])
    expect(await site.post('comic/info', seal({ id: 1 }), headers)).toMatchObject({
      http: 200,
      status: 403,
      code: -1,
      data: null,
    });
});

test('a call for anyone never returns 403, whatever its token', async () => {
  expect(await site.call(home, {}, { token: 'nonsense' })).toMatchObject({ status: 1 });
});

test('a cookie alone does not authorise a call', async () => {
  const token = await site.visitor();
  const answer = await site.post('comic/info', seal({ id: 1 }), { cookie: `token=${token}` });
  expect(answer.status).toBe(403);
});

test('user/info takes the token from its payload', async () => {
  const token = await site.visitor();
  expect(await site.call(userInfo, { token })).toMatchObject({ status: 1, data: { token } });
  expect(await site.call(userInfo, { token: 'wrong' }, { token })).toMatchObject({ status: 403 });
});

test('other calls ignore a token in the payload, with or without one in the header', async () => {
  const [mine, theirs] = [await site.visitor(), await site.visitor()];
  const { data } = await site.call(userInfo, { token: mine });
  const detail = (headers: Record<string, string>) => site.post('user/detail', seal({ token: theirs }), headers);
  expect(await detail({ authorization: `Bearer ${mine}` })).toMatchObject({ status: 1, data: { id: data?.id } });
  expect(await detail({})).toMatchObject({ status: 403, code: -1 });
});

test('too many sessions from one address are code 1003 with the seconds to wait; other addresses are not affected', async () => {
  const start = (remoteAddress: string) => site.call(userRegister, { domain: 'x', platform: null }, { remoteAddress });
  const limit = userRegister.limits[0]?.points ?? 0;
  for (let i = 0; i < limit; i++) expect((await start('198.51.100.7')).status).toBe(1);
  const refused = await start('198.51.100.7');
  expect(refused).toMatchObject({ http: 200, status: 0, code: 1003 });
  expect(refused.data).toMatchObject({ retryAfter: expect.any(Number) });
  expect((await start('198.51.100.8')).status).toBe(1);
});

test('a forged X-Forwarded-For does not avoid the limit', async () => {
  const start = (forwarded: string) =>
    site.call(
      userRegister,
      { domain: 'x', platform: null },
      { remoteAddress: '198.51.100.99', headers: { 'x-forwarded-for': forwarded } },
    );
  const limit = userRegister.limits[0]?.points ?? 0;
  for (let i = 0; i < limit; i++) await start(`203.0.113.${i % 250}`);
  expect(await start('203.0.113.251')).toMatchObject({ code: 1003 });
});

test('behind a trusted proxy a reader’s own X-Forwarded-For does not avoid the limit either', async () => {
  for (const trustProxy of [1, '10.0.0.0/8']) {
    const proxied = await startTestApp({ trustProxy });
    const start = (forged: string, reader: string) =>
      proxied.call(
        userRegister,
        { domain: 'x', platform: null },
        { remoteAddress: '10.0.0.1', headers: { 'x-forwarded-for': `${forged}, ${reader}` } },
      );
    const limit = userRegister.limits[0]?.points ?? 0;
    for (let i = 0; i < limit; i++) await start(`203.0.113.${i}`, '198.51.100.7');
    expect(await start('203.0.113.251', '198.51.100.7')).toMatchObject({ code: 1003 });
    expect(await start('203.0.113.251', '198.51.100.8')).toMatchObject({ status: 1 });
    await proxied.close();
  }
});

test('a server error is HTTP 500 with code 9000 and reveals no details', async () => {
  const broken = await startTestApp();
  await broken.pool.query('drop schema catalog cascade');
  const answer = await broken.call(home, {});
  expect(answer).toEqual({
    http: 500,
    cookie: undefined,
    status: 0,
    code: 9000,
    message: '服务器开小差了，请稍后再试',
    data: null,
  });
  await broken.close();
});

test('api_url and image_url are the origin of the request, or PUBLIC_URL', async () => {
  const mine = await site.call(config, { platform: 'pc' }, { headers: { host: 'reader.example:8080' } });
  expect(mine.data).toMatchObject({ api_url: 'http://reader.example:8080', image_url: 'http://reader.example:8080' });
  const odd = await site.call(config, { platform: 'pc' }, { headers: { host: 'a"><script>' } });
  expect(odd.data?.api_url).toBe('http://localhost');
  const published = await startTestApp({ publicUrl: 'https://manyu.example' });
  expect((await published.call(config, { platform: 'ios' })).data?.api_url).toBe('https://manyu.example');
  await published.close();
});

test('behind a trusted proxy the forwarded protocol makes the cookie secure', async () => {
  const proxied = await startTestApp({ trustProxy: 1 });
  const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'manyu.example' };
  const { cookie } = await proxied.call(userRegister, { domain: 'x', platform: null }, { headers });
  expect(cookie).toMatch(/^token=[\w-]{43}; Path=\/; Max-Age=15552000; SameSite=Lax; Secure$/);
  await proxied.close();
});

test('/healthz and /readyz answer; /metrics is not on the public port unless configured', async () => {
  expect((await site.http.inject('/healthz')).statusCode).toBe(200);
  expect(await site.http.inject('/readyz')).toMatchObject({ statusCode: 200, body: 'ready' });
  expect((await site.http.inject('/metrics')).statusCode).toBe(404);
  const open = await startTestApp({ metrics: true });
  await open.call(home, {});
  const metrics = await open.http.inject('/metrics');
  expect(metrics.body).toContain('manyu_calls_total{path="home",code="0"} 1');
  await open.pool.query('delete from public.manyu_migration');
  expect((await open.http.inject('/readyz')).statusCode).toBe(503);
  await open.pool.query('drop table public.manyu_migration');
  const unreadable = await open.http.inject('/readyz');
  expect(unreadable).toMatchObject({ statusCode: 503, headers: { 'cache-control': 'no-store' } });
  expect(unreadable.body).toContain('unreachable');
  await open.close();
});

test('no file of the server reads a token from a cookie', async () => {
  const source = await readFile(new URL('./calls.ts', import.meta.url), 'utf8');
  expect(source).not.toContain('headers.cookie');
});
