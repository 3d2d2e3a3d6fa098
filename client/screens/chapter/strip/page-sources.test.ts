import { expect, test } from 'vitest';
import { createPageSources } from './page-sources.ts';

/** Loads that the test ends, by address. */
function createSources(limit?: number, fetchCurrentUrl: (key: string) => Promise<string | null> = async () => null) {
  const requested: string[] = [];
  const cancelled: string[] = [];
  const open = new Map<string, { resolve: (source: string) => void; reject: (why: unknown) => void }>();
  const sources = createPageSources({
    limit,
    fetchCurrentUrl,
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

test('an expired address is renewed once, and the image stays in its place', async () => {
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

test('a renewed address that is also refused is not renewed again', async () => {
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

test('after the screen is left nothing is delivered', async () => {
  const { sources, cancelled, setTargets, arrive, state } = createSources();
  setTargets('a');
  sources.dispose();
  expect(cancelled).toEqual(['/a']);
  await arrive('/a');
  expect(state('a')).toBe('empty');
});

test('only current listeners are called', async () => {
  const { sources, setTargets, arrive } = createSources();
  const calls: string[] = [];
  const stop = sources.subscribe('a', () => calls.push('first'));
  sources.subscribe('a', () => calls.push('second'));
  stop();
  setTargets('a');
  await arrive('/a');
  expect(calls).toEqual(['second', 'second']);
});

test('an image that cannot be drawn has failed, and 重试 loads it again; a loading one continues', async () => {
  const { sources, requested, setTargets, arrive, state } = createSources();
  setTargets('a');
  sources.markUndrawable('a');
  sources.retry('a');
  expect([state('a'), requested.length]).toEqual(['loading', 1]);
  await arrive('/a');
  sources.retry('a');
  expect([state('a'), requested.length]).toEqual(['ready', 1]);
  sources.markUndrawable('a');
  expect(sources.get('a')).toEqual({ state: 'failed', source: null });
  sources.retry('a');
  expect([state('a'), requested.length]).toEqual(['loading', 2]);
});

test('former targets are released farthest first, and targets never', async () => {
  const { setTargets, arrive, state } = createSources(3);
  setTargets('a', 'b', 'c');
  for (const url of ['/a', '/b', '/c']) await arrive(url);
  setTargets('a', 'b', 'c');
  setTargets('d', 'b');
  await arrive('/d');
  expect(['a', 'b', 'c', 'd'].map(state)).toEqual(['ready', 'ready', 'empty', 'ready']);
  setTargets('a', 'b', 'c', 'd');
  await arrive('/c');
  // All four are targets: more than the limit, but none that could be spared.
  expect(['a', 'b', 'c', 'd'].map(state)).toEqual(['ready', 'ready', 'ready', 'ready']);
});

test('a source that was released is loaded from its current address', async () => {
  const { sources, requested, setTargets, arrive } = createSources(1);
  setTargets('a');
  await arrive('/a');
  setTargets('b');
  await arrive('/b');
  sources.setTargets([{ key: 'a', url: '/a?signed-anew', distance: 0 }]);
  expect(requested).toEqual(['/a', '/b', '/a?signed-anew']);
});

test('an image that is dropped while its address is renewed is not loaded', async () => {
  let renew: (url: string) => void = () => undefined;
  const { requested, setTargets, refuse, state } = createSources(
    undefined,
    () => new Promise((resolve) => (renew = resolve)),
  );
  setTargets('a');
  await refuse('/a', 403);
  setTargets();
  await refuse('/a', 403);
  renew('/a?new');
  await refuse('/a', 403);
  expect([requested, state('a')]).toEqual([['/a'], 'empty']);
});

test('an image refused for another reason fails at once, without a new address', async () => {
  let renewals = 0;
  const { setTargets, refuse, state } = createSources(undefined, async () => {
    renewals += 1;
    return '/a?new';
  });
  setTargets('a');
  await refuse('/a', 500);
  expect([state('a'), renewals]).toEqual(['failed', 0]);
});

test('a load reads the current distance of its source, which is the greatest for a former target', () => {
  const asked: (() => number)[] = [];
  const sources = createPageSources({
    load(_url, distance) {
      asked.push(distance);
      return { source: new Promise(() => {}), cancel: () => undefined };
    },
    isExpired: () => false,
    fetchCurrentUrl: async () => null,
  });
  const target = (distance: number) => [{ key: 'a', url: '/a', distance }];
  sources.setTargets(target(5));
  sources.setTargets(target(2));
  expect(asked.map((distance) => distance())).toEqual([2]);
  sources.setTargets([]);
  expect(asked.map((distance) => distance())).toEqual([Number.MAX_VALUE]);
});

test('subscribers of targets are called for each new list', () => {
  const { sources, setTargets } = createSources();
  const seen: boolean[] = [];
  const stop = sources.subscribeTargets(() => seen.push(sources.isTarget('b')));
  setTargets('a');
  setTargets('b');
  stop();
  setTargets('a');
  expect(seen).toEqual([false, true]);
  expect(sources.isTarget('b')).toBe(false);
});

test('an image that failed is loaded again under another address, and not under the same', async () => {
  const { sources, requested, setTargets, refuse, arrive, state } = createSources();
  setTargets('a');
  await refuse('/a', 500);
  setTargets('a');
  expect(requested).toEqual(['/a']);
  sources.setTargets([{ key: 'a', url: '/a?new', distance: 0 }]);
  await arrive('/a?new');
  sources.setTargets([{ key: 'a', url: '/a?newer', distance: 0 }]);
  expect([requested, state('a')]).toEqual([['/a', '/a?new'], 'ready']);
});

test('the pictures in view are the loaded ones at a distance below one', async () => {
  const { sources, arrive } = createSources();
  const at = (key: string, distance: number) => ({ key, url: `/${key}`, distance });
  sources.setTargets(['a', 'b', 'c', 'd', 'e'].map((key, n) => at(key, [-2, 0, 0.9, 1, 0][n] ?? 0)));
  for (const key of ['a', 'b', 'c', 'd']) await arrive(`/${key}`);
  expect(sources.seen()).toEqual(['/a', '/b', '/c'].map((url) => ({ url, source: `data:${url}` })));
  sources.setTargets([at('d', 0)]);
  expect(sources.seen()).toEqual([{ url: '/d', source: 'data:/d' }]);
});

test('the renewal of an address can check which pages are loaded', async () => {
  const reports: boolean[][] = [];
  const renew = async (_key: string, isLoaded?: (key: string) => boolean) => {
    reports.push(['1', '2', '3', '4'].map((key) => isLoaded?.(key) ?? false));
    return null;
  };
  const { setTargets, arrive, refuse } = createSources(undefined, renew);
  setTargets('1/0', '2/0', '3/1', '4/0');
  await arrive('/1/0');
  await arrive('/3/1');
  await refuse('/4/0', 403);
  expect(reports).toEqual([[true, false, false, false]]);
});
