import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { comicInfo } from '#contract/calls/comic';
import { fakeEnvironment, ok, refused } from '../testing/fake-environment.ts';
import { DuplicateRequest } from './duplicate-block.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a call refused with 2009 is made again once the reader has confirmed to be of age, a second after the first', async () => {
  const { send, seen } = fakeEnvironment((_sent, count) =>
    count === 1 ? refused(2009, '需要确认年龄') : ok({ id: 7 }),
  );
  seen.confirmsAge = true;
  const answered = send(comicInfo, { id: 7 });
  await vi.advanceTimersByTimeAsync(999);
  expect(seen.sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await answered).toMatchObject({ status: 1, data: { id: 7 } });
  expect(seen).toMatchObject({ askedForAge: 1, toasts: ['需要确认年龄'], running: 0 });
  // The repeat counts as sent: its own twin is a duplicate.
  await expect(send(comicInfo, { id: 7 })).rejects.toThrow(DuplicateRequest);
});

test('without the confirmation the call is refused', async () => {
  const { send, seen } = fakeEnvironment(() => refused(2009, '需要确认年龄'));
  expect(await send(comicInfo, { id: 7 })).toMatchObject({ code: 2009, data: null });
  expect(seen).toMatchObject({ askedForAge: 1, toasts: ['需要确认年龄'], running: 0 });
  expect(seen.sent).toHaveLength(1);
});

test('a background call opens no age dialog', async () => {
  const { send, seen } = fakeEnvironment(() => refused(2009, '需要确认年龄'));
  seen.confirmsAge = true;
  expect(await send(comicInfo, { id: 7 }, { background: true })).toMatchObject({ code: 2009 });
  expect(seen).toMatchObject({ askedForAge: 0, toasts: [] });
});
