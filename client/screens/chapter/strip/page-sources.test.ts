import { expect, test } from 'vitest';
import { createPageSources } from './page-sources.ts';

/** Loads that end only when told, by address. */
function stand(limit?: number, renew: (key: string) => Promise<string | null> = async () => null) {
  const asked: string[] = [];
  const cancelled: string[] = [];
  const open = new Map<string, { resolve: (source: string) => void; reject: (why: unknown) => void }>();
  const sources = createPageSources({
    limit,
    fetchPresentUrl: renew,
    isExpired: (failure) => failure === 403,
    load(url) {
      asked.push(url);
      const source = new Promise<string>((resolve, reject) => open.set(url, { resolve, reject }));
      return { source, cancel: () => cancelled.push(url) };
    },
  });
  const want = (...keys: string[]) =>
    sources.setTargets(keys.map((key, distance) => ({ key, url: `/${key}`, distance })));
  const settle = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
  return {
    sources,
    asked,
    cancelled,
    want,
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

test('what is wanted is loaded once, and told', async () => {
  const { sources, asked, want, arrive, state } = stand();
  let told = 0;
  sources.subscribe('a', () => {
    told += 1;
  });
  want('a', 'b');
  want('b', 'a');
  await arrive('/a');
  expect(asked).toEqual(['/a', '/b']);
  expect(sources.get('a')).toEqual({ state: 'ready', source: 'data:/a' });
  expect(state('b')).toBe('loading');
  expect(told).toBe(2);
});

test('a load that is wanted no longer is cancelled and may be asked for again', async () => {
  const { asked, cancelled, want, arrive, state } = stand();
  want('a');
  want('b');
  expect(cancelled).toEqual(['/a']);
  await arrive('/a');
  expect(state('a')).toBe('empty');
  want('a');
  expect(asked).toEqual(['/a', '/b', '/a']);
});

test('never more than the limit stay decoded, and what was wanted last stays longest', async () => {
  const { want, arrive, state } = stand(2);
  for (const key of ['a', 'b', 'c']) {
    want(key);
    await arrive(`/${key}`);
  }
  expect(['a', 'b', 'c'].map(state)).toEqual(['empty', 'ready', 'ready']);
});

test('an expired address is fetched anew once, and the image goes on at the same place', async () => {
  const renewed: string[] = [];
  const { asked, want, arrive, refuse, state } = stand(undefined, async (key) => {
    renewed.push(key);
    return '/a?new';
  });
  want('a');
  await refuse('/a', 403);
  expect(state('a')).toBe('loading');
  await arrive('/a?new');
  expect(asked).toEqual(['/a', '/a?new']);
  expect(renewed).toEqual(['a']);
  expect(state('a')).toBe('ready');
});

test('a renewed address that is refused as well is renewed no more', async () => {
  let renewals = 0;
  const { asked, want, refuse, state } = stand(undefined, async () => {
    renewals += 1;
    return `/a?${renewals}`;
  });
  want('a');
  await refuse('/a', 403);
  await refuse('/a?1', 403);
  expect(state('a')).toBe('failed');
  expect(renewals).toBe(1);
  expect(asked).toEqual(['/a', '/a?1']);
});

test.each([
  ['the address is refused again', async () => '/a'],
  ['there is no new address', async () => null],
  ['the chapter can not be fetched', async () => Promise.reject(new Error('offline'))],
])('an image fails when %s, and 重试 loads it again', async (_name, renew) => {
  const { sources, asked, want, arrive, refuse, state } = stand(undefined, renew);
  want('a');
  await refuse('/a', 403);
  expect(state('a')).toBe('failed');
  want('a');
  expect(asked).toHaveLength(1);
  sources.retry('a');
  await arrive('/a');
  expect(state('a')).toBe('ready');
});

test('after leaving nothing arrives any more', async () => {
  const { sources, cancelled, want, arrive, state } = stand();
  want('a');
  sources.dispose();
  expect(cancelled).toEqual(['/a']);
  await arrive('/a');
  expect(state('a')).toBe('empty');
});
