import { afterAll, beforeAll, expect, test } from 'vitest';
import { comicInfo } from '#contract/calls/comic';
import { userInfo, userRegister } from '#contract/calls/session';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.close());

const DAY_MS = 24 * 3600 * 1000;
const later = (days: number) => new Date(Date.now() + days * DAY_MS);

test('a visitor gets a full account without credentials', async () => {
  const { status, data, cookie } = await site.call(userRegister, {
    domain: 'manyu.example',
    u: 'friend',
    platform: 'iOS',
  });
  expect(status).toBe(1);
  expect(data).toMatchObject({
    registered: false,
    hasPassword: false,
    username: null,
    telephone: null,
    coins: 0,
    gender: 0,
  });
  expect(data?.nickname).toMatch(/^书友[0-9A-Z]{6}$/);
  expect(cookie).toBe(`token=${data?.token}; Path=/; Max-Age=15552000; SameSite=Lax`);
  const { rows } = await site.pool.query('select domain, source, platform from account.reader where id = $1', [
    data?.id,
  ]);
  expect(rows).toEqual([{ domain: 'manyu.example', source: 'friend', platform: 'iOS' }]);
});

test('a token is 256 random bits, and only its hash is stored', async () => {
  const token = await site.visitor();
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  const { rows } = await site.pool.query<{ dump: string }>(
    "select string_agg(s::text, '') as dump from account.session s",
  );
  expect(rows[0]?.dump).not.toContain(token);
  expect(rows[0]?.dump).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
});

test('two visitors are two readers', async () => {
  const [one, two] = await Promise.all([site.visitor(), site.visitor()]);
  const [first, second] = await Promise.all([site.call(userInfo, { token: one }), site.call(userInfo, { token: two })]);
  expect(first.data?.id).not.toBe(second.data?.id);
});

test('a session ends 180 days after its last use', async () => {
  const [used, unused] = [await site.visitor(), await site.visitor()];
  site.setTime(later(100));
  const extended = await site.call(userInfo, { token: used });
  expect(extended).toMatchObject({ status: 1, cookie: expect.stringContaining(`token=${used}`) });
  site.setTime(later(181));
  expect(await site.call(userInfo, { token: used })).toMatchObject({ status: 1 });
  expect(await site.call(userInfo, { token: unused })).toMatchObject({ status: 403, code: -1 });
  expect(await site.call(comicInfo, { id: 1 }, { token: unused })).toMatchObject({ status: 403 });
  site.setTime(null);
});

test('a second use of a session on the same day writes nothing', async () => {
  const token = await site.visitor();
  expect((await site.call(userInfo, { token })).cookie).toBeUndefined();
});
