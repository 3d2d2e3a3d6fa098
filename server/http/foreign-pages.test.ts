import pino from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { userPassword } from '#contract/calls/account';
import { DEFAULT_IV, DEFAULT_KEY } from '#contract/envelope';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { newAddress } from '../../testing/factories/readers.ts';
import { createCipher } from '../core/dispatch/cipher.ts';

const PUBLIC = 'https://manyu.example';
const HOST = 'reader.example:8080';
const PASSWORD = 'Quiet-harbour-7';

let site: TestApp;
let proxied: TestApp;
beforeAll(async () => {
  site = await startTestApp({ metrics: true, publicUrl: PUBLIC });
  proxied = await startTestApp({ trustProxy: 1 });
  const token = await site.visitor();
  await site.call(userPassword, { username: 'harbour_reader', password: PASSWORD }, { token });
});
afterAll(async () => {
  await site.close();
  await proxied.close();
});

const cipher = createCipher(Buffer.from(DEFAULT_KEY), Buffer.from(DEFAULT_IV));
const seal = (payload: object) => cipher.seal(JSON.stringify(payload));
const REGISTER = ['user/register', seal({ domain: 'x', platform: null })] as const;
const LOGIN = ['user/login', seal({ username: 'harbour_reader', password: PASSWORD })] as const;
const HOME = ['home', undefined] as const;

function send([path, body]: readonly [string, string | undefined], headers: Record<string, string>, to = site) {
  return to.http.inject({
    method: 'POST',
    url: `/api/${path}`,
    headers: { host: HOST, 'content-type': 'text/plain', ...headers },
    payload: body,
    remoteAddress: newAddress(),
  });
}

