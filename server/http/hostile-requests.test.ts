import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_BODY_BYTES } from '#contract/envelope';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';

let site: TestApp;
const faults: string[] = [];
beforeAll(async () => {
  const log = pino({ level: 'error' }, { write: (line: string) => void faults.push(line) });
  site = await startTestApp({ listen: true, log });
});
afterAll(() => site.close());

const port = () => Number(new URL(site.url).port);
const stillThere = async () => expect((await fetch(`${site.url}/healthz`)).status).toBe(200);

/** Sends these bytes and returns the whole answer. */
async function sent(...parts: (string | Buffer)[]): Promise<string> {
  const socket = connect(port(), '127.0.0.1');
  // The server may close the connection while the request is still being sent.
  socket.on('error', () => {});
  for (const part of parts) socket.write(part);
  socket.end();
  return text(socket).catch(() => '');
}

test('a body over the limit is refused by its Content-Length, or while its chunks arrive, and is not stored', async () => {
  const size = 2 * 1024 * 1024;
  const announced = await fetch(`${site.url}/api/home`, { method: 'POST', body: 'A'.repeat(size) });
  expect(announced.status).toBe(400);
  expect(JSON.parse(site.cipher.open(await announced.text()))).toMatchObject({ code: 1000 });
  let left = size / 1024;
  const pieces = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (left-- > 0) controller.enqueue(Buffer.alloc(1024, 'A'));
      else controller.close();
    },
  });
  const init = { method: 'POST', body: pieces, duplex: 'half' } satisfies RequestInit & { duplex: string };
  const piecemeal = await fetch(`${site.url}/api/home`, init).then(
    (response) => response.status,
    () => 'cut off',
  );
  expect([400, 'cut off']).toContain(piecemeal);
  await stillThere();
});

test('a body of exactly the limit is read, with a length or in chunks, and one of a block more is refused', async () => {
  const sealed = (length: number) => site.cipher.seal(`{"filler":"${'x'.repeat(length - '{"filler":""}'.length)}"}`);
  // Padding adds at least a byte to the text, and base64 a third.
  const longest = (MAX_BODY_BYTES / 4) * 3 - 1;
  expect(sealed(longest)).toHaveLength(MAX_BODY_BYTES);
  const post = async (body: string, inPieces: boolean) => {
    const init = { method: 'POST', body: inPieces ? new Blob([body]).stream() : body, duplex: 'half' } as const;
    return (await fetch(`${site.url}/api/home`, init)).status;
  };
  for (const inPieces of [false, true]) {
    expect(await post(sealed(longest), inPieces)).toBe(200);
    expect(await post(sealed(longest + 1), inPieces)).toBe(400);
  }
});

test('slow and stalled clients are disconnected after a time limit', () => {
  const { requestTimeout, headersTimeout, keepAliveTimeout, timeout } = site.http.server;
  expect(requestTimeout).toBeGreaterThan(0);
  expect(requestTimeout).toBeLessThanOrEqual(60_000);
  expect(headersTimeout).toBeGreaterThan(0);
  expect(headersTimeout).toBeLessThanOrEqual(requestTimeout);
  expect(keepAliveTimeout).toBeLessThanOrEqual(75_000);
  // Also for clients that do not read the answer.
  expect(timeout).toBeGreaterThan(0);
  expect(timeout).toBeLessThanOrEqual(60_000);
});

/** Opens connections that send these bytes and read nothing. Returns a function that closes them. */
async function stalled(count: number, bytes: string, from = '127.0.0.1'): Promise<() => void> {
  const sockets: Socket[] = [];
  let accepted = 0;
  const note = () => accepted++;
  site.http.server.on('connection', note);
  for (let opened = 0; opened < count; opened++) {
    const socket = connect({ port: port(), host: '127.0.0.1', localAddress: from });
    socket.on('error', () => {}).pause();
    await once(socket, 'connect');
    socket.write(bytes);
    sockets.push(socket);
  }
  await expect.poll(() => accepted, { timeout: 20_000 }).toBe(count);
  site.http.server.off('connection', note);
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}

const open = () => new Promise<number>((resolve) => site.http.server.getConnections((_, count) => resolve(count)));

test('incomplete bodies do not delay other calls of their address', async () => {
  const end = await stalled(300, 'POST /api/home HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nA');
  expect((await fetch(`${site.url}/api/home`, { method: 'POST' })).status).toBe(200);
  end();
});

