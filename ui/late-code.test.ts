import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lateCode } from './late-code.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('code that can not be loaded is loaded again every five seconds, and once for all who wait', async () => {
  const load = vi.fn(async () => 'code');
  load.mockRejectedValueOnce(new Error('offline')).mockRejectedValueOnce(new Error('offline'));
  const code = lateCode(load);
  const got: string[] = [];
  for (let uses = 0; uses < 2; uses += 1) void code().then((loaded) => got.push(loaded));
  await vi.advanceTimersByTimeAsync(9_999);
  expect([load.mock.calls.length, got]).toEqual([2, []]);
  await vi.advanceTimersByTimeAsync(1);
  expect([load.mock.calls.length, got]).toEqual([3, ['code', 'code']]);
  expect(await code()).toBe('code');
  expect(load).toHaveBeenCalledTimes(3);
});
