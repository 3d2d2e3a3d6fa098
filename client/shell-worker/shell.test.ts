import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createShell } from './shell.ts';

const ORIGIN = 'https://site.example';
const NEVER = -1;
/** The files of the server. A number is the status of a refusal. */
let server: Record<string, string | number | Response>;
let kept: Map<string, Map<string, Response>>;
let asked: string[];
let lookups: number;
let answerLookup: () => Promise<unknown>;

beforeEach(() => {
  server = {
    '/index.html': '<script src="/assets/one.js">',
    '/assets/one.js': 'one',
    '/unsupported-browser.js': 'old browser',
  };
  kept = new Map();
  asked = [];
  lookups = 0;
  answerLookup = async () => undefined;
});

afterEach(() => vi.useRealTimers());

async function fetch(request: string | Request): Promise<Response> {
  const { pathname } = new URL(typeof request === 'string' ? request : request.url, ORIGIN);
  asked.push(pathname);
  const body = server[pathname] ?? 404;
  if (body === NEVER) return new Promise(() => {});
  if (body === 0) throw new TypeError('Failed to fetch');
  if (body instanceof Response) return body;
  return typeof body === 'number' ? new Response('', { status: body }) : new Response(body);
}

function cacheOf(name: string) {
  const held = kept.get(name) ?? new Map<string, Response>();
  kept.set(name, held);
  return {
    match: async (address: string) => held.get(address)?.clone(),
    put: async (address: string, response: Response) => void held.set(address, response),
    addAll: async (addresses: string[]) => {
      for (const address of addresses) {
        const response = await fetch(address);
        if (!response.ok) throw new TypeError(`${address} could not be added`);
        held.set(address, response);
      }
    },
  };
}

function shellOf(build: string, entry = '/assets/one.js') {
  return createShell({
    build,
    entry,
    files: [entry, '/unsupported-browser.js'],
    screens: ['', 'home', 'comic', 'new', 'my'],
    rendered: ['comic', 'new'],
    caches: {
      open: async (name: string) => cacheOf(name),
      match: async (address: string, { cacheName = '' }: MultiCacheQueryOptions = {}) =>
        kept.get(cacheName)?.get(address)?.clone(),
      keys: async () => [...kept.keys()],
      delete: async (name: string) => kept.delete(name),
    } as unknown as CacheStorage,
    fetch,
    origin: ORIGIN,
    lookForNext: () => {
      lookups += 1;
      return answerLookup();
    },
  });
}

const request = (address: string, mode = 'cors', method = 'GET') =>
  ({ url: new URL(address, ORIGIN).href, mode, method }) as Request;
const textOf = async (answer: Promise<Response> | null) => (await answer)?.text();

test('after installation every screen and file is available without a network', async () => {
  const shell = shellOf('a');
  await shell.install();
  asked = [];
  for (const address of [...Object.keys(server), '/comic/5']) server[address] = 0;
  expect(await textOf(shell.answer(request('/comic/5?from=home', 'navigate')))).toContain('/assets/one.js');
  expect(await textOf(shell.answer(request('/', 'navigate')))).toContain('/assets/one.js');
  expect(await textOf(shell.answer(request('/assets/one.js')))).toBe('one');
  expect(await textOf(shell.answer(request('/unsupported-browser.js')))).toBe('old browser');
  await shell.renew(`${ORIGIN}/comic/5`);
  expect([asked, lookups]).toEqual([['/comic/5', '/index.html'], 0]);
});

test('rendered screens are fetched from the server, and other screens from the cache', async () => {
  const shell = shellOf('a');
  await shell.install();
  server['/comic/5'] = 'comic 5';
  server['/my'] = 'my';
  expect(await textOf(shell.answer(request('/comic/5', 'navigate')))).toBe('comic 5');
  expect(await textOf(shell.answer(request('/my', 'navigate')))).toContain('/assets/one.js');
  // The answer that there is no such comic counts; a fault does not.
  server['/comic/5'] = new Response('no comic', { status: 404 });
  expect(await textOf(shell.answer(request('/comic/5', 'navigate')))).toBe('no comic');
  server['/comic/5'] = 503;
  expect(await textOf(shell.answer(request('/comic/5', 'navigate')))).toContain('/assets/one.js');
});

