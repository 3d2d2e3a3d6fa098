import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSite, PHONE } from '../steps/app.ts';
import { whenHydrated } from '../steps/hydrated.ts';
import { shiftsOf, watchShifts } from '../steps/layout-shifts.ts';

const { openPage, url } = openSite(async () => {});

/** Where the page is cut: in the bar of tabs before its first tab, between an icon and its label, or before the last tab. */
const CUTS = {
  'the first tab': (html: string) => html.indexOf('<a', html.lastIndexOf('<nav')),
  'the label of the second tab': (html: string) => html.indexOf('书架', html.lastIndexOf('<nav')),
  'the last tab': (html: string) => html.lastIndexOf('<a', html.lastIndexOf('我的')),
};
let cutOf = CUTS['the last tab'];
let slow: Server;
let sendRest: () => void = () => undefined;
/** The server sends the page up to a tab, and the rest when `sendRest` is called. Other files come whole. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  // A connection that stays open would delay the end of the app by over a minute.
  const headers = { cookie: request.headers.cookie ?? '', connection: 'close' };
  const whole = await fetch(url(request.url ?? '/'), { headers });
  response.writeHead(whole.status, { 'content-type': whole.headers.get('content-type') ?? '' });
  if (request.url !== '/giftbox') return void response.end(Buffer.from(await whole.arrayBuffer()));
  const html = await whole.text();
  const cut = cutOf(html);
  response.write(html.slice(0, cut));
  sendRest = () => response.end(html.slice(cut));
}

beforeAll(async () => {
  // The page may be closed, and with it the app, while it still loads files.
  slow = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  slow.closeAllConnections();
  slow.close();
});

test.each([
  ['the first tab', 0],
  ['the label of the second tab', 2],
  ['the last tab', 3],
] as const)('a page that arrives in two parts, cut before %s, moves no tab', async (cut, arrived) => {
  cutOf = CUTS[cut];
  const page = await openPage({ ...PHONE, viewport: { width: 320, height: 640 } });
  await watchShifts(page);
  await page.goto(`http://127.0.0.1:${(slow.address() as AddressInfo).port}/giftbox`, { waitUntil: 'commit' });
  const bar = page.getByRole('navigation', { name: '主要页面' });
  const tabs = bar.getByRole('link');
  await bar.waitFor();
  await expect.poll(() => tabs.count()).toBe(arrived);
  // The first part has been painted.
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByType('paint').length), { timeout: 5000 })
    .toBeGreaterThan(0);
  sendRest();
  await whenHydrated(page);
  await expect.poll(() => tabs.count()).toBe(4);
  expect(await shiftsOf(page)).toEqual([]);
});
