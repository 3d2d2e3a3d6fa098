import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { login, me } from '#contract/console/session';
import { people } from '#contract/console/staff';
import { startTestApp, type TestApp, type TestAppOptions } from '../../testing/app/app.ts';
import {
  addPerson,
  codeOf,
  firstOwner,
  postConsole,
  STAFF_PASSWORD,
  type StaffPerson,
  staffCall,
} from '../../testing/factories/staff.ts';

const NOW = new Date('2026-11-26T04:00:00Z');
const SITE = 'https://manga.example.com';
const CONSOLE = 'https://console.example.com';

type Headers = Record<string, string | undefined>;
const own = (origin: string, more: Headers = {}): Headers => ({ host: new URL(origin).host, origin, ...more });

describe('a call of the console', () => {
  let site: TestApp;
  let owner: StaffPerson;
  beforeAll(async () => {
    site = await startTestApp({ now: NOW });
    owner = await firstOwner(site, NOW);
  });
  afterAll(() => site.close());
  const ask = (headers: Headers) => staffCall(site, me, {}, { cookie: owner.cookie, headers });

  test('succeeds from its own page on this machine', async () => {
    expect((await ask({})).status).toBe(1);
    for (const host of ['127.0.0.1:3000', '[::1]:3000'])
      expect((await ask({ host, origin: `http://${host}` })).status).toBe(1);
  });

  test.each<[string, Headers]>([
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['a page of the same site on another port', { origin: 'http://localhost:4000', 'sec-fetch-site': 'same-site' }],
    ['a page that claims to be of the same site', { 'sec-fetch-site': 'same-site' }],
    ['a typed address', { 'sec-fetch-site': 'none' }],
    ['a browser that hides where it comes from', { origin: 'null' }],
    ['a client that is no browser', { origin: undefined, 'sec-fetch-site': undefined }],
    ['a request without an origin', { origin: undefined }],
    ['a request without Sec-Fetch-Site', { 'sec-fetch-site': undefined }],
    ['another protocol', { origin: 'https://localhost:3000' }],
    ['an address in the network, in plain http', { host: '192.168.1.9:3000', origin: 'http://192.168.1.9:3000' }],
    ['a name that resolves to this machine', { host: 'rebound.example:3000', origin: 'http://rebound.example:3000' }],
  ])('is refused to %s', async (_who, headers) => {
    const { http, data } = await ask(headers);
    expect([http, data]).toEqual([403, null]);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
  ])('is refused as %s', async (type) => {
    expect((await ask({ 'content-type': type })).http).toBe(415);
  });

  test('is refused without a content type', async () => {
    const { http } = await ask({ 'content-type': undefined });
    expect(http).toBe(415);
  });

  test.each(['GET', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'] as const)('is none by %s', async (method) => {
    const headers = { host: 'localhost:3000', cookie: `manyu-console=${owner.cookie}` };
    const answer = await site.http.inject({ method, url: '/console/api/session/me', headers });
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  test('with a key needs no page, and takes no cookie', async () => {
    const key = { authorization: `Bearer manyu_${'A'.repeat(43)}`, origin: undefined, 'sec-fetch-site': undefined };
    expect((await staffCall(site, people, {}, { cookie: owner.cookie, headers: key })).status).toBe(403);
    // A page of another site can't skip the check with this header: only an API key skips it.
    const basic = { authorization: 'Basic eDp5', origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect((await ask(basic)).http).toBe(403);
  });

  test('that is too long, or not JSON, is refused', async () => {
    expect((await postConsole(site, me.path, `{"a":"${'x'.repeat(70_000)}"}`, { cookie: owner.cookie })).http).toBe(
      413,
    );
    for (const body of ['{', '[', 'null x', '"\\u0000"'])
      expect((await postConsole(site, me.path, body, { cookie: owner.cookie })).http).toBe(400);
  });

  test('sets a cookie that scripts do not see and other sites do not send', async () => {
    const person = await addPerson(site, owner, 'viewer', '看的人', NOW);
    site.setTime(new Date(NOW.getTime() + 60_000));
    const code = codeOf(person.secret, new Date(NOW.getTime() + 60_000));
    const response = await site.http.inject({
      method: 'POST',
      url: '/console/api/session/login',
      headers: {
        host: 'localhost:3000',
        origin: 'http://localhost:3000',
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/json',
      },
      payload: JSON.stringify({ name: person.name, password: STAFF_PASSWORD, code }),
    });
    expect(response.headers['set-cookie']).toMatch(/^manyu-console=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(response.headers['cache-control']).toBe('no-store');
    site.setTime(NOW);
  });
});

describe('over https', () => {
  const cases: [string, TestAppOptions, Headers, boolean][] = [
    ['at the address of the site', { publicUrl: SITE }, own(SITE), true],
    ['behind a proxy that says so', { trustProxy: 1 }, own(SITE, { 'x-forwarded-proto': 'https' }), true],
    ['where somebody else says so', {}, own(SITE, { 'x-forwarded-proto': 'https' }), false],
    [
      'at a plain address of the site',
      { publicUrl: 'http://manga.example.com' },
      own('http://manga.example.com'),
      false,
    ],
    ['at its own address', { publicUrl: SITE, consoleOrigin: CONSOLE }, own(CONSOLE), true],
    ['at the site, where it has its own address', { publicUrl: SITE, consoleOrigin: CONSOLE }, own(SITE), false],
    ['on this machine, where it has its own address', { consoleOrigin: CONSOLE }, {}, false],
    ['by a page of the site', { publicUrl: SITE, consoleOrigin: CONSOLE }, { ...own(CONSOLE), origin: SITE }, false],
  ];
  test.each(cases)('%s', async (_where, options, headers, isServed) => {
    const site = await startTestApp({ now: NOW, ...options });
    try {
      const answer = await staffCall(site, login, { name: '没有的人', password: 'x', code: '000000' }, { headers });
      expect(answer.http).toBe(isServed ? 200 : 403);
    } finally {
      await site.close();
    }
  });

  test('the cookie is only for this host, and is stored only over https', async () => {
    const site = await startTestApp({ now: NOW, publicUrl: SITE });
    try {
      const { name, secret } = await firstOwner(site, NOW);
      const headers = { ...own(SITE), 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
      const payload = JSON.stringify({ name, password: STAFF_PASSWORD, code: codeOf(secret, NOW, 1) });
      const url = '/console/api/session/login';
      const { headers: answered } = await site.http.inject({ method: 'POST', url, headers, payload });
      expect(answered['set-cookie']).toMatch(
        /^__Host-manyu-console=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
      );
    } finally {
      await site.close();
    }
  });
});

test('calls from elsewhere, and chunks of files, are counted, and logged once a minute', async () => {
  const lines: { level: number; msg: string }[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const site = await startTestApp({ log, metrics: true });
  const headers = { origin: 'https://evil.example', host: 'localhost:3000', 'content-type': 'application/json' };
  const time = vi.spyOn(performance, 'now');
  for (const now of [1_000, 2_000, 61_000]) {
    time.mockReturnValue(now);
    await site.http.inject({ method: 'POST', url: '/console/api/session/me', headers, payload: '{}' });
    await site.http.inject({ method: 'PUT', url: '/console/api/upload/x', headers, payload: 'x' });
  }
  time.mockRestore();
  const { body } = await site.http.inject('/metrics');
  await site.close();
  expect(body).toContain('manyu_foreign_calls_total{reason="console"} 6');
  const refusals = lines.filter(({ msg }) => msg === 'refused a call made by another site');
  const levels = refusals.map(({ level }) => pino.levels.labels[level]);
  expect(levels).toEqual(['info', 'debug', 'debug', 'debug', 'info', 'debug']);
});

test('a separate address serves only the console, and pictures', async () => {
  const site = await startTestApp({ consoleOrigin: CONSOLE });
  try {
    const at = async (url: string, host: string) => (await site.http.inject({ url, headers: { host } })).statusCode;
    expect(await at('/', 'console.example.com')).toBe(302);
    expect(await at('/home', 'console.example.com')).toBe(404);
    // A page of the site answers unknown paths.
    for (const url of ['/healthz/x', '/readyz/x', '/consolex']) {
      const { statusCode, body } = await site.http.inject({ url, headers: { host: 'console.example.com' } });
      expect([statusCode, body]).toEqual([404, '']);
    }
    const { statusCode, body } = await site.http.inject({ url: '/img/x', headers: { host: 'console.example.com' } });
    expect([statusCode, body]).not.toEqual([404, '']);
    expect(await at('/healthz', 'console.example.com')).toBe(200);
    expect(await at('/healthz', 'manga.example.com')).toBe(200);
  } finally {
    await site.close();
  }
});
