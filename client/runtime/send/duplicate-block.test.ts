import { expect, test, vi } from 'vitest';
import { createDuplicateBlock, DuplicateRequest } from './duplicate-block.ts';

test('each request is blocked for its own second', () => {
  let now = 0;
  const { pass } = createDuplicateBlock(() => now);
  pass('/api/home', '');
  now = 600;
  pass('/api/new', '');
  pass('/api/home', '{"genre":1}');
  now = 999;
  expect(() => pass('/api/home', '')).toThrow(DuplicateRequest);
  now = 1000;
  pass('/api/home', '');
  now = 1599;
  expect(() => pass('/api/new', '')).toThrow('blocked for 1 second');
  now = 1600;
  pass('/api/new', '');
});

test('its error has a name of its own, for the log', () => {
  expect(String(new DuplicateRequest('/api/home'))).toMatch(/^DuplicateRequest: Request to \/api\/home /);
});

test('if two calls with the same request wait, the second waits a second longer', async () => {
  vi.useFakeTimers();
  const { pass, waitAndPass } = createDuplicateBlock(() => Date.now());
  pass('/api/home', '');
  const passed: number[] = [];
  const began = Date.now();
  // The second waits again, because the first has been sent when its time is over.
  void waitAndPass('/api/home', '').then(() => passed.push(Date.now() - began));
  await vi.advanceTimersByTimeAsync(400);
  void waitAndPass('/api/home', '').then(() => passed.push(Date.now() - began));
  await vi.advanceTimersByTimeAsync(1599);
  expect(passed).toEqual([1000]);
  await vi.advanceTimersByTimeAsync(1);
  expect(passed).toEqual([1000, 2000]);
  vi.useRealTimers();
});