test('the memory for bodies of an address is limited: the oldest incomplete ones are closed', async () => {
  const head = `POST /api/home HTTP/1.1\r\nHost: x\r\nContent-Length: ${MAX_BODY_BYTES}\r\n\r\n`;
  // The connections of other tests may be kept for a moment.
  const before = await open();
  const endOthers = await stalled(10, head, '127.0.0.2');
  const end = await stalled(300, head);
  const left = 10 + (16 * 1024 * 1024) / MAX_BODY_BYTES;
  await expect.poll(open, { timeout: 20_000 }).toBeLessThanOrEqual(before + left);
  expect(await open()).toBeGreaterThanOrEqual(left);
  end();
  endOthers();
});

test('a length over the limit is refused, and closes no other body of its address', async () => {
  const sealed = site.cipher.seal('{}');
  const slow = connect(port(), '127.0.0.1');
  slow.on('error', () => {});
  const answer = text(slow).catch(() => '');
  slow.write(`POST /api/home HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${sealed.length}\r\n\r\n`);
  slow.write(sealed.slice(0, 4));
  await once(site.http.server, 'request');
  const huge = await sent('POST /api/home HTTP/1.1\r\nHost: x\r\nContent-Length: 999999999\r\n\r\n');
  expect(huge).toMatch(/^HTTP\/1\.1 400/);
  slow.write(sealed.slice(4));
  expect(await answer).toMatch(/^HTTP\/1\.1 200/);
});

test('a connection that is closed before its address is read ends without an error', async () => {
  const hide = (socket: Socket) => void Object.defineProperty(socket, 'remoteAddress', { value: undefined });
  site.http.server.prependOnceListener('connection', hide);
  faults.length = 0;
  expect(await sent('POST /api/home HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n')).toBe('');
  expect(faults).toEqual([]);
  await stillThere();
});

test('the memory for answers that an address does not read is limited: the oldest are cut off', async () => {
  const name = 'a'.repeat(32);
  const folder = path.join(site.imageDir, 'open', name);
  await mkdir(folder, { recursive: true });
  // Far more than the buffers of the system hold.
  await writeFile(path.join(folder, `${name}.bin`), Buffer.alloc(24 * 1024 * 1024));
  const ask = `GET /img/open/${name}/${name}.bin HTTP/1.1\r\nHost: x\r\nX-Requested-With: XMLHttpRequest\r\n\r\n`;
  const end = await stalled(12, ask);
  await expect.poll(open, { timeout: 20_000 }).toBeLessThanOrEqual(6);
  end();
});

test('a client that disconnects in the middle of a body leaves no open connection', async () => {
  const head = 'POST /api/user/info HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n';
  await Promise.all(Array.from({ length: 20 }, () => sent(head, 'A'.repeat(10))));
  await stillThere();
  await expect.poll(open).toBeLessThan(5);
});

test.each([
  ['no HTTP at all', '漫屿\r\n\r\n'],
  ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(100_000)}\r\n\r\n`],
  ['two lengths', 'POST /api/home HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Length: 5\r\n\r\nhello'],
  [
    'a length and pieces',
    'POST /api/home HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['a negative length', 'POST /api/home HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n'],
  ['a line break in a header', 'GET / HTTP/1.1\r\nHost: x\r\nA: b\nSet-Cookie: token=x\r\n\r\n'],
  ['a NUL in the address', 'GET /\0 HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['no host', 'GET /healthz HTTP/1.1\r\n\r\n'],
])('a request with %s is refused, and the next one is answered', async (_what, bytes) => {
  const answer = await sent(bytes);
  expect(answer === '' || /^HTTP\/1\.1 4\d\d/.test(answer), answer).toBe(true);
  expect(answer).not.toMatch(/set-cookie/i);
  await stillThere();
});

test('a call with a content type and no body is handled like an empty one', async () => {
  const head = 'POST /api/user/register HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: text/plain\r\n';
  expect(await sent(`${head}\r\n`)).toMatch(/^HTTP\/1\.1 400/);
  expect(await sent(`${head}Content-Length: 0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400/);
});

test('calls accept only POST', async () => {
  for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']) {
    const response = await fetch(`${site.url}/api/config`, {
      method,
      body: method === 'GET' || method === 'HEAD' ? null : '',
    });
    expect([404, 405], method).toContain(response.status);
    expect(response.headers.get('set-cookie')).toBeNull();
  }
  for (const method of ['TRACE', 'CONNECT', 'PROPFIND', 'BREW'])
    expect(await sent(`${method} /api/config HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`), method).not.toMatch(
      /^HTTP\/1\.1 [25]/,
    );
});

test('answers to calls have no-store and nosniff', async () => {
  const response = await fetch(`${site.url}/api/home`, { method: 'POST' });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
  });
  expect(response.headers.get('server')).toBeNull();
  expect(response.headers.get('x-powered-by')).toBeNull();
});
