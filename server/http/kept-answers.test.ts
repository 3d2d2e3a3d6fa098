import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { addComic } from '../testing/comics.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp({ listen: true, metrics: true });
  await addComic(site, { title: '甲' });
});
afterAll(() => site.close());

const post = (path: string, body?: string) => fetch(`${site.url}/api/${path}`, { method: 'POST', body });
const kept = async () =>
  (await (await fetch(`${site.url}/metrics`)).text()).match(/manyu_kept_answers_total\{path="new"\} (\d+)/)?.[1];

test('a listing is made once and sent again from memory, byte for byte and header for header', async () => {
  await expect.poll(() => site.app.dispatcher.kept('new', '') ?? post('new').then(() => undefined)).toBeDefined();
  const before = Number((await kept()) ?? 0);
  const fromMemory = await post('new');
  expect(Number(await kept())).toBe(before + 1);
  const afresh = await site.http.inject({ method: 'POST', url: '/api/new' });
  expect(await fromMemory.text()).toBe(afresh.body);
  for (const name of ['content-type', 'cache-control', 'access-control-allow-origin', 'x-content-type-options'])
    expect([name, fromMemory.headers.get(name)]).toEqual([name, afresh.headers[name]]);
});

test('a body, a GET, another path or a query never gets an answer kept for somebody else', async () => {
  await post('new');
  expect((await post('new', 'nonsense')).status).toBe(400);
  expect((await fetch(`${site.url}/api/new`)).status).toBe(404);
  expect(site.cipher.open(await (await post('new/')).text())).toContain('"code":1002');
  const sized = await post('new', site.cipher.seal('{"genre":"没有"}'));
  expect(site.cipher.open(await sized.text())).toContain('"list":[]');
});

test('an answer is dropped when what it shows changes', async () => {
  await post('new');
  await addComic(site, { title: '乙', createdAt: new Date() });
  await expect.poll(async () => site.cipher.open(await (await post('new')).text())).toContain('乙');
});
