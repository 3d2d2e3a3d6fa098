import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { drain } from './draining.ts';

const LONG_MS = 60_000;

test('a kept connection is closed with its next answer, and draining ends', async () => {
  const server = createServer((_request, response) => response.writeHead(200, { 'content-length': 2 }).end('ok'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const call = async () => {
    const sent = request({ host: '127.0.0.1', port, agent }).end();
    const [answer] = await once(sent, 'response');
    return { body: await text(answer), connection: answer.headers.connection, isKept: sent.reusedSocket };
  };
  try {
    expect(await call()).toEqual({ body: 'ok', connection: 'keep-alive', isKept: false });
    const drained = drain(server, promisify(server.getConnections.bind(server)), LONG_MS);
    expect(await call()).toEqual({ body: 'ok', connection: 'close', isKept: true });
    await drained;
    expect(server.listening).toBe(true);
  } finally {
    agent.destroy();
    server.close();
  }
});

test('after the time limit draining waits until no new connections arrive', async () => {
  const server = createServer().removeAllListeners('connection');
  let isConnecting = true;
  let isDrained = false;
  const draining = drain(server, async () => 1, 0).then(() => {
    isDrained = true;
  });
  const connecting = (async () => {
    for (; isConnecting; await nextIteration()) server.emit('connection');
  })();
  for (let i = 0; i < 50; i++) await nextIteration();
  expect(isDrained).toBe(false);
  isConnecting = false;
  await Promise.all([connecting, draining]);
});
