import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubPage } from '../runtime/testing/fake-page.ts';
import { isReplaced, reloadOnNewVersion } from './new-version.ts';

const NOW = Date.parse('2026-11-20T04:00:00Z');
const NEW_PAGE = '<script type="module" src="/assets/new.js"></script>';
const OLD_PAGE = '<script type="module" src="/assets/old.js"></script>';
let served: Response | Error;
let stage: ReturnType<typeof stubPage>;
const reload = vi.fn();

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  stage = stubPage();
  reload.mockReset();
  vi.stubGlobal('location', { reload });
  Object.assign(stage.document, { querySelector: () => ({ getAttribute: () => '/assets/old.js' }) });
  vi.stubGlobal('fetch', async () => {
    if (served instanceof Error) throw served;
    return served.clone();
  });
  served = new Response(NEW_PAGE);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function failToLoad() {
  stage.page.dispatchEvent(new Event('vite:preloadError'));
  await vi.advanceTimersByTimeAsync(0);
}

test('a page is replaced where the server names another entry script', async () => {
  expect(await isReplaced()).toBe(true);
  served = new Response(OLD_PAGE);
  expect(await isReplaced()).toBe(false);
});

test.each([
  ['the network fails', new TypeError('Failed to fetch')],
  ['the server has a fault', new Response(NEW_PAGE, { status: 503 })],
])('a page is not replaced because %s', async (_name, answer) => {
  served = answer;
  expect(await isReplaced()).toBe(false);
});

test('a page without an entry script, as during development, is never replaced', async () => {
  Object.assign(stage.document, { querySelector: () => null });
  expect(await isReplaced()).toBe(false);
  Object.assign(stage.document, { querySelector: () => ({ getAttribute: () => null }) });
  expect(await isReplaced()).toBe(false);
});

test('code that is gone reloads the page once in ten seconds, not again and again', async () => {
  reloadOnNewVersion();
  await failToLoad();
  expect(reload).toHaveBeenCalledTimes(1);
  expect(stage.session.get('reloadedAt')).toBe(String(NOW));
  vi.setSystemTime(NOW + 9_999);
  await failToLoad();
  expect(reload).toHaveBeenCalledTimes(1);
  vi.setSystemTime(NOW + 10_000);
  await failToLoad();
  expect(reload).toHaveBeenCalledTimes(2);
});

test('where only the network failed the page stays as it is', async () => {
  served = new TypeError('Failed to fetch');
  reloadOnNewVersion();
  await failToLoad();
  expect(reload).not.toHaveBeenCalled();
  expect(stage.session.size).toBe(0);
});
