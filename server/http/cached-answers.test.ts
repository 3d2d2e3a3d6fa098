import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { addComic } from '../../testing/factories/comics.ts';
import { editPart } from '../../testing/factories/editorial.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp({ listen: true, metrics: true });
  await addComic(site, { title: '甲' });
});
afterAll(() => site.close());

const post = (path: string, body?: string) => fetch(`${site.url}/api/${path}`, { method: 'POST', body });
const kept = async (path = 'new') => {
  const metrics = await (await fetch(`${site.url}/metrics`)).text();
  return Number(new RegExp(`manyu_kept_answers_total\\{path="${path}"\\} (\\d+)`).exec(metrics)?.[1] ?? 0);
};
/** Sends the call, and returns whether the cache answered it. */
async function isCached(path: string, body?: string): Promise<boolean> {
  const before = await kept(path);
  await post(path, body);
  return (await kept(path)) > before;
}
const untilCached = (path: string, body?: string) => expect.poll(() => isCached(path, body)).toBe(true);

test('a listing is made once and sent from the cache with the same bytes and headers', async () => {
  await untilCached('new');
  const before = await kept();
  const fromMemory = await post('new');
  expect(await kept()).toBe(before + 1);
  const afresh = await site.http.inject({ method: 'POST', url: '/api/new' });
  expect(await fromMemory.text()).toBe(afresh.body);
  for (const name of ['content-type', 'cache-control', 'x-content-type-options'])
    expect([name, fromMemory.headers.get(name)]).toEqual([name, afresh.headers[name]]);
});

test('another body, a GET, another path or a query never gets a cached answer of another request', async () => {
  await post('new');
  expect((await post('new', 'nonsense')).status).toBe(400);
  expect((await fetch(`${site.url}/api/new`)).status).toBe(404);
  expect(site.cipher.open(await (await post('new/')).text())).toContain('"code":1002');
  const asked = site.cipher.open(await (await post('new?genre=%E6%B2%A1%E6%9C%89')).text());
  expect(asked).toBe(site.cipher.open(await (await post('new')).text()));
  expect(asked).toContain('"code":0');
  const sized = await post('new', site.cipher.seal('{"genre":"没有"}'));
  expect(site.cipher.open(await sized.text())).toContain('"list":[]');
});

test('an answer to a short body is cached too, for exactly that body', async () => {
  const body = site.cipher.seal('{"size":7}').toString();
  await untilCached('new', body);
  const before = await kept();
  const fromMemory = await post('new', body);
  expect(await kept()).toBe(before + 1);
  const afresh = await site.http.inject({ method: 'POST', url: '/api/new', payload: body });
  expect(await fromMemory.text()).toBe(afresh.body);
  const other = await post('new', site.cipher.seal('{"size":7,"genre":"没有"}').toString());
  expect(site.cipher.open(await other.text())).toContain('"list":[]');
  expect((await post('new', `${body}x`)).status).toBe(400);
});

test('a chunked or incomplete body is handled as without the cache', async () => {
  const body = site.cipher.seal('{"size":7}').toString();
  const send = (pieces: string[], ends: boolean) =>
    new Promise<string>((resolve) => {
      const { port } = new URL(site.url);
      const socket = connect(Number(port), '127.0.0.1');
      let received = '';
      socket.setEncoding('latin1').on('data', (text) => {
        received += text;
      });
      socket.on('close', () => resolve(received));
      const head = `POST /api/new HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: text/plain\r\n`;
      socket.write(`${head}content-length: ${body.length}\r\n\r\n`);
      const write = (rest: string[]) => {
        const [piece, ...more] = rest;
        if (piece !== undefined) socket.write(piece);
        if (more.length > 0) setTimeout(write, 30, more);
        else if (!ends) socket.destroy();
      };
      setTimeout(write, 30, pieces);
    });
  expect(await send([body.slice(0, 5), body.slice(5)], true)).toContain('200 OK');
  expect(await send([body.slice(0, 5)], false)).toBe('');
  expect((await post('new', body)).status).toBe(200);
});

test('unknown fields do not lead to another cached answer', async () => {
  // The app's clock is stopped, so that the cached answer does not expire on a slow machine.
  site.setTime(new Date());
  await untilCached('new');
  const before = await kept();
  const plain = await (await post('new')).text();
  const extended = await Promise.all(
    Array.from({ length: 50 }, (_, n) => post('new', site.cipher.seal(`{"z":${n}}`)).then((answer) => answer.text())),
  );
  expect(new Set(extended)).toEqual(new Set([plain]));
  expect(await kept()).toBe(before + 51);
  site.setTime(null);
});

test("what the editor changes drops what depends on it, and a change of the catalogue nothing of the editor's words", async () => {
  const now = new Date();
  site.setTime(now);
  await untilCached('faq');
  await editPart(site, 'faq', [{ type: 0, question: '怎样登录', answer: '点「我的」' }]);
  await expect.poll(async () => site.cipher.open(await (await post('faq')).text())).toContain('怎样登录');
  for (const path of ['new', 'faq']) await untilCached(path);
  await addComic(site, { title: '丙', createdAt: now });
  await expect.poll(() => isCached('new')).toBe(false);
  expect(await isCached('faq')).toBe(true);
  site.setTime(null);
});

test('an answer is dropped when its content changes, long before it expires', async () => {
  // The app's clock is stopped, so that nothing expires.
  const now = new Date();
  site.setTime(now);
  await post('new');
  await addComic(site, { title: '乙', createdAt: now });
  await expect.poll(async () => site.cipher.open(await (await post('new')).text())).toContain('乙');
  site.setTime(null);
});
