import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { originOf, type TrustProxy, trustOf } from './request-source.ts';

const PROXY = '10.0.0.1';

/** The address, host and protocol that the server finds for a request from a peer with these headers. */
async function sourceOf(proxies: TrustProxy, headers: Record<string, string>, peer = PROXY) {
  const http = Fastify({ trustProxy: trustOf(proxies) });
  http.get('/', async ({ ip, host, protocol }) => ({ address: ip, host, secure: protocol === 'https' }));
  const sent = { url: '/', remoteAddress: peer, headers: { host: 'inside:3000', ...headers } };
  return (await http.inject(sent)).json();
}

const FORWARDED = {
  'x-forwarded-for': '203.0.113.9, 198.51.100.7, 10.0.0.2',
  'x-forwarded-host': 'forged.example, manyu.example',
  'x-forwarded-proto': 'http, https',
};
const FROM_PEER = { address: PROXY, host: 'inside:3000', secure: false };

test('without proxies forwarded headers are ignored', async () => {
  expect(await sourceOf(false, FORWARDED)).toEqual(FROM_PEER);
});

test.each([
  [1, '10.0.0.2'],
  [2, '198.51.100.7'],
  [3, '203.0.113.9'],
  [9, '203.0.113.9'],
])('behind %d proxies the address is the one that the outermost of them saw', async (proxies, address) => {
  expect(await sourceOf(proxies, FORWARDED)).toEqual({ address, host: 'manyu.example', secure: true });
});

test('proxies given by address are trusted from the nearest on, up to the first other address', async () => {
  expect((await sourceOf('10.0.0.0/8', FORWARDED)).address).toBe('198.51.100.7');
  expect((await sourceOf('10.0.0.1 , 10.0.0.2,198.51.100.7', FORWARDED)).address).toBe('203.0.113.9');
  expect(await sourceOf('10.0.0.1', FORWARDED)).toEqual({ address: '10.0.0.2', host: 'manyu.example', secure: true });
});

test('headers from a peer that is not a proxy are ignored', async () => {
  const peer = '192.0.2.66';
  expect(await sourceOf('10.0.0.0/8', FORWARDED, peer)).toEqual({ ...FROM_PEER, address: peer });
});

test('without forwarded headers the request itself counts', async () => {
  expect(await sourceOf(1, {})).toEqual(FROM_PEER);
  expect((await sourceOf(1, { 'x-forwarded-proto': 'https, http' })).secure).toBe(false);
});

test('the origin is http or https, whatever protocol a proxy forwards', async () => {
  const http = Fastify({ trustProxy: trustOf(1) });
  http.get('/', async (request) => originOf(request));
  for (const [protocol, origin] of [
    ['https', 'https://manyu.example'],
    ['javascript', 'http://manyu.example'],
    ['"><script>', 'http://manyu.example'],
  ]) {
    const headers = { host: 'manyu.example', 'x-forwarded-proto': protocol };
    expect((await http.inject({ url: '/', headers })).body).toBe(origin);
  }
});
