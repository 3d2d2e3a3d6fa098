import { expect, test } from 'vitest';
import { createProgressOutbox } from './progress-outbox.ts';

function reading({ online = true } = {}) {
  const held = new Map<string, string>();
  const around = {
    online,
    readerId: 1 as number | null,
    clock: 1_000,
    sent: [] as unknown[],
    keepalive: [] as boolean[],
    held: [] as (() => void)[],
    slow: false,
  };
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
      async send(payload, keepalive) {
        around.keepalive.push(keepalive);
        if (around.slow) await new Promise<void>((resolve) => around.held.push(resolve));
        if (around.online) around.sent.push(payload);
        return around.online;
      },
    });
  return { around, storage, open };
}

test('the newest position of a chapter is sent with its age', async () => {
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

test('an unsent position outlives the page and is sent with its true age', async () => {
  const { around, open } = reading({ online: false });
  const before = open();
  before.note(7, { page: 3, offset: 0, atEnd: true }, true);
  expect(await before.flush()).toBe(false);
  Object.assign(around, { online: true, clock: 61_000 });
  await open().flush();
  expect(around.sent).toEqual([{ chapterId: 7, page: 3, offset: 0, finished: true, atEnd: true, ageMs: 60_000 }]);
});

test('a chapter read to its end stays finished when the reader goes back before it is sent', async () => {
  const { around, open } = reading();
  const outbox = open();
  outbox.note(7, { page: 9, offset: 0.1, atEnd: true }, true);
  outbox.note(7, { page: 4, offset: 0 }, false);
  await outbox.flush();
  expect(around.sent).toMatchObject([{ page: 4, finished: true, atEnd: false }]);
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

test('a clock that is set back makes no position in the future', async () => {
  const { around, open } = reading();
  const outbox = open();
  outbox.note(7, { page: 1, offset: 0 }, false);
  around.clock = 10;
  await outbox.flush();
  expect(around.sent).toMatchObject([{ ageMs: 0 }]);
});

test.each([
  '{',
  '{"a":1}',
  '[[7]]',
  '[[7,null]]',
  '[null]',
  '[[7,3]]',
  '[["x",{"page":1,"offset":0,"at":1,"readerId":1}]]',
  '[[7,{"page":1}]]',
])('damaged storage %s counts as empty', async (text) => {
  const { around, storage, open } = reading();
  storage.setItem('progress', text);
  expect(await open().flush()).toBe(false);
  expect(around.sent).toEqual([]);
});

test('dropped positions are not sent, also not by the next page', async () => {
  const { around, storage, open } = reading();
  const outbox = open();
  outbox.note(7, { page: 1, offset: 0.5 }, false);
  outbox.forget();
  expect(storage.getItem('progress')).toBeNull();
  await outbox.flush();
  await open().flush();
  expect(around.sent).toEqual([]);
});

test('a position that is being sent is sent again only if it fails', async () => {
  const { around, open } = reading({ online: false });
  const outbox = open();
  around.slow = true;
  outbox.note(7, { page: 1, offset: 0 }, false);
  const first = outbox.flush();
  expect(await outbox.flush()).toBe(false);
  expect(around.held).toHaveLength(1);
  for (const go of around.held.splice(0)) go();
  expect(await first).toBe(false);
  Object.assign(around, { online: true, slow: false });
  expect(await outbox.flush()).toBe(true);
  expect(around.sent).toMatchObject([{ page: 1 }]);
});

test('the answer to an older position does not let the newer one be sent twice', async () => {
  const { around, open } = reading();
  const outbox = open();
  around.slow = true;
  outbox.note(7, { page: 1, offset: 0 }, false);
  const first = outbox.flush();
  outbox.note(7, { page: 2, offset: 0 }, false);
  const second = outbox.flush();
  around.held.shift()?.();
  await first;
  expect(await outbox.flush()).toBe(false);
  expect(around.held).toHaveLength(1);
  for (const go of around.held) go();
  await second;
  expect(around.sent).toMatchObject([{ page: 1 }, { page: 2 }]);
});

test('without a reader nothing is noted, and pending positions wait', async () => {
  const { around, storage, open } = reading();
  const outbox = open();
  outbox.note(7, { page: 1, offset: 0 }, false);
  around.readerId = null;
  outbox.note(8, { page: 1, offset: 0 }, false);
  expect(await outbox.flush()).toBe(false);
  expect(around.sent).toEqual([]);
  expect(JSON.parse(storage.getItem('progress') ?? '[]')).toMatchObject([[7, { page: 1 }]]);
  around.readerId = 1;
  await outbox.flush();
  expect(around.sent).toMatchObject([{ chapterId: 7 }]);
});

test('an unacknowledged position is known only to its reader, until it is acknowledged', async () => {
  const { around, open } = reading();
  const outbox = open();
  expect(outbox.pendingIn(7)).toBeNull();
  outbox.note(7, { page: 1, offset: 0.5, atEnd: true }, true);
  expect(outbox.pendingIn(7)).toEqual({ place: null });
  outbox.note(7, { page: 1, offset: 0.5 }, true);
  expect(outbox.pendingIn(7)).toEqual({ place: { page: 1, offset: 0.5 } });
  around.readerId = 2;
  expect(outbox.pendingIn(7)).toBeNull();
  around.readerId = 1;
  await outbox.flush();
  expect(outbox.pendingIn(7)).toBeNull();
});

test('another reader’s finished chapter is not this one’s', async () => {
  const { around, open } = reading();
  const outbox = open();
  outbox.note(7, { page: 9, offset: 1 }, true);
  around.readerId = 2;
  outbox.note(7, { page: 4, offset: 0 }, false);
  await outbox.flush();
  expect(around.sent).toEqual([{ chapterId: 7, page: 4, offset: 0, ageMs: 0 }]);
});

test('if there are too many chapters, the last noted ones are stored', () => {
  const { open } = reading();
  const outbox = open();
  for (let id = 1; id <= 201; id += 1) outbox.note(id, { page: 1, offset: 0 }, false);
  outbox.note(1, { page: 2, offset: 0 }, false);
  const next = open();
  expect([1, 2, 3, 4, 201].map((id) => next.pendingIn(id)?.place?.page)).toEqual([2, undefined, 1, 1, 1]);
});

test('requests outlive the page only when it is left', async () => {
  const { around, open } = reading();
  const outbox = open();
  outbox.note(7, { page: 1, offset: 0 }, false);
  await outbox.flush();
  outbox.note(7, { page: 2, offset: 0 }, false);
  await outbox.flush(true);
  expect(around.keepalive).toEqual([false, true]);
});

test('a damaged entry does not affect the others', () => {
  const { storage, open } = reading();
  const entry = [7, { page: 1, offset: 0.5, finished: false, at: 1, readerId: 1 }];
  storage.setItem('progress', JSON.stringify([3, null, entry]));
  expect(open().pendingIn(7)).toEqual({ place: { page: 1, offset: 0.5 } });
});

test('a finished chapter that an earlier version noted opens at its top', () => {
  const { storage, open } = reading();
  storage.setItem('progress', '[[7,{"page":1,"offset":0.5,"finished":true,"at":1,"readerId":1}]]');
  expect(open().pendingIn(7)).toEqual({ place: null });
});

test('two tabs store their positions side by side, and each sends only its own', async () => {
  const { around, open } = reading({ online: false });
  const [first, second] = [open(), open()];
  first.note(7, { page: 1, offset: 0 }, false);
  around.clock += 5;
  second.note(8, { page: 2, offset: 0 }, false);
  second.note(7, { page: 3, offset: 0 }, false);
  await first.flush();
  expect([7, 8].map((id) => open().pendingIn(id)?.place?.page)).toEqual([3, 2]);
  around.online = true;
  await first.flush();
  expect(around.sent).toMatchObject([{ chapterId: 7, page: 1 }]);
  expect([7, 8].map((id) => open().pendingIn(id)?.place?.page)).toEqual([3, 2]);
  await second.flush();
  expect([7, 8].map((id) => open().pendingIn(id))).toEqual([null, null]);
});
