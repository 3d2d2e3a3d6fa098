import { expect, test } from 'vitest';
import { createProgressOutbox } from './progress-outbox.ts';

function reading({ online = true, readerId = 1 } = {}) {
  const held = new Map<string, string>();
  const around = { online, readerId, clock: 1_000, sent: [] as unknown[], held: [] as (() => void)[], slow: false };
  const storage = {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  };
  const open = () =>
    createProgressOutbox({
      storage,
      now: () => around.clock,
      readerId: () => around.readerId,
      async send(payload) {
        if (around.slow) await new Promise<void>((resolve) => around.held.push(resolve));
        if (around.online) around.sent.push(payload);
        return around.online;
      },
    });
  return { around, storage, open };
}

test('the newest position of a chapter is sent, with how long ago it was read', async () => {
  const { around, storage, open } = reading();
  const outbox = open();
  outbox.note(7, { page: 1, offset: 0.5 }, false);
  outbox.note(7, { page: 2, offset: 0.25 }, false);
  around.clock += 400;
  expect(await outbox.flush()).toBe(true);
  expect(around.sent).toEqual([{ chapterId: 7, page: 2, offset: 0.25, ageMs: 400 }]);
  expect(storage.getItem('progress')).toBeNull();
  expect(await outbox.flush()).toBe(false);
});

test('what could not be sent outlives the page and is sent with its true age', async () => {
  const { around, open } = reading({ online: false });
  const before = open();
  before.note(7, { page: 3, offset: 0 }, true);
  expect(await before.flush()).toBe(false);
  Object.assign(around, { online: true, clock: 61_000 });
  await open().flush();
  expect(around.sent).toEqual([{ chapterId: 7, page: 3, offset: 0, finished: true, ageMs: 60_000 }]);
});

test('a chapter read to its end stays finished when the reader goes back before it is sent', async () => {
  const { around, open } = reading();
  const outbox = open();
  outbox.note(7, { page: 9, offset: 0.1 }, true);
  outbox.note(7, { page: 4, offset: 0 }, false);
  await outbox.flush();
  expect(around.sent).toMatchObject([{ page: 4, finished: true }]);
});

test('a position read while an older one is being sent is sent after it', async () => {
  const { around, open } = reading();
  const outbox = open();
  around.slow = true;
  outbox.note(7, { page: 1, offset: 0 }, false);
  const first = outbox.flush();
  outbox.note(7, { page: 2, offset: 0 }, false);
  for (const go of around.held) go();
  await first;
  around.slow = false;
  await outbox.flush();
  expect(around.sent).toMatchObject([{ page: 1 }, { page: 2 }]);
});

test('positions of another reader are not sent as this one’s', async () => {
  const { around, open } = reading({ online: false });
  const outbox = open();
  outbox.note(7, { page: 1, offset: 0 }, false);
  Object.assign(around, { online: true, readerId: 2 });
  expect(await outbox.flush()).toBe(false);
  expect(around.sent).toEqual([]);
});

test('a clock put back makes no place of the future', async () => {
  const { around, open } = reading();
  const outbox = open();
  outbox.note(7, { page: 1, offset: 0 }, false);
  around.clock = 10;
  await outbox.flush();
  expect(around.sent).toMatchObject([{ ageMs: 0 }]);
});

test.each(['{', '{"a":1}', '[[7]]', '[["x",{"page":1}]]'])('a damaged store %s is an empty one', async (text) => {
  const { around, storage, open } = reading();
  storage.setItem('progress', text);
  expect(await open().flush()).toBe(false);
  expect(around.sent).toEqual([]);
});

test('what has been dropped is no longer sent, not by the next page either', async () => {
  const { around, storage, open } = reading();
  const outbox = open();
  outbox.note(7, { page: 1, offset: 0.5 }, false);
  outbox.forget();
  expect(storage.getItem('progress')).toBeNull();
  await outbox.flush();
  await open().flush();
  expect(around.sent).toEqual([]);
});