test('the kept page is shown if the server takes longer than two seconds', async () => {
  const shell = shellOf('a');
  await shell.install();
  vi.useFakeTimers();
  server['/comic/5'] = NEVER;
  const answer = textOf(shell.answer(request('/comic/5', 'navigate')));
  const isAnswered = vi.fn();
  void answer.then(isAnswered);
  await vi.advanceTimersByTimeAsync(1999);
  expect(isAnswered).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await answer).toContain('/assets/one.js');
});

/** The server's page of a listing, sent at this time. */
const listing = (text: string, sentAt = Date.now()) =>
  new Response(`${text} /assets/one.js`, { headers: { date: new Date(sentAt).toUTCString() } });

/** A worker that has stored this page of /new. */
async function withListing(page: Response) {
  const shell = shellOf('a');
  await shell.install();
  server['/new'] = page;
  await shell.renew(`${ORIGIN}/new?u=1`);
  return { opened: (address = '/new') => textOf(shell.answer(request(address, 'navigate'))), shell };
}

test('a listing that was opened before is shown at once, and renewed behind it', async () => {
  const { opened, shell } = await withListing(listing('yesterday'));
  server['/new'] = listing('today');
  asked = [];
  expect([await opened('/new?u=1'), asked]).toEqual([expect.stringContaining('yesterday'), []]);
  await shell.renew(`${ORIGIN}/new`);
  expect(asked).toEqual(['/index.html', '/new']);
  expect(await opened()).toContain('today');
});

test('a listing is fetched if the stored one is older than an hour, or has no date', async () => {
  const { opened, shell } = await withListing(listing('old', Date.now() - 3_601_000));
  server['/new'] = new Response('undated /assets/one.js');
  expect(await opened()).toContain('undated');
  server['/new'] = new Response('undated /assets/one.js');
  await shell.renew(`${ORIGIN}/new`);
  server['/new'] = 'fetched';
  expect(await opened()).toBe('fetched');
});

test('a listing of another build is not stored, and a stored one is not used after its page was deleted', async () => {
  const { opened, shell } = await withListing(listing('own'));
  server['/new'] = '<script src="/assets/two.js">';
  await shell.renew(`${ORIGIN}/new`);
  expect(await opened()).toContain('own');
  kept.get('shell-a')?.delete('/index.html');
  expect(await opened()).toContain('two.js');
});

test('the page of a comic is not stored, because it would reveal which comics a reader has opened', async () => {
  const shell = shellOf('a');
  await shell.install();
  server['/comic/5'] = listing('comic 5');
  await shell.renew(`${ORIGIN}/comic/5`);
  expect([...(kept.get('shell-a')?.keys() ?? [])]).not.toContain('/comic/5');
});

test.each([
  ['a call', '/api/home', 'cors', 'POST'],
  ['a picture', '/img/a.webp', 'cors', 'GET'],
  ['a page of the sandbox', '/sandbox/pay', 'navigate', 'GET'],
  ['a page beside the app', '/blog', 'navigate', 'GET'],
  ['a file of another site', 'https://other.example/assets/one.js', 'cors', 'GET'],
  ['a form sent to a screen', '/home', 'navigate', 'POST'],
])('%s is not handled by the worker', (_name, address, mode, method) => {
  expect(shellOf('a').answer(request(address, mode, method))).toBeNull();
});

test.each([
  ['of another build', '<script src="/assets/two.js">'],
  ['of a fault, with the app in it', new Response('<script src="/assets/one.js">', { status: 503 })],
])('a worker whose files are served with a page %s is not installed', async (_name, page) => {
  server['/index.html'] = page;
  await expect(shellOf('a').install()).rejects.toThrow('another build');
  expect(kept.size).toBe(0);
});

test('after a lost connection the installation continues with another try', async () => {
  vi.useFakeTimers();
  server['/unsupported-browser.js'] = 0;
  const shell = shellOf('a');
  const installed = shell.install();
  await vi.advanceTimersByTimeAsync(999);
  server['/unsupported-browser.js'] = 'old browser';
  await vi.advanceTimersByTimeAsync(1);
  await installed;
  expect(await textOf(shell.answer(request('/home', 'navigate')))).toContain('/assets/one.js');
});

