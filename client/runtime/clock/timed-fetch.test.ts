import { afterEach, expect, test, vi } from 'vitest';
import { learnServerTime, serverNow, setBuildListener, setExpiresListener, timedFetch } from './server-clock.ts';

const NOW = Date.parse('2026-11-20T04:00:00Z');
const HOUR_MS = 3_600_000;
vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
afterEach(() => vi.unstubAllGlobals());

/** A server that is an hour ahead. */
function serve(headers: Record<string, string> = {}) {
  const fetch = vi.fn(
    async () => new Response('', { headers: { date: new Date(NOW + HOUR_MS).toUTCString(), ...headers } }),
  );
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

test('each fetch learns the server’s time, and reports when its answer expires', async () => {
  const noted = vi.fn();
  setExpiresListener(noted);
  const fetch = serve({ expires: 'then' });
  await timedFetch('/api/home', { method: 'POST' });
  expect(fetch).toHaveBeenCalledWith('/api/home', { method: 'POST' });
  expect(Math.abs(serverNow() - NOW - HOUR_MS)).toBeLessThanOrEqual(500);
  expect(noted.mock.calls).toEqual([['/api/home', 'then']]);
  serve();
  await timedFetch('/api/new', {});
  expect(noted).toHaveBeenCalledTimes(1);
});

test('equal bounds give the exact time', () => {
  const date = (ms: number) => new Date(NOW + 2 * HOUR_MS + ms).toUTCString();
  learnServerTime(date(0), NOW, NOW);
  // Between 0 and 1000 ms ahead of two hours; now between 1000 and 2000.
  learnServerTime(date(1000), NOW, NOW);
  expect(serverNow() - NOW).toBe(2 * HOUR_MS + 1000);
});

test('an answer of another build, for which the page reloads, is not passed on', async () => {
  setBuildListener((build) => build === 'newer');
  serve({ 'x-build': 'own' });
  await timedFetch('/api/home', {});
  serve({ 'x-build': 'newer' });
  const handed = vi.fn();
  void timedFetch('/api/home', {}).then(handed);
  await new Promise((resolve) => setTimeout(resolve));
  expect(handed).not.toHaveBeenCalled();
});
