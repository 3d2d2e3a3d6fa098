import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { delFavorite, delSubscribe } from '#contract/calls/library';
import { stubPage } from '../../runtime/testing/fake-page.ts';
import { useClientState } from '../../state.ts';

const send = vi.hoisted(() => vi.fn(async () => ({ status: 1 })));
vi.mock('../../runtime/browser.ts', () => ({ send, session: {} }));

const { page } = stubPage();
const { queryClient } = await import('../../runtime/queries/queries.ts');
const { batches } = await import('../../runtime/send/undoable.ts');
const { remove, undoRemoval, useRemovals } = await import('./removal.ts');

const removal = (...ids: number[]) => ({ paths: [delSubscribe.path], lists: ['my/subscribed'], ids, text: '已删除' });
const state = () => useRemovals.getState();
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  send.mockReset().mockResolvedValue({ status: 1 });
});
afterEach(async () => {
  undoRemoval();
  await settle();
  queryClient.clear();
  vi.useRealTimers();
});

test('a removal can be undone for five seconds, and is sent then', async () => {
  remove(removal(7));
  await vi.advanceTimersByTimeAsync(4_999);
  expect([send.mock.calls.length, state().undoable?.ids]).toEqual([0, [7]]);
  await vi.advanceTimersByTimeAsync(1);
  expect(send.mock.calls).toEqual([[delSubscribe, { ids: [7] }, { keepalive: false }]]);
  expect(state()).toEqual({ undoable: null, sending: [] });
});

test('an undone removal is never sent', async () => {
  remove(removal(7));
  undoRemoval();
  expect(state().undoable).toBeNull();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(send).not.toHaveBeenCalled();
});

test('the next removal sends the previous one at once, and has its own five seconds', async () => {
  remove(removal(7));
  await vi.advanceTimersByTimeAsync(3_000);
  remove(removal(8));
  expect(send.mock.calls).toEqual([[delSubscribe, { ids: [7] }, { keepalive: false }]]);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(send).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(send).toHaveBeenLastCalledWith(delSubscribe, { ids: [8] }, { keepalive: false });
});

test('comics that are being removed stay hidden until the lists are refetched', async () => {
  let answer = () => {};
  send.mockImplementationOnce(() => new Promise((resolve) => (answer = () => resolve({ status: 1 }))));
  for (const path of ['my/shelf', 'my/subscribed', 'comic/info']) queryClient.setQueryData([path], []);
  const [first, second] = [removal(7), removal(8)];
  remove(first);
  remove(second);
  await settle();
  expect(state()).toEqual({ undoable: second, sending: [first] });
  const isStale = (path: string) => queryClient.getQueryState([path])?.isInvalidated;
  expect(isStale('my/shelf')).toBe(false);
  answer();
  await settle();
  expect(state()).toEqual({ undoable: second, sending: [] });
  expect(['my/shelf', 'my/subscribed', 'comic/info'].map(isStale)).toEqual([true, true, false]);
});

test('after a failed removal the comics are shown again', async () => {
  send.mockRejectedValueOnce(new Error('down'));
  remove(removal(7));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(state()).toEqual({ undoable: null, sending: [] });
});

test('a removal is sent by every call of its list, in batches of a hundred, or as all', async () => {
  const paths = [delSubscribe, delFavorite].map(({ path }) => path);
  const ids = Array.from({ length: 101 }, (_, id) => id);
  remove({ ...removal(), paths, ids });
  await vi.advanceTimersByTimeAsync(5_000);
  const sizes = send.mock.calls.map(([call, payload]: unknown[]) => [call, (payload as { ids: [] }).ids.length]);
  expect(sizes).toEqual([
    [delSubscribe, 100],
    [delSubscribe, 1],
    [delFavorite, 100],
    [delFavorite, 1],
  ]);
  remove({ ...removal(), ids: 'all' });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(send).toHaveBeenLastCalledWith(delSubscribe, { all: true }, { keepalive: false });
});

test('batches hold every id once, in order', () => {
  const ids = Array.from({ length: 200 }, (_, id) => id);
  expect(batches(ids).map(({ length }) => length)).toEqual([100, 100]);
  expect(batches(ids).flat()).toEqual(ids);
  expect(batches([])).toEqual([]);
});

test('a page that is left sends the removal by a request that outlives it', () => {
  remove(removal(7));
  page.dispatchEvent(new Event('pagehide'));
  expect(send.mock.calls).toEqual([[delSubscribe, { ids: [7] }, { keepalive: true }]]);
  page.dispatchEvent(new Event('pagehide'));
  expect(send).toHaveBeenCalledTimes(1);
});

test.each([
  ['some comics', 86_400_000, [7]],
  ['everything', 5_000, 'all'],
] as const)(
  'a removal of %s that was sent on leaving is hidden and sent again for %s ms',
  async (_what, lasts, ids) => {
    useClientState.setState({ userInfo: { id: 1 } as never });
    vi.stubGlobal('navigator', { onLine: true });
    const paths = [delSubscribe, delFavorite].map(({ path }) => path);
    const removed = { ...removal(), paths, ids };
    // No answer arrives.
    send.mockReset().mockReturnValue(new Promise(() => {}));
    remove(removed);
    page.dispatchEvent(new Event('pagehide'));
    send.mockClear();
    const openAgain = async () => {
      vi.resetModules();
      (await import('../../state.ts')).useClientState.setState({ userInfo: { id: 1 } as never });
      return (await import('./removal.ts')).useRemovals.getState().sending;
    };
    await vi.advanceTimersByTimeAsync(lasts);
    expect(await openAgain()).toEqual([removed]);
    const payload = ids === 'all' ? { all: true } : { ids };
    expect(send.mock.calls.map((call: unknown[]) => [(call[0] as { path: string }).path, ...call.slice(1)])).toEqual(
      paths.map((path) => [path, payload, { keepalive: false, background: true }]),
    );
    await vi.advanceTimersByTimeAsync(1);
    expect(await openAgain()).toEqual([]);
  },
);

test('the end of a session drops the removal; its beginning and a changed profile do not', async () => {
  useClientState.setState({ userInfo: null });
  remove(removal(7));
  useClientState.setState({ userInfo: { id: 1 } as never });
  useClientState.setState({ userInfo: { id: 1, nickname: '新名' } as never });
  expect(state().undoable).not.toBeNull();
  useClientState.setState({ userInfo: null });
  expect(state().undoable).toBeNull();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(send).not.toHaveBeenCalled();
});
