import { mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises';
import { get } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { createLog } from '../core/log/log.ts';
import { type Access, accessLine } from './access-log.ts';
import { openAccessLog } from './access-log-file.ts';

const ACCESS: Access = {
  address: '203.0.113.77',
  at: new Date('2026-11-22T23:05:06.789+08:00'),
  method: 'GET',
  url: '/comic/12?u=friend#top',
  httpVersion: '1.1',
  status: 200,
  bytes: 1234,
  referer: undefined,
  userAgent: 'Mozilla/5.0',
};

test('a line has the combined log format', () => {
  expect(accessLine(ACCESS)).toBe(
    '203.0.113.0 - - [22/Nov/2026:15:05:06 +0000] "GET /comic/12 HTTP/1.1" 200 1234 "-" "Mozilla/5.0"\n',
  );
});

test.each([
  ['203.0.113.77', '203.0.113.0'],
  ['::ffff:203.0.113.77', '203.0.113.0'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::'],
  ['2001:db8::7', '2001:db8:0::'],
  ['evil" 200 1', '-'],
  ['', '-'],
])('the address %s is logged as its network', (address, kept) => {
  expect(accessLine({ ...ACCESS, address }).split(' ')[0]).toBe(kept);
});

test.each([
  ['/img/p/3/1795392000/c2VjcmV0/12/4.bin', '/img/p/3/1795392000/-/12/4.bin'],
  ['/img/comic/12/0123abcd.bin', '/img/comic/12/0123abcd.bin'],
  ['/sandbox/cashier/0123456789abcdef?x=1', '/sandbox/cashier/-'],
  ['/pay/stripe?token=secret', '/pay/stripe'],
])('secrets in %s are not logged', (url, kept) => {
  expect(accessLine({ ...ACCESS, url })).toContain(`"GET ${kept} HTTP/1.1"`);
  expect(accessLine({ ...ACCESS, referer: `https://manga.example${url}` })).toContain(`"https://manga.example${kept}"`);
});

test('a value can’t end its field or the line, and a long one is truncated', () => {
  const line = accessLine({ ...ACCESS, url: '/"\\é', userAgent: `a" 200 0\r\n\x1b[31m${'b'.repeat(9_000)}` });
  expect(line).toContain('"GET /\\x22\\x5C\\xE9 HTTP/1.1"');
  expect(line).toContain('"a\\x22 200 0\\x0D\\x0A\\x1B[31mbbb');
  expect(line.match(/[^\x20-\x7e]/g)).toEqual(['\n']);
  expect(line.length).toBeLessThan(800);
});

describe('an app with an access log', () => {
  const lines: string[] = [];
  let site: TestApp;
  beforeAll(async () => {
    site = await startTestApp({ listen: true, trustProxy: 1, accessLog: (line) => lines.push(line) });
  });
  afterAll(() => site.close());

  const ask = (url: string, headers: Record<string, string> = {}) =>
    new Promise<void>((resolve, reject) => {
      get(`${site.url}${url}`, { headers: { 'x-forwarded-for': '198.51.100.7', ...headers } }, (response) => {
        response.resume().on('end', resolve);
      }).on('error', reject);
    });

  test('has a line for each request with the reader’s network and no token', async () => {
    await ask('/healthz?token=secret', { authorization: 'Bearer secret', cookie: 'token=secret' });
    await ask('/img/p/1/2/secret/3/4.bin', { referer: 'https://manga.example/?token=secret' });
    await fetch(`${site.url}/api/site/config`, { method: 'POST', body: 'secret' });
    await expect.poll(() => lines.length).toBe(3);
    const seen = lines.map((line) => line.replace(/\[.*?\]/, '[]').replace(/" (\d+) [1-9]\d* "/, '" $1 N "'));
    expect(seen).toEqual([
      '198.51.100.0 - - [] "GET /healthz HTTP/1.1" 200 N "-" "-"\n',
      '198.51.100.0 - - [] "GET /img/p/1/2/-/3/4.bin HTTP/1.1" 403 N "https://manga.example/" "-"\n',
      expect.stringMatching(/^127\.0\.0\.0 - - \[\] "POST \/api\/site\/config HTTP\/1\.1" \d+ N "-" "node"\n$/),
    ]);
  });

  test('has a line for an address that can not be decoded, and for a client that leaves before the answer', async () => {
    lines.length = 0;
    await ask('/%');
    const { hostname, port } = new URL(site.url);
    const socket = connect(Number(port), hostname);
    socket.write('POST /api/home HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nA', () => socket.destroy());
    await expect.poll(() => lines.length).toBe(2);
    expect(lines[0]).toMatch(/^198\.51\.100\.0 .* "GET \/% HTTP\/1\.1" 400 /);
    expect(lines[1]).toMatch(/"POST \/api\/home HTTP\/1\.1" 499 \d+ /);
  });
});

describe('the file', () => {
  let folder: string;
  let said: { lost?: number; reason?: string }[];
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'manyu-access-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  function openAt(place: string, mayWrite = () => true) {
    said = [];
    const log = createLog('warn', { write: (line) => void said.push(JSON.parse(line)) });
    return openAccessLog({ place, log, mayWrite, flushMs: 5 });
  }
  const textOf = (name: string) => readFile(path.join(folder, name), 'utf8').catch(() => '');

  test('is opened again after a rotation', async () => {
    const access = await openAt(path.join(folder, 'access.log'));
    access.write('one\n');
    await expect.poll(() => textOf('access.log')).toBe('one\n');
    expect((await stat(path.join(folder, 'access.log'))).mode & 0o777).toBe(0o640);
    await rename(path.join(folder, 'access.log'), path.join(folder, 'access.log.1'));
    access.write('two\n');
    await expect.poll(() => textOf('access.log')).toBe('two\n');
    access.write('three\n');
    await access.close();
    expect([await textOf('access.log.1'), await textOf('access.log')]).toEqual(['one\n', 'two\nthree\n']);
  });

  test('gets nothing while a disk is low, and the waiting lines when there is room again', async () => {
    let isLow = true;
    const access = await openAt(path.join(folder, 'low.log'), () => !isLow);
    access.write('waits\n');
    await access.close();
    expect(await textOf('low.log')).toBe('');
    isLow = false;
    await access.close();
    expect(await textOf('low.log')).toBe('waits\n');
  });

  test('on a full disk delays no request: lines wait up to a limit, and the lost ones are counted', async () => {
    const access = await openAt('/dev/full');
    const megabyte = `${'x'.repeat(1024 * 1024 - 1)}\n`;
    for (let written = 0; written < 7; written++) access.write(megabyte);
    await expect.poll(() => said).toMatchObject([{ lost: 3, reason: expect.stringContaining('ENOSPC') }]);
    await access.close();
    expect(said).toHaveLength(1);
  });

  test('that is not writable is refused at once', async () => {
    await expect(openAt(path.join(folder, 'none', 'access.log'))).rejects.toThrow('ENOENT');
  });
});
