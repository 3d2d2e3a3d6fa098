// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { chapterLocked, chapterNotFound, teenModeForbids } from '#contract/codes';
import { queryClient } from '../../../runtime/queries/queries.ts';
import { useClientState } from '../../../state.ts';
import { downloadedPosition } from '../../downloads/download-index.ts';
import { fetchAhead, giveAnswer, openedAnswer, setPosition } from './chapter-answers.ts';
import { useChapterAnswer } from './use-chapter-answer.ts';

const send = vi.hoisted(() => vi.fn());
const device = vi.hoisted(() => ({ downloadedChapter: vi.fn(), removeDownloads: vi.fn() }));
vi.mock('../../downloads/downloads.ts', () => device);
vi.mock('../../../runtime/browser.ts', () => ({ send, session: {} }));

const DOWNLOADED = { chapter: { id: 7 }, progress: null } as never;
const FRESH = { chapter: { id: 7 }, progress: { page: 3, offset: 0.5 } } as never;
const done = (data: unknown) => ({ status: 1, code: 0, message: '', data });
const refused = (code: number) => ({ status: 0, code, message: '', data: null });
const lost = { status: -404, code: -404, message: '', data: null };
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const wrapper = ({ children }: { children: ReactNode }) =>
  createElement(QueryClientProvider, { client: queryClient }, children);
const open = (id = 7) => renderHook(() => useChapterAnswer(id), { wrapper });
/** An answer that the test sends. */
function pending() {
  let answer: (data: unknown) => void = () => {};
  send.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  return (data: unknown) => answer(data);
}
let onLine = true;

beforeEach(() => {
  vi.useFakeTimers();
  onLine = true;
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => onLine);
  useClientState.setState({ session: 'ready', userInfo: { id: 1, teen: false } as never });
  const chapters = { 7: { until: null, ageRating: 'all', place: null } };
  localStorage.setItem('downloads', JSON.stringify({ readerId: 1, bytes: 0, chapters }));
  device.downloadedChapter.mockResolvedValue(DOWNLOADED);
  return () => {
    cleanup();
    queryClient.clear();
    localStorage.clear();
    vi.resetAllMocks();
    vi.restoreAllMocks();
    vi.useRealTimers();
  };
});

test.each([
  ['online after 2.5 seconds without an answer', true, false, 2500],
  ['at once without a network', false, false, 0],
  ['at once after a lost answer', true, true, 0],
])('a download is opened %s', async (_name, network, isLost, ms) => {
  onLine = network;
  const answer = pending();
  const { result } = open();
  if (isLost) answer(lost);
  expect(result.current).toMatchObject({ data: undefined, error: null });
  await pass(Math.max(0, ms - 1));
  if (ms > 0) expect(result.current.data).toBeUndefined();
  await pass(1);
  await pass(1);
  expect(result.current).toMatchObject({ data: DOWNLOADED, error: null });
});

test('the answer of the server comes before the download, and its position is stored for offline', async () => {
  send.mockResolvedValueOnce(done(FRESH));
  const { result } = open();
  await pass(10_000);
  expect([result.current.data, device.downloadedChapter.mock.calls.length]).toEqual([FRESH, 0]);
  expect(downloadedPosition(7)).toEqual({ page: 3, offset: 0.5 });
});

test.each([
  ['was not downloaded', 8, 0],
  ['cannot be read from the device', 7, 1],
])('a chapter that %s stays an error', async (_name, id, times) => {
  device.downloadedChapter.mockRejectedValue(new Error('gone'));
  send.mockResolvedValueOnce(lost);
  const { result } = open(id);
  await pass(10_000);
  expect(result.current).toMatchObject({ data: undefined, error: { code: -404 } });
  expect(device.downloadedChapter).toHaveBeenCalledTimes(times);
});

test.each([
  [chapterLocked, [[[7]]]],
  [chapterNotFound, [[[7]]]],
  [teenModeForbids, []],
])(
  'the refusal %i is shown, and deletes the download of a chapter that may no longer be read',
  async (code, removed) => {
    send.mockResolvedValue(refused(code));
    const { result } = open();
    await pass(10_000);
    expect(result.current.error).toMatchObject({ code });
    expect([device.removeDownloads.mock.calls, device.downloadedChapter.mock.calls.length]).toEqual([removed, 0]);
    await expect(fetchAhead(7)).rejects.toMatchObject({ code });
    await pass(0);
    expect(device.removeDownloads.mock.calls).toEqual([...removed, ...removed]);
    // A chapter that was not downloaded has nothing to delete.
    await expect(fetchAhead(8)).rejects.toMatchObject({ code });
    await pass(0);
    expect(device.removeDownloads.mock.calls).toEqual([...removed, ...removed]);
  },
);

test('a chapter that is fetched ahead comes from the download if there is no answer', async () => {
  send.mockResolvedValue(lost);
  expect(await fetchAhead(7)).toBe(DOWNLOADED);
  await expect(fetchAhead(8)).rejects.toMatchObject({ code: -404 });
  device.downloadedChapter.mockResolvedValueOnce(null);
  await expect(fetchAhead(7)).rejects.toMatchObject({ code: -404 });
});

test('a chapter that was fetched ahead is shown until the server answers', async () => {
  send.mockResolvedValueOnce(done(FRESH));
  await fetchAhead(7);
  pending();
  const { result } = open();
  expect(result.current).toMatchObject({ ahead: FRESH, data: undefined });
  expect(send.mock.calls.map(([, payload]) => payload)).toEqual([{ id: 7, ahead: true }, { id: 7 }]);
});

test('a chapter that was opened within a minute is not fetched ahead again', async () => {
  giveAnswer(FRESH);
  vi.advanceTimersByTime(59_999);
  expect(await fetchAhead(7)).toBe(FRESH);
  vi.advanceTimersByTime(1);
  send.mockResolvedValueOnce(done({ id: 8 }));
  expect(await fetchAhead(7)).toEqual({ id: 8 });
});

test('the position of an opened chapter follows the reader', () => {
  giveAnswer(FRESH);
  setPosition(7, null);
  setPosition(8, null);
  expect([openedAnswer(7)?.progress, openedAnswer(8)]).toEqual([null, null]);
});
