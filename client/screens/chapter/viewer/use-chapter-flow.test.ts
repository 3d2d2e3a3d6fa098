// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { chapterVerify, comicRead } from '#contract/calls/comic';
import { chapterLocked } from '#contract/codes';
import { queryClient } from '../../../runtime/queries/queries.ts';
import { useClientState } from '../../../state.ts';
import { useChapterFlow } from './use-chapter-flow.ts';

const send = vi.hoisted(() => vi.fn());
vi.mock('../../../runtime/browser.ts', () => ({ send, session: {} }));

const item = (id: number, access = 'free') => ({ id, no: id, access });
type Item = ReturnType<typeof item> | null;
const chapter = (id: number, { prev = null, next = null }: { prev?: Item; next?: Item } = {}, sign = '') =>
  ({ chapter: { id }, comic: {}, pages: [0, 1].map((page) => ({ url: `${id}-${page}${sign}` })), prev, next }) as never;
const done = (data: unknown) => ({ status: 1, code: 0, message: '', data });
const lost = { status: -404, code: -404, message: '网络异常', data: null };
const price = (id: number, readable = false) => ({ chapter: item(id, 'locked'), comic: { id: 1 }, readable });
const locked = (id: number) => ({ status: 0, code: chapterLocked, message: '', data: price(id) });

let hidden = false;
beforeEach(() => {
  vi.useFakeTimers();
  hidden = false;
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  useClientState.setState({ session: 'ready', userInfo: { id: 1 } as never });
  return () => {
    cleanup();
    queryClient.clear();
    send.mockReset();
    vi.restoreAllMocks();
    vi.useRealTimers();
  };
});

const open = (first: never, joins = () => true) => {
  const hook = renderHook(() => useChapterFlow(first, joins));
  const ids = () => hook.result.current.chapters.map(({ chapter: { id } }) => id);
  return { ...hook, flow: () => hook.result.current, ids };
};
const pass = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms));
const asked = () => send.mock.calls.map(([call, payload, options]) => [call.path, payload, options.background]);
const AHEAD = (id: number) => ({ id, ahead: true });
/** A call that the test answers. */
function pending() {
  let answer: (data: unknown) => void = () => {};
  send.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  return (data: unknown) => answer(data);
}

test('the next chapter is fetched once, in the background, and joined; nothing follows the last one', async () => {
  const { flow, ids } = open(chapter(1, { next: item(2) }));
  const answer = pending();
  await act(async () => void flow().prepareNext());
  expect(flow().tail).toMatchObject({ kind: 'next', state: 'loading' });
  await act(async () => void flow().prepareNext());
  answer(done(chapter(2)));
  await pass();
  expect([ids(), flow().tail]).toEqual([[1, 2], { kind: 'end' }]);
  await act(async () => void flow().prepareNext());
  expect(asked()).toEqual([[comicRead.path, AHEAD(2), true]]);
});

test('a chapter with another layout stays apart', async () => {
  const { flow, ids } = open(chapter(1, { prev: item(9), next: item(2) }), () => false);
  send.mockResolvedValueOnce(done(chapter(2))).mockResolvedValueOnce(done(chapter(9)));
  await act(async () => void flow().prepareNext());
  await pass();
  const onJoin = vi.fn(() => true);
  await act(async () => void flow().preparePrevious(onJoin));
  await pass();
  expect([ids(), flow().tail.kind, flow().head?.state, onJoin.mock.calls.length]).toEqual([[1], 'apart', 'apart', 0]);
  await pass(60_000);
  await act(async () => void flow().preparePrevious(onJoin));
  expect(send).toHaveBeenCalledTimes(2);
});

test('a failed chapter is retried in the background, and visibly when the reader asks', async () => {
  const { flow, ids } = open(chapter(1, { next: item(2) }));
  send.mockResolvedValue(lost);
  await act(async () => void flow().prepareNext());
  await pass();
  expect(flow().tail).toMatchObject({ state: 'failed' });
  const answer = pending();
  await pass(2000);
  await act(async () => void flow().prepareNext());
  expect(flow().tail).toMatchObject({ state: 'retrying' });
  answer(lost);
  await pass();
  const answerLoudly = pending();
  await act(async () => void flow().prepareNext(true));
  expect(flow().tail).toMatchObject({ state: 'loading' });
  answerLoudly(done(chapter(2)));
  await pass();
  expect([ids(), asked().map(([, , background]) => background)]).toEqual([
    [1, 2],
    [true, true, false],
  ]);
});

