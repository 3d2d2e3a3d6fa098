import { createServer, Server } from 'node:net';
import { expect, test } from 'vitest';
import { BadConfig } from './config.ts';
import { listen } from './listen.ts';

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
