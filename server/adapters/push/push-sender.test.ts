import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scratchRoot } from '../../../testing/database/scratch.ts';
import { type PushGateway, startPushGateway } from '../../../testing/gateways/push-gateway.ts';
import { publicLookup } from '../private-network.ts';
import { createPushSender } from './push-sender.ts';

const SITE_URL = 'https://manyu.example.com';
let gateway: PushGateway;
let dataDir: string;
beforeAll(async () => {
  gateway = await startPushGateway(SITE_URL);
  dataDir = await mkdtemp(path.join(scratchRoot(), 'manyu-push-'));
});
afterAll(() => gateway.close());

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc', true],
  ['https://web.push.apple.com/QGuQ', true],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com:8443/abc', false],
  ['https://user:secret@fcm.googleapis.com/abc', false],
  ['https://127.0.0.1/abc', false],
  ['https://8.8.8.8/abc', false],
  ['https://0x7f000001/abc', false],
  ['https://[::1]/abc', false],
  ['https://localhost/abc', false],
  ['https://nas.local/abc', false],
  ['https://postgres/abc', false],
  ['file:///etc/passwd', false],
  ['fcm.googleapis.com', false],
  ['', false],
])('the address %j is taken: %s', (endpoint, expected) => {
  expect(createPushSender({ dataDir, siteUrl: SITE_URL }).accepts(endpoint)).toBe(expected);
});

test('a public name that leads to this machine is not connected to', async () => {
  const looked = new Promise((resolve) => publicLookup('localhost', { all: true }, (error) => resolve(error?.message)));
  expect(await looked).toBe('localhost has no public address');
});

test('a stored address that is no longer allowed is gone, without a connection', async () => {
  const server = createServer();
  let connections = 0;
  server.on('connection', () => connections++);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { p256dh, auth } = gateway.subscribe();
  const endpoint = `https://127.0.0.1:${(server.address() as AddressInfo).port}/x`;
  const sender = createPushSender({ dataDir, siteUrl: SITE_URL });
  expect(await sender.send({ endpoint, p256dh, auth }, '{}', { topic: 'a', ttlSeconds: 60 })).toBe('gone');
  expect(connections).toBe(0);
  server.close();
});

test('a push service that does not answer is left after a time', async () => {
  gateway.answer = 'never';
  const sender = createPushSender({ dataDir, siteUrl: SITE_URL, local: { ca: gateway.ca, withinMs: 50 } });
  expect(await sender.send(gateway.subscribe(), '{}', { topic: 'a', ttlSeconds: 60 })).toBe('later');
  gateway.answer = 201;
});

test('keys of a browser that make no sense are a failure that the caller sees', async () => {
  const sender = createPushSender({ dataDir, siteUrl: SITE_URL, local: { ca: gateway.ca } });
  const target = { ...gateway.subscribe(), p256dh: 'A'.repeat(87) };
  await expect(sender.send(target, '{}', { topic: 'a', ttlSeconds: 60 })).rejects.toThrow();
});
