import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createRequestSource, type TrustProxy, trustOf } from './request-source.ts';

const PROXY = '10.0.0.1';

/** What is known of a request that came from a peer with these headers. */
function sourceOf(proxies: TrustProxy, headers: Record<string, string>, peer = PROXY) {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: peer });
  const request = Object.assign(new IncomingMessage(socket), { headers: { host: 'inside:3000', ...headers } });
  const source = createRequestSource(trustOf(proxies));
  return { address: source.address(request), host: source.host(request), secure: source.secure(request) };
}

const FORWARDED = {
  'x-forwarded-for': '203.0.113.9, 198.51.100.7, 10.0.0.2',
  'x-forwarded-host': 'forged.example, manyu.example',
  'x-forwarded-proto': 'http, https',
};
const FROM_PEER = { address: PROXY, host: 'inside:3000', secure: false };

test('without proxies nothing that is forwarded counts', () => {
  expect(sourceOf(false, FORWARDED)).toEqual(FROM_PEER);
});

test.each([
  [1, '10.0.0.2'],
  [2, '198.51.100.7'],
  [3, '203.0.113.9'],
  [9, '203.0.113.9'],
])('behind %d proxies the reader is at what the outermost of them saw', (proxies, address) => {
  expect(sourceOf(proxies, FORWARDED)).toEqual({ address, host: 'manyu.example', secure: true });
});

test('proxies given by their addresses are trusted one after the other, up to the first that is none', () => {
  expect(sourceOf('10.0.0.0/8', FORWARDED).address).toBe('198.51.100.7');
  expect(sourceOf('10.0.0.1 , 10.0.0.2,198.51.100.7', FORWARDED).address).toBe('203.0.113.9');
  expect(sourceOf('10.0.0.1', FORWARDED)).toEqual({ address: '10.0.0.2', host: 'manyu.example', secure: true });
});

test('who comes past the proxies is believed nothing', () => {
  const peer = '192.0.2.66';
  expect(sourceOf('10.0.0.0/8', FORWARDED, peer)).toEqual({ ...FROM_PEER, address: peer });
});

test('a proxy that forwards nothing leaves what the request itself says', () => {
  expect(sourceOf(1, {})).toEqual(FROM_PEER);
  expect(sourceOf(1, { 'x-forwarded-proto': 'https, http' }).secure).toBe(false);
});