test('the price of a locked chapter is fetched once, and stays when a refetch fails', async () => {
  const { flow } = open(chapter(1, { next: item(2, 'locked') }));
  send.mockResolvedValueOnce(done(price(2)));
  await act(async () => void flow().prepareNext());
  await pass();
  expect(flow().tail).toMatchObject({ kind: 'locked', state: 'waiting', access: price(2), cut: false });
  await act(async () => void flow().prepareNext());
  expect(asked()).toEqual([[chapterVerify.path, { id: 2 }, true]]);
  send.mockResolvedValueOnce(lost);
  await act(async () => flow().refreshTail());
  await pass();
  expect(flow().tail).toMatchObject({ state: 'waiting', access: price(2) });
});

test('a price that cannot be fetched at first has failed, and a missing price is not refreshed', async () => {
  const { flow } = open(chapter(1, { next: item(2, 'locked') }));
  await act(async () => flow().refreshTail());
  expect(send).not.toHaveBeenCalled();
  send.mockResolvedValueOnce(lost);
  await act(async () => void flow().prepareNext());
  await pass();
  expect(flow().tail).toMatchObject({ state: 'failed', access: null });
});

test('a chapter that has become readable is joined, and a chapter bought during the request is joined once', async () => {
  const { flow, ids } = open(chapter(1, { next: item(2, 'locked') }));
  const answer = pending();
  await act(async () => void flow().prepareNext());
  send.mockResolvedValueOnce(done(chapter(2, { next: item(3, 'locked') })));
  await act(async () => flow().openTail());
  await pass();
  expect([ids(), flow().tail]).toMatchObject([[1, 2], { kind: 'locked', item: { id: 3 }, access: null }]);
  answer(done(price(2, true)));
  await pass();
  expect([send.mock.calls.length, flow().tail]).toMatchObject([2, { item: { id: 3 }, access: null }]);
  send.mockResolvedValueOnce(done(price(3, true))).mockResolvedValueOnce(done(chapter(3)));
  await act(async () => void flow().prepareNext());
  await pass();
  expect(ids()).toEqual([1, 2, 3]);
});

test('while a bought chapter loads, no price is fetched or shown', async () => {
  const { flow, ids } = open(chapter(1, { next: item(2, 'locked') }));
  send.mockResolvedValueOnce(done(price(2)));
  await act(async () => void flow().prepareNext());
  await pass();
  const answerPrice = pending();
  await act(async () => flow().refreshTail());
  const answerPages = pending();
  await act(async () => flow().openTail());
  await act(async () => flow().refreshTail());
  answerPrice(done(price(2)));
  await pass();
  expect([flow().tail, send.mock.calls.length]).toMatchObject([{ state: 'loading' }, 3]);
  answerPages(done(chapter(2)));
  await pass();
  expect(ids()).toEqual([1, 2]);
});

test('a refused chapter becomes locked; if it is owned, the reader can fetch its pages', async () => {
  const { flow, ids } = open(chapter(1, { next: item(2) }));
  send.mockResolvedValueOnce(locked(2));
  await act(async () => void flow().prepareNext());
  await pass();
  expect(flow().tail).toMatchObject({ kind: 'locked', state: 'waiting', access: price(2), cut: false });
  send.mockResolvedValueOnce(done(chapter(2)));
  await act(async () => void flow().prepareNext(true));
  await pass();
  expect(ids()).toEqual([1, 2]);
});

test('a price is refetched when the reader comes back, and for another reader', async () => {
  const { flow } = open(chapter(1, { next: item(2, 'locked') }));
  send.mockResolvedValue(done(price(2)));
  await act(async () => void flow().prepareNext());
  await pass();
  const become = (id: number, more = {}) =>
    act(async () => useClientState.setState({ userInfo: { id, ...more } as never }));
  await become(1, { coins: 5 });
  expect(send).toHaveBeenCalledTimes(1);
  await become(2);
  expect(send).toHaveBeenCalledTimes(2);
  await become(2, { coins: 5 });
  expect(send).toHaveBeenCalledTimes(2);
  const say = (target: EventTarget, event: Event) => act(async () => void target.dispatchEvent(event));
  hidden = true;
  await say(document, new Event('visibilitychange'));
  await say(window, new Event('pageshow'));
  expect(send).toHaveBeenCalledTimes(2);
  hidden = false;
  await say(document, new Event('visibilitychange'));
  await say(window, Object.assign(new Event('pageshow'), { persisted: true }));
  expect(send).toHaveBeenCalledTimes(4);
});