test.each<[string, Record<string, string>]>([
  ['a form of another site', { 'sec-fetch-site': 'cross-site' }],
  ['a form of another site with our origin', { 'sec-fetch-site': 'cross-site', origin: `http://${HOST}` }],
  ['a form of any site', { 'sec-fetch-mode': 'navigate' }],
  ['a form of our own site', { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'same-origin' }],
  ['an entered address', { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none' }],
  ['a page of another subdomain without an origin', { 'sec-fetch-site': 'same-site' }],
  ['a page of another subdomain', { 'sec-fetch-site': 'same-site', origin: 'http://evil.reader.example:8080' }],
  ['a page of another host', { origin: 'https://evil.example' }],
  ['a page of another port', { origin: 'http://reader.example:8081' }],
  ['a page of a host that begins with our name', { origin: `http://${HOST}.evil.example` }],
  ['a page of a host that ends with our name', { origin: `http://evil-${HOST}` }],
  ['a page with our host before its own', { origin: `http://${HOST}@evil.example` }],
  ['a page with a null origin', { origin: 'null' }],
  ['a browser extension', { origin: 'chrome-extension://abcdefgh' }],
  ['a page with two origins', { origin: `http://${HOST}, https://evil.example` }],
  ['a page with an empty origin', { origin: '' }],
])('a call from %s is refused: no answer, no cookie, no effect', async (_what, headers) => {
  const readers = async () => (await site.pool.query('select count(*)::int from account.reader')).rows[0].count;
  const before = await readers();
  for (const call of [REGISTER, LOGIN, HOME]) {
    const { statusCode, body, headers: answered } = await send(call, headers);
    expect([statusCode, body, answered['set-cookie']]).toEqual([403, '', undefined]);
    expect(answered['access-control-allow-origin']).toBeUndefined();
  }
  expect(await readers()).toBe(before);
});

test.each<[string, Record<string, string>]>([
  ['a client that is not a browser', {}],
  ['a page of the called host', { origin: `http://${HOST}` }],
  ['such a page by https, behind a proxy that does not forward the protocol', { origin: `https://${HOST}` }],
  ['such a page in a browser with Sec-Fetch-Site', { 'sec-fetch-site': 'same-origin', origin: `http://${HOST}` }],
  ['the same without a preflight', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors' }],
  ['such a page behind a proxy that hides the host', { 'sec-fetch-site': 'same-origin', origin: 'https://at.home' }],
  ['a page of the public address, in an old browser behind such a proxy', { origin: PUBLIC }],
  [
    'a page of the public address, on the same site as the called host',
    { 'sec-fetch-site': 'same-site', origin: PUBLIC },
  ],
  ['a navigation by the reader without a page', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'cors' }],
])('a call from %s succeeds', async (_what, headers) => {
  const registered = await send(REGISTER, headers);
  expect(JSON.parse(cipher.open(registered.body))).toMatchObject({ status: 1 });
  expect(registered.headers['set-cookie']).toEqual([expect.stringMatching(/^token=/)]);
  expect((await send(LOGIN, headers)).headers['set-cookie']).toContainEqual(expect.stringMatching(/^token=/));
});

test.each([
  ['manyu.example:443', 'https://manyu.example'],
  ['manyu.example:80', 'http://manyu.example'],
  ['Manyu.Example', 'https://manyu.example'],
  ['[2001:db8::1]:3000', 'http://[2001:db8::1]:3000'],
])('behind a proxy that sends Host %s, pages of %s may call', async (host, origin) => {
  expect((await send(HOME, { host, origin }, proxied)).statusCode).toBe(200);
});

test('behind a proxy its forwarded host counts; without one forwarded headers are ignored', async () => {
  const headers = { host: '127.0.0.1:3000', 'x-forwarded-host': HOST, origin: `https://${HOST}` };
  expect((await send(HOME, headers, proxied)).statusCode).toBe(200);
  expect((await send(HOME, headers)).statusCode).toBe(403);
  // Values of other proxies come before the value of ours.
  const forwarded = { ...headers, 'x-forwarded-host': `evil.example, ${HOST}` };
  expect((await send(HOME, forwarded, proxied)).statusCode).toBe(200);
  expect((await send(HOME, { ...forwarded, origin: 'https://evil.example' }, proxied)).statusCode).toBe(403);
});

test('a form of a browser without these headers gets no cookie, in any encoding', async () => {
  const form = (type: string, body: string) => send(['user/register', body], { 'content-type': type });
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const { statusCode, headers } = await form(type, REGISTER[1]);
    expect([statusCode, headers['set-cookie']]).toEqual([200, undefined]);
  }
  const { statusCode, headers } = await form('text/plain', `${REGISTER[1]}\r\n`);
  expect([statusCode, headers['set-cookie']]).toEqual([400, undefined]);
});

test('a preflight allows the configured pages for a day; a foreign page gets no permission', async () => {
  const ask = (origin: string) =>
    site.http.inject({ method: 'OPTIONS', url: '/api/home', headers: { host: HOST, origin } });
  const allowed = await ask(PUBLIC);
  expect(allowed.statusCode).toBe(204);
  expect(allowed.headers).toMatchObject({
    'access-control-allow-origin': PUBLIC,
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'authorization, content-type',
    'access-control-max-age': '86400',
    vary: 'Origin',
  });
  for (const origin of ['https://evil.example', 'null']) {
    const refused = await ask(origin);
    expect(refused.statusCode).toBe(403);
    expect(Object.keys(refused.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  }
});

test('an answer, cached or not, may be read only by pages of the host and of the public address', async () => {
  const originThatMayRead = async (call: readonly [string, string | undefined], headers: Record<string, string>) =>
    (await send(call, headers)).headers['access-control-allow-origin'];
  for (const call of [REGISTER, HOME, HOME, ['home', 'nonsense']] as const) {
    expect(await originThatMayRead(call, { origin: PUBLIC })).toBe(PUBLIC);
    expect(await originThatMayRead(call, { origin: `http://${HOST}` })).toBeUndefined();
    expect(await originThatMayRead(call, {})).toBeUndefined();
  }
});

test.each<[string, Record<string, string>, string]>([
  ['the public address', { origin: PUBLIC }, PUBLIC],
  ['another name of the host', { origin: `http://${HOST}` }, `http://${HOST}`],
  [
    'another one behind a proxy that hides the host',
    { 'sec-fetch-site': 'same-origin', origin: 'https://at.home' },
    'https://at.home',
  ],
  ['none', {}, PUBLIC],
  ['not an address', { 'sec-fetch-site': 'same-origin', origin: 'https://a"><script>' }, PUBLIC],
])('api_url if the origin of the page is %s', async (_what, headers, address) => {
  const { body } = await send(['config', seal({ platform: 'pc' })], headers);
  expect(JSON.parse(cipher.open(body)).data).toMatchObject({ api_url: address, image_url: address });
  const login = await send(LOGIN, headers);
  expect(JSON.parse(cipher.open(login.body)).data.config.api_url).toBe(address);
});

test('refused calls are counted by reason', async () => {
  await send(HOME, { origin: 'https://evil.example' });
  await send(HOME, { 'sec-fetch-site': 'cross-site' });
  const { body } = await site.http.inject('/metrics');
  for (const reason of ['origin', 'cross-site', 'navigate'])
    expect(body).toMatch(new RegExp(`manyu_foreign_calls_total\\{reason="${reason}"\\} [1-9]`));
});

test('refused calls are logged once a minute with truncated values, and the others at debug level', async () => {
  const lines: { level: number; msg: string; origin: string; host: string }[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const logged = await startTestApp({ log });
  const long = `https://${'x'.repeat(300)}`;
  const time = vi.spyOn(performance, 'now');
  for (const now of [1_000, 60_999, 61_000, 61_001]) {
    time.mockReturnValue(now);
    await send(HOME, { origin: long, host: 'h'.repeat(300) }, logged);
  }
  time.mockRestore();
  await logged.close();
  const refusals = lines.filter(({ msg }) => msg === 'refused a call made by another site');
  expect(refusals.map(({ level }) => pino.levels.labels[level])).toEqual(['info', 'debug', 'info', 'debug']);
  for (const { origin, host } of refusals) expect([origin, host]).toEqual([long.slice(0, 200), 'h'.repeat(200)]);
});