test('if a file stays missing, installation fails and leaves no cache, so that the previous worker can store', async () => {
  vi.useFakeTimers();
  const old = shellOf('a');
  await old.install();
  server['/unsupported-browser.js'] = 404;
  const installed = expect(shellOf('b').install()).rejects.toThrow('/unsupported-browser.js');
  await vi.advanceTimersByTimeAsync(26_000);
  await installed;
  expect([...kept.keys()]).toEqual(['shell-a']);
});

test('a worker with the same files does not delete their cache if its installation fails', async () => {
  vi.useFakeTimers();
  await shellOf('a').install();
  server['/unsupported-browser.js'] = 404;
  const installed = expect(shellOf('a').install()).rejects.toThrow();
  await vi.advanceTimersByTimeAsync(26_000);
  await installed;
  expect(kept.get('shell-a')?.has('/index.html')).toBe(true);
});

test('the next version deletes the files of the one before, and no other caches', async () => {
  await shellOf('a').install();
  cacheOf('pictures of someone');
  server = {
    '/index.html': '<script src="/assets/two.js">',
    '/assets/two.js': 'two',
    '/unsupported-browser.js': 'old browser',
  };
  const next = shellOf('b', '/assets/two.js');
  await next.install();
  await next.activate();
  expect([...kept.keys()]).toEqual(['pictures of someone', 'shell-b']);
  expect(await textOf(next.answer(request('/home', 'navigate')))).toContain('two.js');
});

test('an old worker that still answers a request does not create its deleted cache again', async () => {
  const old = shellOf('a');
  await old.install();
  await old.answer(request('/assets/one.js'));
  const next = shellOf('b', '/assets/one.js');
  await next.install();
  await next.activate();
  await old.answer(request('/assets/one.js'));
  await old.answer(request('/home', 'navigate'));
  await old.renew(`${ORIGIN}/new`);
  expect([...kept.keys()]).toEqual(['shell-b']);
});

test('after a page was opened, the stored page is renewed or the next worker is requested', async () => {
  const shell = shellOf('a');
  await shell.install();
  server['/index.html'] = '<!-- another policy --><script src="/assets/one.js">';
  await shell.renew(`${ORIGIN}/home`);
  const opened = () => textOf(shell.answer(request('/home', 'navigate')));
  expect(await opened()).toContain('another policy');
  server['/index.html'] = '<script src="/assets/two.js">';
  await shell.renew(`${ORIGIN}/home`);
  expect([lookups, await opened()]).toEqual([1, expect.stringContaining('another policy')]);
  server['/index.html'] = 503;
  await shell.renew(`${ORIGIN}/home`);
  expect([lookups, await opened()]).toEqual([1, expect.stringContaining('another policy')]);
});

test('looking for the next worker does not keep this one busy', async () => {
  const shell = shellOf('a');
  await shell.install();
  answerLookup = () => new Promise(() => {});
  server['/index.html'] = '<script src="/assets/two.js">';
  await shell.renew(`${ORIGIN}/home`);
  expect(lookups).toBe(1);
});

test('a 404 of the server is passed on and not kept', async () => {
  const shell = shellOf('a');
  server['/assets/one.js'] = 404;
  expect((await shell.answer(request('/assets/one.js')))?.status).toBe(404);
  server['/assets/one.js'] = 'one';
  expect(await textOf(shell.answer(request('/assets/one.js')))).toBe('one');
});

test('after the cache is cleared, files are fetched and cached again, and the page is fetched', async () => {
  const shell = shellOf('a');
  server['/assets/old.js'] = 'old';
  asked = [];
  await shell.answer(request('/assets/one.js'));
  await shell.answer(request('/assets/one.js'));
  await shell.answer(request('/home', 'navigate'));
  // A file of the previous version, for a page that is still open.
  await shell.answer(request('/assets/old.js'));
  expect(asked).toEqual(['/assets/one.js', '/home', '/assets/old.js']);
  expect([...(kept.get('shell-a')?.keys() ?? [])]).toEqual(['/assets/one.js']);
});
