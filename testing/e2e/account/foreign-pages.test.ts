import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { userPassword } from '#contract/calls/account';
import type { TestApp } from '../../app/app.ts';
import { addComic } from '../../factories/comics.ts';
import { openSite } from '../steps/app.ts';

let app: TestApp;
let strangers: Server;
const { openPage, url } = openSite(
  async (site) => {
    app = site;
    await addComic(site, { title: '海上的岛' });
    await site.call(
      userPassword,
      { username: ATTACKER.username, password: ATTACKER.password },
      { token: await site.visitor() },
    );
  },
  { publicUrl: 'https://published.test' },
);
beforeAll(async () => {
  strangers = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>页</title>');
  });
  await new Promise<void>((resolve) => strangers.listen(0, resolve));
});
afterAll(() => void strangers.close());

const ATTACKER = { username: 'attacker_1', password: 'Quiet-harbour-7' };
const CALLS: [path: string, payload: object][] = [
  ['user/login', ATTACKER],
  ['user/register', { domain: 'evil', platform: null }],
];
/** To localhost and https a browser sends `Sec-Fetch-Site`; to other hosts only `Origin`. */
const SITES: [victim: string, stranger: string][] = [
  ['127.0.0.1', 'localhost'],
  ['reader.test', 'evil.test'],
  ['reader.test', 'evil.reader.test'],
];

const at = (host: string) => new URL(url('/')).href.replace('127.0.0.1', host);
const strangerAt = (host: string) => `http://${host}:${(strangers.address() as AddressInfo).port}/`;
const tokenOf = async (page: Page, address: string) =>
  (await page.context().cookies(address)).find(({ name }) => name === 'token')?.value;

/** Sealed so that its text ends with one `=`, like a form field with an empty value. */
function formBody(payload: object): string {
  for (let text = JSON.stringify(payload); ; text += ' ') {
    const sealed = app.cipher.seal(text);
    if (/[^=]=$/.test(sealed)) return sealed;
  }
}

/** A reader with a session, and another page in the same browser, of a stranger. */
async function visit([victim, stranger]: [string, string]) {
  const reader = await openPage();
  await reader.goto(`${at(victim)}home`);
  await reader.getByRole('link', { name: '海上的岛' }).first().waitFor();
  await expect.poll(() => tokenOf(reader, at(victim))).toBeTruthy();
  const page = await reader.context().newPage();
  await page.goto(strangerAt(stranger));
  return { page, token: await tokenOf(reader, at(victim)) };
}

test.each(SITES)('the session on %s survives forms and scripts on %s, which learn nothing', async (...names) => {
  const { page, token } = await visit(names);
  for (const [path, payload] of CALLS) {
    for (const enctype of ['text/plain', 'application/x-www-form-urlencoded']) {
      // A page of its own: the next one must not interrupt where its form leads.
      const form = await page.context().newPage();
      await form.goto(strangerAt(names[1]));
      const answered = form.waitForResponse(`**/api/${path}`);
      await form.evaluate(
        ({ action, name, enctype }) => {
          const element = Object.assign(document.createElement('form'), { method: 'post', action, enctype });
          element.append(Object.assign(document.createElement('input'), { name }));
          document.body.append(element);
          element.submit();
        },
        { action: `${at(names[0])}api/${path}`, name: formBody(payload).slice(0, -1), enctype },
      );
      const response = await answered;
      expect([path, enctype, await tokenOf(form, at(names[0]))]).toEqual([path, enctype, token]);
      expect([path, enctype, response.status()]).toEqual([path, enctype, 403]);
      expect(await response.headerValue('set-cookie')).toBeNull();
    }
  }
  for (const [path, payload] of CALLS) {
    for (const mode of ['no-cors', 'cors'] as const) {
      const learnt = await page.evaluate(
        async ({ address, body, mode }) => {
          const init: RequestInit = { method: 'POST', mode, credentials: 'include', body };
          const response = await fetch(address, init).catch(() => null);
          navigator.sendBeacon(address, body);
          return response === null ? '' : response.text();
        },
        { address: `${at(names[0])}api/${path}`, body: app.cipher.seal(JSON.stringify(payload)), mode },
      );
      expect(learnt).toBe('');
    }
  }
  // When a later request is answered, the last beacon is too.
  await page.goto(at(names[0]));
  await page.getByRole('link', { name: '海上的岛' }).first().waitFor();
  expect(await tokenOf(page, at(names[0]))).toBe(token);
});

test.each(['127.0.0.1', 'reader.test'])('by another name than the published one, %s, the site works', async (host) => {
  const page = await openPage();
  const requestedHosts = new Set<string>();
  page.on('request', (request) => requestedHosts.add(new URL(request.url()).host));
  await page.goto(`${at(host)}home`);
  await page.getByRole('link', { name: '海上的岛' }).first().click();
  const picture = page.waitForResponse('**/img/open/**');
  await page.getByRole('link', { name: '开始阅读' }).click();
  expect((await picture).status()).toBe(200);
  expect([...requestedHosts]).toEqual([new URL(at(host)).host]);
});

test('a page with a stored API address that is not its own returns to its own', async () => {
  const page = await openPage();
  await page.context().addCookies([{ name: 'api', value: encodeURIComponent(strangerAt('localhost')), url: url('/') }]);
  await page.goto(url('/home'));
  await page.getByRole('link', { name: '海上的岛' }).first().waitFor();
  await expect.poll(() => tokenOf(page, url('/'))).toBeTruthy();
});
