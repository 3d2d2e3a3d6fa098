import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { comicChapters, comicInfo } from '#contract/calls/comic';
import { markChapters, markReadUpTo, shelf } from '#contract/calls/library';
import { stubPage } from '../../../runtime/testing/fake-page.ts';
import { chapter } from '../testing/made-comic.ts';
import type { Mark } from './marked-comic.ts';

const { request, sendProgress, forgetChapterPositions } = vi.hoisted(() => ({
  request: vi.fn(async () => ({ marked: 1 })),
  sendProgress: vi.fn(async () => undefined),
  forgetChapterPositions: vi.fn(),
}));
vi.mock('../../../runtime/browser.ts', () => ({ session: {} }));
vi.mock('../../../runtime/request.ts', () => ({ request, CallError: Error }));
vi.mock('../../../features/reading/progress/progress.ts', () => ({ sendProgress, forgetChapterPositions }));

const { page, local } = stubPage();
const { queryClient } = await import('../../../runtime/queries/queries.ts');
const { useClientState } = await import('../../../state.ts');
const { dropFailed, mark, retryMark, undoMark, useFailedMark, useMarks } = await import('./marks.ts');

const markOf = (nos: number[], more: Partial<Mark> = {}): Mark => ({
  comicId: 1,
  read: true,
  chapters: nos.map((no) => chapter(no)),
  upTo: false,
  known: [],
  text: '',
  ...more,
});
const LEFT = { kind: 'mark', readerId: 1, at: 0, until: Number.MAX_SAFE_INTEGER, isLeft: true };
const state = () => ({ ...useMarks.getState(), ...useFailedMark.getState() });
const options = (keepalive = false) => ({ background: true, keepalive });
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  useClientState.setState({ userInfo: { id: 1, unread: {} } as never });
});
afterEach(async () => {
  undoMark();
  dropFailed();
  await pass(0);
  queryClient.clear();
  vi.clearAllMocks();
  vi.useRealTimers();
});

test('a mark can be undone for five seconds; then it is sent after the positions, which are forgotten', async () => {
  const one = markOf([1, 2]);
  mark(one);
  await pass(4_999);
  expect([request.mock.calls.length, state().undoable]).toEqual([0, one]);
  await pass(1);
  expect(request.mock.calls).toEqual([[markChapters, { ids: [1002, 1001], read: true }, options()]]);
  expect(sendProgress.mock.invocationCallOrder[0]).toBeLessThan(request.mock.invocationCallOrder[0] ?? 0);
  expect(forgetChapterPositions.mock.calls).toEqual([[[1001, 1002]]]);
  expect(state()).toEqual({ undoable: null, sending: [], failed: null });
});

test('an undone mark is never sent', async () => {
  mark(markOf([1]));
  undoMark();
  await pass(10_000);
  expect(request).not.toHaveBeenCalled();
});

test('the next mark sends the one before it at once', async () => {
  mark(markOf([1]));
  mark(markOf([2], { read: false }));
  await pass(0);
  expect(request.mock.calls).toEqual([[markChapters, { ids: [1001], read: true }, options()]]);
  await pass(5_000);
  expect(request).toHaveBeenLastCalledWith(markChapters, { ids: [1002], read: false }, options());
});

test('more than a hundred chapters are sent in several calls, the last chapters first', async () => {
  mark(markOf(Array.from({ length: 230 }, (_, n) => n + 1)));
  await pass(5_000);
  const sent = request.mock.calls.map((call) => (call as unknown as [unknown, { ids: number[] }])[1].ids);
  expect(sent.map((ids) => [ids[0], ids.length])).toEqual([
    [1230, 100],
    [1130, 100],
    [1030, 30],
  ]);
});

test('up to one chapter is one call, and the known ones before it are forgotten', async () => {
  mark(markOf([3], { upTo: true, known: [chapter(2), chapter(3), chapter(4)] }));
  await pass(5_000);
  expect(request.mock.calls).toEqual([[markReadUpTo, { id: 1003 }, options()]]);
  expect(forgetChapterPositions.mock.calls).toEqual([[[1002, 1003]]]);
});

test('a mark stays shown until the answers that show it are there', async () => {
  const paths = [comicInfo.path, comicChapters.path, shelf.path];
  for (const path of paths) queryClient.setQueryData([path, { id: 1, window: 50 }], {});
  let answer = () => {};
  request.mockImplementationOnce(() => new Promise((resolve) => (answer = () => resolve({ marked: 1 }))));
  mark(markOf([1]));
  await pass(5_000);
  expect(state().sending).toHaveLength(1);
  answer();
  await pass(0);
  expect(state().sending).toEqual([]);
  const isStale = (path: string) => queryClient.getQueryState([path, { id: 1, window: 50 }])?.isInvalidated;
  expect(paths.map(isStale)).toEqual([true, true, true]);
});

test('a mark that fails keeps the positions on the device, and can be sent again', async () => {
  request.mockRejectedValueOnce(new Error('网络异常'));
  const one = markOf([1]);
  mark(one);
  await pass(5_000);
  expect(state()).toEqual({ undoable: null, sending: [], failed: { mark: one, reason: '网络异常' } });
  expect(forgetChapterPositions).not.toHaveBeenCalled();
  await retryMark();
  expect(request).toHaveBeenCalledTimes(2);
  expect(state().failed).toBeNull();
});

test('a page that is left sends the mark with a request that outlives it, and waits for nothing', async () => {
  mark(markOf([1]));
  page.dispatchEvent(new Event('pagehide'));
  expect(request.mock.calls).toEqual([[markChapters, { ids: [1001], read: true }, options(true)]]);
  expect(sendProgress).not.toHaveBeenCalled();
});

test('a mark of an earlier page that fails again is not announced', async () => {
  local.set('unsent', JSON.stringify({ a: { ...LEFT, change: markOf([1]) } }));
  request.mockRejectedValueOnce(new Error('网络异常'));
  page.dispatchEvent(new Event('online'));
  await pass(0);
  expect([request.mock.calls.length, state().failed]).toEqual([1, null]);
});

test('when the session ends, the mark is dropped', async () => {
  request.mockRejectedValueOnce(new Error());
  mark(markOf([1]));
  await pass(5_000);
  mark(markOf([2]));
  useClientState.setState({ userInfo: null });
  expect(state()).toMatchObject({ undoable: null, failed: null });
});
