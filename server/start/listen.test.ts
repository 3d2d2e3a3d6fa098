import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { BadConfig } from './config.ts';
import { listen, listenWidely } from './listen.ts';

/** What a server does that can not have its address. */
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

test('a server that knows no address of its own is at the one it was given', async () => {
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

test('the port for metrics is named by its own setting', async () => {
  const refused = listen(failing('EACCES'), { ...AT, variable: 'METRICS_PORT' });
  await expect(refused).rejects.toThrow('没有权限使用端口 80。请换一个端口，例如：METRICS_PORT=9101 npm start');
});

test('what is thrown without being an error is reported too', async () => {
  const http = { server: new Server(), listen: () => Promise.reject('no more') };
  await expect(listen(http, AT)).rejects.toThrow('无法监听 nas 的端口 80：no more');
});

/** A server that counts what it accepts. */
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
  'many who connect at once are let in within a few turns of the event loop',
  async () => {
    const http = counting();
    const doors = await listenWidely(http, { ...AT, host: '127.0.0.1', port: 0 });
    const clients = Array.from({ length: 64 }, () => connect(doors.port, '127.0.0.1'));
    let turns = 0;
    while (http.accepted.length === 0) await new Promise(setImmediate);
    for (; http.accepted.length < clients.length; turns++) await new Promise(setImmediate);
    expect(turns).toBeLessThan(32);
    expect(await doors.connections()).toBe(64);
    for (const client of clients) client.destroy();
    await expect.poll(doors.connections).toBe(0);
    await doors.shut();
    await doors.ended();
    await expect(
      new Promise((resolve, reject) => connect(doors.port, '127.0.0.1', () => resolve('in')).on('error', reject)),
    ).rejects.toThrow('ECONNREFUSED');
  },
);

test('who has knocked when the doors are shut is let in', async () => {
  const http = counting();
  const doors = await listenWidely(http, { ...AT, host: '127.0.0.1', port: 0 });
  const resets: unknown[] = [];
  const clients = Array.from({ length: 64 }, () =>
    connect(doors.port, '127.0.0.1').on('error', (error) => resets.push(error)),
  );
  // They connect at once; nobody is accepted before the event loop turns.
  await new Promise(process.nextTick);
  await doors.shut();
  expect(http.accepted).toHaveLength(64);
  for (const client of clients) client.end();
  await doors.ended();
  expect(resets).toEqual([]);
});

test('who was let in last, and has not asked yet, is answered', async () => {
  const server = createHttpServer((_request, response) => response.end('ok'));
  const listenAt = (at: object) => new Promise<void>((resolve) => server.listen(at, resolve));
  const doors = await listenWidely({ server, listen: listenAt }, { ...AT, host: '127.0.0.1', port: 0 });
  const client = connect(doors.port, '127.0.0.1');
  await once(server, 'connection');
  const shut = doors.shut();
  await expect.poll(() => server.listening).toBe(false);
  client.write('GET / HTTP/1.1\r\nhost: site\r\nconnection: close\r\n\r\n');
  await shut;
  server.closeIdleConnections();
  expect(await text(client)).toMatch(/^HTTP\/1.1 200 /);
  await doors.ended();
});

test('a port that another program has is not shared with it, even when that one has several sockets there', async () => {
  const first = counting();
  const doors = await listenWidely(first, { ...AT, host: '127.0.0.1', port: 0 });
  const second = listenWidely(counting(), { ...AT, host: '127.0.0.1', port: doors.port });
  await expect(second).rejects.toThrow(`端口 ${doors.port} 已被占用`);
  await doors.shut();
  await doors.ended();
});
