import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { createOwnFetch, ownAddress } from './own-fetch.ts';

test.each([
  ['127.0.0.1', 'http://127.0.0.1:3000'],
  ['localhost', 'http://localhost:3000'],
  ['0.0.0.0', 'http://127.0.0.1:3000'],
  ['::', 'http://[::1]:3000'],
  ['2001:db8::5', 'http://[2001:db8::5]:3000'],
  ['192.168.1.7', 'http://192.168.1.7:3000'],
])('a server that listens at %s reaches itself at %s', (host, address) => {
  expect(ownAddress(host, 3000)).toBe(address);
});

test('requests of a server to itself fail until it listens, and reach it then', async () => {
  const own = createOwnFetch();
  await expect(own.fetch('/here', {})).rejects.toThrow('does not listen yet');
  const server = createServer((request, response) => void response.end(request.url));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  own.listensAt('0.0.0.0', typeof bound === 'object' && bound ? bound.port : 0);
  expect(await (await own.fetch('/here', {})).text()).toBe('/here');
  await new Promise((resolve) => server.close(resolve));
});