test('the previous chapter is joined only while the reader is at its place; one request at a time', async () => {
  const { flow, ids } = open(chapter(2, { prev: item(1) }));
  const answer = pending();
  await act(async () => void flow().preparePrevious(() => false));
  await act(async () => void flow().preparePrevious(() => true));
  answer(done(chapter(1)));
  await pass();
  expect([ids(), flow().head, send.mock.calls.length]).toMatchObject([[2], { state: 'waiting' }, 1]);
  send.mockResolvedValueOnce(done(chapter(1)));
  await act(async () => void flow().preparePrevious(() => true));
  await pass();
  expect([ids(), flow().head]).toEqual([[1, 2], null]);
  await act(async () => void flow().preparePrevious(() => true));
});

test.each([
  ['locked', locked(1), { item: { access: 'locked' }, state: 'waiting' }],
  ['not to be had', lost, { item: { access: 'free' }, state: 'failed' }],
])('a previous chapter that is %s is not joined', async (_name, answer, head) => {
  const { flow, ids } = open(chapter(2, { prev: item(1) }));
  send.mockResolvedValueOnce(answer);
  await act(async () => void flow().preparePrevious(() => true));
  await pass();
  expect([ids(), flow().head]).toMatchObject([[2], head]);
  send.mockResolvedValue(done(chapter(1)));
  await act(async () => void flow().preparePrevious(() => true));
  await pass();
  expect(ids()).toEqual(head.state === 'failed' ? [1, 2] : [2]);
});

test('many pictures that have expired share one answer with new addresses, for a minute', async () => {
  const first = chapter(1);
  const { flow } = open(first);
  const there = () => false;
  queryClient.setQueryData([comicRead.path, { id: 1 }], first);
  send.mockResolvedValueOnce(done(chapter(1, {}, '?new')));
  await act(async () => {
    const urls = await Promise.all([flow().fetchCurrentUrl('1/0/0', there), flow().fetchCurrentUrl('1/1/0', there)]);
    expect(urls).toEqual(['1-0?new', '1-1?new']);
  });
  expect([flow().chapters, queryClient.getQueryData([comicRead.path, { id: 1 }])]).toMatchObject([
    [{ pages: [{ url: '1-0?new' }, {}] }],
    { pages: [{ url: '1-0?new' }, {}] },
  ]);
  await act(async () => expect(await flow().fetchCurrentUrl('1/9/0', there)).toBeNull());
  expect(send).toHaveBeenCalledTimes(1);
  const shown = flow().chapters;
  await act(async () => void (await flow().fetchCurrentUrl('1/0/0', there)));
  expect(flow().chapters).toBe(shown);
  await pass(60_000);
  send.mockResolvedValueOnce(done(chapter(1, {}, '?newer')));
  await act(async () => expect(await flow().fetchCurrentUrl('1/0/0', there)).toBe('1-0?newer'));
});

test('without an answer the next picture tries again; a refusal cuts unloaded pages and shows the price', async () => {
  const { flow, ids } = open(chapter(1, { next: item(2) }));
  send.mockResolvedValueOnce(lost).mockResolvedValueOnce(locked(1));
  const there = (key: string) => key === '1/0';
  await act(async () => {
    await expect(flow().fetchCurrentUrl('1/1/0', there)).rejects.toThrow();
    await expect(flow().fetchCurrentUrl('1/1/0', there)).rejects.toThrow();
  });
  expect(send).toHaveBeenCalledTimes(2);
  expect([ids(), flow().chapters[0]?.pages.length, flow().tail]).toMatchObject([
    [1],
    1,
    { kind: 'locked', access: price(1), cut: true },
  ]);
});

test('a cut chapter stays cut while its pages are refused, and is complete after the purchase', async () => {
  const { flow, ids } = open(chapter(1));
  const there = (key: string) => key === '1/0';
  send.mockResolvedValueOnce(locked(1)).mockResolvedValueOnce(locked(1));
  await act(async () => expect(flow().fetchCurrentUrl('1/1/0', there)).rejects.toThrow());
  await act(async () => flow().openTail());
  await pass();
  expect([flow().chapters[0]?.pages.length, flow().tail]).toMatchObject([1, { state: 'waiting', cut: true }]);
  send.mockResolvedValueOnce(done(chapter(1))).mockResolvedValueOnce(done(chapter(1, {}, '?new')));
  await act(async () => flow().openTail());
  await pass();
  expect([ids(), flow().chapters[0]?.pages.length, flow().tail.kind]).toEqual([[1], 2, 'end']);
  // An earlier refusal no longer counts.
  await act(async () => expect(await flow().fetchCurrentUrl('1/1/0', there)).toBe('1-1?new'));
});
