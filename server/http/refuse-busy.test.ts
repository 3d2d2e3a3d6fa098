import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refuseBusy } from './refuse-busy.ts';

let server: Server;
beforeAll(async () => {
  server = createServer({ optimizeEmptyRequests: true }, refuseBusy);
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => server.close());

const GET = 'GET / HTTP/1.1\r\nhost: x\r\n';
const POST = 'POST / HTTP/1.1\r\nhost: x\r\n';
const CLOSING = 'connection: close\r\n\r\n';

/** Everything that the server says to this until it closes the connection. */
async function said(sent: string): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.write(sent);
  return text(socket.setEncoding('utf8'));
}

test('who is refused may ask again on the same connection, with a body or without', async () => {
  const answer = await said(`${POST}content-length: 4\r\n\r\nbody${GET}\r\n${GET}${CLOSING}`);
  expect(answer.match(/^HTTP\/1\.1 503 /gm)).toHaveLength(3);
  expect(answer.match(/^retry-after: 2\r$/gm)).toHaveLength(3);
});

test.each([
  ['long', 'content-length: 1000000000'],
  ['of unknown length', 'transfer-encoding: chunked'],
])('nobody waits for the end of a body that is %s', async (_, header) => {
  expect(await said(`${POST}${header}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 503 [\s\S]*^connection: close\r$/im);
});
