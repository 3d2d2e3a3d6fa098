import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { favorites, shelf, subscribed } from '#contract/calls/library';
import { queryClient } from '../../../runtime/queries/queries.ts';
import { DuplicateRequest } from '../../../runtime/send/duplicate-block.ts';
import { toggleFollow } from './follow.ts';

type Sent = { path: string; payload: unknown; answer(count?: number): void; fail(error: Error): void };
const { send } = vi.hoisted(() => ({ send: vi.fn() }));
vi.mock('../../../runtime/browser.ts', () => ({ send, session: {} }));

const KEY = ['comic/info', { id: 7, window: 50 }];
let sent: Sent[];

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  send.mockReset().mockImplementation(
    ({ path }, payload) =>
      new Promise((resolve, reject) =>
        sent.push({
          path,
          payload,
          answer: (count) => resolve({ status: 1, code: 0, message: 'success', data: { count } }),
          fail: reject,
        }),
      ),
  );
  show(false, 10);
  for (const path of [subscribed.path, favorites.path, shelf.path]) queryClient.setQueryData([path], []);
});
afterEach(() => {
  queryClient.clear();
  vi.useRealTimers();
});

function show(on: boolean, count: number) {
  queryClient.setQueryData(KEY, {
    id: 7,
    me: { subscribed: on, favorited: on },
    stats: { subscribers: count, favorites: count },
  });
}
const shown = () => {
  const detail = queryClient.getQueryData<{ me: object; stats: object }>(KEY);
  return { ...detail?.me, ...detail?.stats };
};
const settle = () => vi.advanceTimersByTimeAsync(0);
const calls = () => sent.map(({ path, payload }) => [path, payload]);
const isStale = (key: unknown[]) => queryClient.getQueryState(key)?.isInvalidated;

test('a subscription shows at once, and then the count of its answer', async () => {
  const toggling = toggleFollow(7, 'subscribed');
  expect(shown()).toEqual({ subscribed: true, subscribers: 11, favorited: false, favorites: 10 });
  await settle();
  sent[0]?.answer(25);
  await toggling;
  expect(shown()).toEqual({ subscribed: true, subscribers: 25, favorited: false, favorites: 10 });
  expect(calls()).toEqual([['my/add-subscribe', { id: 7 }]]);
  expect([isStale(KEY), isStale([subscribed.path]), isStale([shelf.path]), isStale([favorites.path])]).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test('ending a favorite lowers the count, never below zero', async () => {
  show(true, 0);
  const toggling = toggleFollow(7, 'favorited');
  expect(shown()).toMatchObject({ favorited: false, favorites: 0, subscribed: true });
  await settle();
  sent[0]?.answer();
  await toggling;
  expect(shown()).toMatchObject({ favorited: false, favorites: 0 });
  expect(calls()).toEqual([['my/del-favorite', { ids: [7] }]]);
  expect(isStale([favorites.path])).toBe(true);
  show(true, 3);
  void toggleFollow(7, 'favorited');
  expect(shown()).toMatchObject({ favorites: 2 });
  await settle();
  sent[1]?.answer();
});

test('quick taps send one call at a time, and the last one counts', async () => {
  const toggling = toggleFollow(7, 'subscribed');
  await toggleFollow(7, 'subscribed');
  expect(shown()).toMatchObject({ subscribed: false, subscribers: 10 });
  await settle();
  sent[0]?.answer(25);
  await settle();
  // The count of an answer that is no longer the state desired is not shown.
  expect(shown()).toMatchObject({ subscribed: false, subscribers: 10 });
  for (const { answer } of sent.slice(1)) answer(11);
  await toggling;
  expect(calls()).toContainEqual(['my/del-subscribe', { ids: [7] }]);
});

test('taps that return to the first state send no further call', async () => {
  const toggling = toggleFollow(7, 'subscribed');
  await toggleFollow(7, 'subscribed');
  await toggleFollow(7, 'subscribed');
  await settle();
  sent[0]?.answer(25);
  await toggling;
  expect(calls()).toEqual([['my/add-subscribe', { id: 7 }]]);
  expect(shown()).toMatchObject({ subscribed: true, subscribers: 25 });
  const again = toggleFollow(7, 'subscribed');
  await settle();
  sent[1]?.answer();
  await again;
  expect(sent).toHaveLength(2);
});

test('a call blocked as a duplicate waits for the block', async () => {
  const toggling = toggleFollow(7, 'subscribed');
  await settle();
  sent[0]?.fail(new DuplicateRequest('/api'));
  await vi.advanceTimersByTimeAsync(999);
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  sent[1]?.answer(12);
  await toggling;
  expect(shown()).toMatchObject({ subscribed: true, subscribers: 12 });
});

test('after an error the state is refetched, and the next tap is sent', async () => {
  const toggling = expect(toggleFollow(7, 'subscribed')).rejects.toThrow('down');
  await settle();
  sent[0]?.fail(new Error('down'));
  await toggling;
  expect(sent).toHaveLength(1);
  expect(isStale(KEY)).toBe(true);
  const again = toggleFollow(7, 'subscribed');
  await settle();
  sent[1]?.answer();
  await again;
});

const fetchDetail = () => {
  let arrive: (detail: unknown) => void = () => undefined;
  const detail = new Promise((resolve) => (arrive = resolve));
  void queryClient.fetchQuery({ queryKey: KEY, queryFn: () => detail, staleTime: 0 }).catch(() => undefined);
  return arrive;
};
const BEFORE = { id: 7, me: { subscribed: false }, stats: { subscribers: 10 } };

test('the answer of a fetch that began after the tap does not undo it, before its own answer and after', async () => {
  const toggling = toggleFollow(7, 'subscribed');
  fetchDetail()(BEFORE);
  await settle();
  const late = fetchDetail();
  sent[0]?.answer(11);
  await toggling;
  late(BEFORE);
  await settle();
  expect(shown()).toMatchObject({ subscribed: true, subscribers: 11 });
});

test('an end of a subscription is not undone by a fetch that began before it was saved', async () => {
  show(true, 11);
  const toggling = toggleFollow(7, 'subscribed');
  fetchDetail()({ ...BEFORE, me: { subscribed: true }, stats: { subscribers: 11 } });
  await settle();
  sent[0]?.answer();
  await toggling;
  expect(shown()).toMatchObject({ subscribed: false, subscribers: 10 });
});

test('the answer of a running fetch does not undo the tap', async () => {
  const arrive = fetchDetail();
  const toggling = toggleFollow(7, 'subscribed');
  arrive(BEFORE);
  await settle();
  expect(shown()).toMatchObject({ subscribed: true });
  sent[0]?.answer(11);
  await toggling;
});

test('without its detail a comic cannot be followed', async () => {
  queryClient.clear();
  await toggleFollow(7, 'subscribed');
  expect(sent).toEqual([]);
});
