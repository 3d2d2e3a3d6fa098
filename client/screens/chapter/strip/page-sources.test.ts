import { expect, test } from 'vitest';
import { createPageSources } from './page-sources.ts';

/** Loads that the test ends, by address. */
function createSources(limit?: number, fetchPresentUrl: (key: string) => Promise<string | null> = async () => null) {
  const requested: string[] = [];
  const cancelled: string[] = [];
  const open = new Map<string, { resolve: (source: string) => void; reject: (why: unknown) => void }>();
  const sources = createPageSources({
    limit,
    fetchPresentUrl,
    isExpired: (failure) => failure === 403,
    load(url) {
      requested.push(url);
      const source = new Promise<string>((resolve, reject) => open.set(url, { resolve, reject }));
      return { source, cancel: () => cancelled.push(url) };
    },
  });
  const setTargets = (...keys: string[]) =>
    sources.setTargets(keys.map((key, distance) => ({ key, url: `/${key}`, distance })));
  const settle = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
  return {
    sources,
    requested,
    cancelled,
    setTargets,
    arrive(url: string) {
      open.get(url)?.resolve(`data:${url}`);
      return settle();
    },
    refuse(url: string, why: unknown) {
      open.get(url)?.reject(why);
      return settle();
    },
    state: (key: string) => sources.get(key).state,
  };
}

test('a target is loaded once, and its listener called', async () => {
  const { sources, requested, setTargets, arrive, state } = createSources();
  let calls = 0;
  sources.subscribe('a', () => {
    calls += 1;
  });
  setTargets('a', 'b');
  setTargets('b', 'a');
  await arrive('/a');
  expect(requested).toEqual(['/a', '/b']);
  expect(sources.get('a')).toEqual({ state: 'ready', source: 'data:/a' });
  expect(state('b')).toBe('loading');
  expect(calls).toBe(2);
});

test('a load that is no longer a target is cancelled and may start again', async () => {
  const { requested, cancelled, setTargets, arrive, state } = createSources();
  setTargets('a');
  setTargets('b');
  expect(cancelled).toEqual(['/a']);
  await arrive('/a');
  expect(state('a')).toBe('empty');
  setTargets('a');
  expect(requested).toEqual(['/a', '/b', '/a']);
});

test('never more than the limit stay decoded, and the most recent targets stay longest', async () => {
  const { setTargets, arrive, state } = createSources(2);
  for (const key of ['a', 'b', 'c']) {
    setTargets(key);
    await arrive(`/${key}`);
  }
  expect(['a', 'b', 'c'].map(state)).toEqual(['empty', 'ready', 'ready']);
});

test('an expired address is fetched anew once, and the image goes on at the same place', async () => {
  const renewed: string[] = [];
  const { requested, setTargets, arrive, refuse, state } = createSources(undefined, async (key) => {
    renewed.push(key);
    return '/a?new';
  });
  setTargets('a');
  await refuse('/a', 403);
  expect(state('a')).toBe('loading');
  await arrive('/a?new');
  expect(requested).toEqual(['/a', '/a?new']);
  expect(renewed).toEqual(['a']);
  expect(state('a')).toBe('ready');
});

test('a renewed address that is refused as well is renewed no more', async () => {
  let renewals = 0;
  const { requested, setTargets, refuse, state } = createSources(undefined, async () => {
    renewals += 1;
    return `/a?${renewals}`;
  });
  setTargets('a');
  await refuse('/a', 403);
  await refuse('/a?1', 403);
  expect(state('a')).toBe('failed');
  expect(renewals).toBe(1);
  expect(requested).toEqual(['/a', '/a?1']);
});

test.each([
  ['the address is refused again', async () => '/a'],
  ['there is no new address', async () => null],
  ['the chapter can not be fetched', async () => Promise.reject(new Error('offline'))],
])('an image fails when %s, and 重试 loads it again', async (_name, renew) => {
  const { sources, requested, setTargets, arrive, refuse, state } = createSources(undefined, renew);
  setTargets('a');
  await refuse('/a', 403);
  expect(state('a')).toBe('failed');
  setTargets('a');
  expect(requested).toHaveLength(1);
  sources.retry('a');
  await arrive('/a');
  expect(state('a')).toBe('ready');
});

test('after leaving nothing arrives any more', async () => {
  const { sources, cancelled, setTargets, arrive, state } = createSources();
  setTargets('a');
  sources.dispose();
  expect(cancelled).toEqual(['/a']);
  await arrive('/a');
  expect(state('a')).toBe('empty');
});
