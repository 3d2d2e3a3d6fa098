import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { BadConfig } from '../../core/files/bad-config.ts';
import { listen, listenWidely } from './listen.ts';

/** A server that fails to listen. */
const failing = (code: string) => ({
  server: new Server(),
  listen: () => Promise.reject(Object.assign(new Error(`listen ${code}`), { code })),
});
const AT = { host: 'nas', port: 80, variable: 'PORT' } as const;

test('the port that the system chose is returned', async () => {
  const server = createServer();
  const http = {
    server,
    listen: ({ host, port }: { host: string; port: number }) =>
      new Promise((resolve) => server.listen(port, host, () => resolve(undefined))),
  };
  const port = await listen(http, { ...AT, host: '127.0.0.1', port: 0 });
  expect(port).toBeGreaterThan(0);
  expect(server.address()).toMatchObject({ address: '127.0.0.1', port });
  server.close();
});

test('a server without an address of its own returns the given port', async () => {
  expect(await listen({ server: new Server(), listen: async () => {} }, AT)).toBe(80);
});

test.each([
  ['EADDRINUSE', '端口 80 已被占用。请停止占用它的程序，或换一个端口，例如：PORT=3001 npm start'],
  ['EACCES', '没有权限使用端口 80。请换一个端口，例如：PORT=3001 npm start'],
  ...['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].map((code) => [
    code,
    'HOST 是「nas」，而这台机器没有这个地址。只在本机看用 127.0.0.1，让同一网络的设备访问用 0.0.0.0。',
  ]),
  ['EMFILE', '无法监听 nas 的端口 80：Error: listen EMFILE'],
])('%s is reported as one sentence that says what to do', async (code, sentence) => {
  const refused = listen(failing(code ?? ''), AT);
  await expect(refused).rejects.toThrow(BadConfig);
  await expect(refused).rejects.toMatchObject({ message: sentence, cause: { code } });
});

test('the error for the metrics port names METRICS_PORT', async () => {
  const refused = listen(failing('EACCES'), { ...AT, variable: 'METRICS_PORT' });
  await expect(refused).rejects.toThrow('没有权限使用端口 80。请换一个端口，例如：METRICS_PORT=9101 npm start');
});

test('a thrown value that is no Error is reported too', async () => {
  const http = { server: new Server(), listen: () => Promise.reject('no more') };
  await expect(listen(http, AT)).rejects.toThrow('无法监听 nas 的端口 80：no more');
});

/** A server that counts its accepted connections. */
function counting() {
  const accepted: Socket[] = [];
  const server = createServer((socket) => {
    accepted.push(socket);
    socket.resume().on('end', () => socket.end());
  });
  const listenAt = (at: object) =>
    new Promise((resolve, reject) => server.on('error', reject).listen(at, () => resolve(undefined)));
  return { server, accepted, listen: listenAt };
}

test.runIf(process.platform === 'linux')(
  'many connections at once are accepted within a few iterations of the event loop',
  async () => {
    const http = counting();
    const listeners = await listenWidely(http, { ...AT, host: '127.0.0.1', port: 0 });
    const clients = Array.from({ length: 64 }, () => connect(listeners.port, '127.0.0.1'));
    let iterations = 0;
    while (http.accepted.length === 0) await new Promise(setImmediate);
    for (; http.accepted.length < clients.length; iterations++) await new Promise(setImmediate);
    expect(iterations).toBeLessThan(32);
    expect(await listeners.connectionCount()).toBe(64);
    for (const client of clients) client.destroy();
    await expect.poll(listeners.connectionCount).toBe(0);
    await listeners.stop();
    await listeners.connectionsEnded();
    await expect(
      new Promise((resolve, reject) => connect(listeners.port, '127.0.0.1', () => resolve('in')).on('error', reject)),
    ).rejects.toThrow('ECONNREFUSED');
  },
);

test('connections that wait when the listeners stop are accepted', async () => {
  const http = counting();
  const listeners = await listenWidely(http, { ...AT, host: '127.0.0.1', port: 0 });
  const resets: unknown[] = [];
  const clients = Array.from({ length: 64 }, () =>
    connect(listeners.port, '127.0.0.1').on('error', (error) => resets.push(error)),
  );
  // They connect at once. None is accepted before the next iteration of the event loop.
  await new Promise(process.nextTick);
  await listeners.stop();
  expect(http.accepted).toHaveLength(64);
  for (const client of clients) client.end();
  await listeners.connectionsEnded();
  expect(resets).toEqual([]);
});

test('a new connection that has not sent its request yet is answered', async () => {
  const server = createHttpServer((_request, response) => response.end('ok'));
  const listenAt = (at: object) => new Promise<void>((resolve) => server.listen(at, resolve));
  const listeners = await listenWidely({ server, listen: listenAt }, { ...AT, host: '127.0.0.1', port: 0 });
  const client = connect(listeners.port, '127.0.0.1');
  await once(server, 'connection');
  const stopped = listeners.stop();
  await expect.poll(() => server.listening).toBe(false);
  client.write('GET / HTTP/1.1\r\nhost: site\r\nconnection: close\r\n\r\n');
  await stopped;
  server.closeIdleConnections();
  expect(await text(client)).toMatch(/^HTTP\/1.1 200 /);
  await listeners.connectionsEnded();
});

test('a port in use is not shared with the other program, even if that one has several sockets', async () => {
  const first = counting();
  const listeners = await listenWidely(first, { ...AT, host: '127.0.0.1', port: 0 });
  const second = listenWidely(counting(), { ...AT, host: '127.0.0.1', port: listeners.port });
  await expect(second).rejects.toThrow(`端口 ${listeners.port} 已被占用`);
  await listeners.stop();
  await listeners.connectionsEnded();
});
