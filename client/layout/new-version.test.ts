import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubPage } from '../runtime/testing/fake-page.ts';

const NOW = Date.parse('2026-11-20T04:00:00Z');
const page = (entry: string) => new Response(`<script type="module" src="${entry}"></script>`);
const OLD = '/assets/old.js';
const NEW = '/assets/new.js';
let served: Response | Error;
let stage: ReturnType<typeof stubPage>;
let reloadFromServer: () => Promise<void>;
let answerWith: (build: string) => boolean;
let offers: () => boolean;
const reload = vi.fn();
/** The addresses dropped from the caches of the service worker. */
const dropped: string[] = [];

beforeEach(async () => {
  vi.useFakeTimers({ now: NOW });
  vi.resetModules();
  stage = stubPage();
  reload.mockReset();
  dropped.length = 0;
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('caches', {
    keys: async () => ['shell-1', 'shell-2'],
    open: async (name: string) => ({ delete: async (address: string) => dropped.push(name + address) }),
  });
  begunWith(OLD);
  vi.stubGlobal('fetch', async () => {
    if (served instanceof Error) throw served;
    return served.clone();
  });
  served = page(NEW);
  const clock = await import('../runtime/clock/server-clock.ts');
  const { useNotices } = await import('../notices.ts');
  answerWith = () => false;
  vi.spyOn(clock, 'setBuildListener').mockImplementation((listen) => {
    answerWith = listen;
  });
  offers = () => useNotices.getState().newVersion;
  const versions = await import('./new-version.ts');
  reloadFromServer = versions.reloadFromServer;
  versions.followVersions();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function begunWith(entry: string | null) {
  Object.assign(stage.document, { querySelector: () => entry && { getAttribute: () => entry } });
}

async function failToLoad() {
  stage.page.dispatchEvent(new Event('vite:preloadError'));
  await vi.advanceTimersByTimeAsync(0);
}

test('a cached page is reloaded at the first answer of a newer server, without using the answer', async () => {
  expect(answerWith(NEW)).toBe(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(dropped).toEqual(['shell-1/index.html', 'shell-2/index.html']);
  expect(offers()).toBe(false);
});

test('a page that is open during an update continues, and offers to reload once for each version', () => {
  expect([answerWith(OLD), offers()]).toEqual([false, false]);
  expect([answerWith(NEW), offers()]).toEqual([false, true]);
  expect(reload).not.toHaveBeenCalled();
});

test('with servers of different versions a page is reloaded at most once in ten seconds; otherwise it offers the reload', async () => {
  stage.session.set('reloadedAt', String(NOW - 9_999));
  expect([answerWith(NEW), offers()]).toEqual([false, true]);
  vi.setSystemTime(NOW + 1);
  expect(answerWith(NEW)).toBe(true);
  expect(answerWith(NEW)).toBe(false);
});

test('a declined offer returns only for another version', async () => {
  answerWith(OLD);
  answerWith(NEW);
  const { useNotices } = await import('../notices.ts');
  useNotices.setState({ newVersion: false });
  answerWith(NEW);
  expect(offers()).toBe(false);
  answerWith('/assets/newer.js');
  expect(offers()).toBe(true);
});

test('a page without an entry script, as during development, is never reloaded', async () => {
  begunWith(null);
  expect([answerWith(NEW), offers()]).toEqual([false, false]);
  await failToLoad();
  expect(reload).not.toHaveBeenCalled();
});

test('without a service worker, as over plain http, a page is reloaded too', async () => {
  vi.stubGlobal('caches', undefined);
  await reloadFromServer();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('missing code reloads the page once in ten seconds', async () => {
  await failToLoad();
  expect(reload).toHaveBeenCalledTimes(1);
  expect(stage.session.get('reloadedAt')).toBe(String(NOW));
  await vi.advanceTimersByTimeAsync(9_999);
  await failToLoad();
  expect(reload).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  await failToLoad();
  expect(reload).toHaveBeenCalledTimes(2);
});

test.each([
  ['the network fails', () => new TypeError('Failed to fetch')],
  ['the server has a fault', () => new Response('', { status: 503 })],
  ['the page is the same', () => page(OLD)],
])('code that fails to load because %s does not reload the page', async (_name, answer) => {
  served = answer();
  await failToLoad();
  expect(reload).not.toHaveBeenCalled();
});
