import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ALONE_MS, firstAlone } from './first-alone.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Loads that the test ends, by address. */
function stage() {
  const started: string[] = [];
  const cancelled: string[] = [];
  const ends = new Map<string, { resolve: (source: string) => void; reject: (why: Error) => void }>();
  const load = firstAlone((url) => {
    started.push(url);
    const source = new Promise<string>((resolve, reject) => ends.set(url, { resolve, reject }));
    return { source, cancel: () => cancelled.push(url) };
  });
  return { started, cancelled, ends, load: (url: string) => load(url, () => 0, url) };
}

test('the others start when the first picture is loaded, and later ones at once', async () => {
  const { started, ends, load } = stage();
  load('a');
  const second = load('b');
  expect(started).toEqual(['a']);
  ends.get('a')?.resolve('data:a');
  await vi.advanceTimersByTimeAsync(0);
  expect(started).toEqual(['a', 'b']);
  ends.get('b')?.resolve('data:b');
  expect(await second.source).toBe('data:b');
  load('c');
  expect(started).toEqual(['a', 'b', 'c']);
});

test('they also start when it fails, when it is cancelled, and after a second', async () => {
  const [failing, leaving, slow] = [stage(), stage(), stage()];
  failing.load('a').source.catch(() => undefined);
  failing.load('b');
  failing.ends.get('a')?.reject(new Error('404'));
  const first = leaving.load('a');
  leaving.load('b');
  first.cancel();
  slow.load('a');
  slow.load('b');
  await vi.advanceTimersByTimeAsync(ALONE_MS - 1);
  expect([failing, leaving, slow].map(({ started }) => started.length)).toEqual([2, 2, 1]);
  await vi.advanceTimersByTimeAsync(1);
  expect(slow.started).toEqual(['a', 'b']);
  // Once each, also if the first one comes in the end.
  slow.ends.get('a')?.resolve('data:a');
  await vi.advanceTimersByTimeAsync(0);
  expect(slow.started).toEqual(['a', 'b']);
});

test('a picture that is cancelled while waiting never starts, and a started one is stopped', async () => {
  const { started, cancelled, ends, load } = stage();
  load('a');
  load('b').cancel();
  const later = load('d');
  ends.get('a')?.resolve('data:a');
  await vi.advanceTimersByTimeAsync(0);
  expect(started).toEqual(['a', 'd']);
  later.cancel();
  const third = load('c');
  third.cancel();
  expect(cancelled).toEqual(['d', 'c']);
});
