import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beginFirstRender, endFirstRender, fetchAfterRender } from './first-render.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Asks, and notes when the answer is given. */
function ask(): { isAnswered: boolean } {
  const seen = { isAnswered: false };
  void fetchAfterRender(async () => new Response('yes'))('/api/home', {}).then(() => {
    seen.isAnswered = true;
  });
  return seen;
}

test('answers wait for the first render, and not for later ones', async () => {
  beginFirstRender();
  const first = ask();
  await vi.advanceTimersByTimeAsync(1000);
  expect(first.isAnswered).toBe(false);
  endFirstRender();
  const second = ask();
  await vi.advanceTimersByTimeAsync(0);
  expect([first.isAnswered, second.isAnswered]).toEqual([true, true]);
});

test('without a finished first render they are passed on after two seconds', async () => {
  beginFirstRender();
  const one = ask();
  await vi.advanceTimersByTimeAsync(1999);
  expect(one.isAnswered).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(one.isAnswered).toBe(true);
});

test('a caller that waits for the first render before it begins waits until it has ended', async () => {
  vi.resetModules();
  const fresh = await import('./first-render.ts');
  const after = vi.fn();
  void fresh.firstRender().then(after);
  await vi.advanceTimersByTimeAsync(5000);
  fresh.beginFirstRender();
  await vi.advanceTimersByTimeAsync(0);
  expect(after).not.toHaveBeenCalled();
  fresh.endFirstRender();
  await vi.advanceTimersByTimeAsync(0);
  expect(after).toHaveBeenCalledOnce();
});
