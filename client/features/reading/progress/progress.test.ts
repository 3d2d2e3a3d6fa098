import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { comicChapters, comicInfo, comicRead } from '#contract/calls/comic';
import { history, progress, shelf, subscribed } from '#contract/calls/library';
import { stubPage } from '../../../runtime/testing/fake-page.ts';

type Options = { background: boolean; keepalive: boolean };
const { send, session } = vi.hoisted(() => ({
  send: vi.fn(async (_call: unknown, _payload: unknown, _options: unknown) => ({ status: 1 })),
  session: { refetchProfile: vi.fn() },
}));
vi.mock('../../../runtime/browser.ts', () => ({ send, session }));

const { page, local } = stubPage();
const { queryClient } = await import('../../../runtime/queries/queries.ts');
const { useSettings } = await import('../../../settings.ts');
const { useClientState } = await import('../../../state.ts');
const { forgetChapterPositions, forgetPositions, noteProgress, placeToOpen, sendProgress } = await import(
  './progress.ts'
);

const PATHS = [comicInfo.path, comicChapters.path, history.path, shelf.path, subscribed.path];
const place = (page: number) => ({ page, offset: 0 });
const answer = { comic: { direction: 'ltr' }, chapter: { id: 7 }, pages: [] };
const unsentPosition = (id: number) => placeToOpen({ chapter: { id }, progress: null });
const payloads = () => send.mock.calls.map(([, payload]) => payload);
const become = (reader: { id: number; updates?: number } | null) =>
  useClientState.setState({ userInfo: (reader && { ...reader, unread: { updates: reader.updates ?? 0 } }) as never });
const stale = () => PATHS.filter((path) => queryClient.getQueryState([path, 1])?.isInvalidated);

beforeEach(() => {
  vi.useFakeTimers();
  useSettings.setState({ consent: 'given' });
  become({ id: 1 });
  for (const path of PATHS) queryClient.setQueryData([path, 1], {});
});
afterEach(() => {
  become(null);
  queryClient.clear();
  vi.clearAllMocks();
  vi.useRealTimers();
});

test('a position is sent a second after the last change, in the background', async () => {
  noteProgress(7, place(1), false);
  await vi.advanceTimersByTimeAsync(999);
  noteProgress(7, place(2), true);
  await vi.advanceTimersByTimeAsync(999);
  expect(payloads()).toEqual([]);
  expect(unsentPosition(7)).toEqual(place(2));
  await vi.advanceTimersByTimeAsync(1);
  expect(send.mock.calls).toEqual([
    [
      progress,
      { chapterId: 7, ...place(2), ageMs: expect.any(Number), finished: true, atEnd: false },
      { background: true, keepalive: false },
    ],
  ]);
  expect(unsentPosition(7)).toBeNull();
  expect(stale()).toEqual(PATHS);
});

test('forgotten positions of a comic open its chapters at the top, and the same place is sent again', async () => {
  const opened = (id: number, comicId: number) => ({ comic: { id: comicId }, chapter: { id }, progress: place(3) });
  for (const [id, comicId] of [
    [7, 1],
    [8, 2],
  ] as const)
    queryClient.setQueryData([comicRead.path, { id }], opened(id, comicId));
  local.set('lastView', JSON.stringify({ readerId: 1, chapterId: 7, pages: [] }));
  const chapter = (comicId: number) => ({ comicId, ageRating: 'all', until: null, place: place(3) });
  local.set('downloads', JSON.stringify({ readerId: 1, bytes: 1, chapters: { 7: chapter(1), 8: chapter(2) } }));
  noteProgress(9, place(2), false);
  await vi.advanceTimersByTimeAsync(1000);
  forgetPositions([1]);
  const answers = queryClient.getQueriesData<{ chapter: { id: number } }>({ queryKey: [comicRead.path] });
  expect(answers.map(([, read]) => read?.chapter.id)).toEqual([8]);
  expect(local.has('lastView')).toBe(false);
  const { chapters } = JSON.parse(local.get('downloads') ?? '');
  expect([chapters[7].place, chapters[8].place]).toEqual([place(0), place(3)]);
  noteProgress(9, place(2), false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(payloads()).toHaveLength(2);
  forgetPositions('all');
  expect(queryClient.getQueriesData({ queryKey: [comicRead.path] })).toEqual([]);
});

test('forgotten positions of chapters leave those of other chapters of the comic', () => {
  const keyOf = (id: number) => [comicRead.path, { id }];
  for (const id of [7, 8])
    queryClient.setQueryData(keyOf(id), { comic: { id: 1 }, chapter: { id }, progress: place(3) });
  const kept = { comicId: 1, ageRating: 'all', until: null, place: place(3) };
  local.set('downloads', JSON.stringify({ readerId: 1, bytes: 1, chapters: { 7: kept, 8: kept } }));
  forgetChapterPositions([7]);
  expect([7, 8].map((id) => queryClient.getQueryData(keyOf(id)) !== undefined)).toEqual([false, true]);
  const { chapters } = JSON.parse(local.get('downloads') ?? '');
  expect([chapters[7].place, chapters[8].place]).toEqual([place(0), place(3)]);
  local.delete('downloads');
});

test.each(['refused', null] as const)('with consent %s no positions are stored', async (consent) => {
  useSettings.setState({ consent });
  noteProgress(7, place(1), false);
  await vi.advanceTimersByTimeAsync(5000);
  expect(payloads()).toEqual([]);
});

test('positions from before the first session are sent with it, and stay finished', async () => {
  vi.resetModules();
  const state = (await import('../../../state.ts')).useClientState;
  (await import('../../../settings.ts')).useSettings.setState({ consent: 'given' });
  const { noteProgress } = await import('./progress.ts');
  noteProgress(7, place(1), true);
  noteProgress(7, place(0), false);
  noteProgress(8, place(2), false);
  await vi.advanceTimersByTimeAsync(5000);
  expect(payloads()).toEqual([]);
  state.setState({ userInfo: { id: 5 } as never });
  await vi.advanceTimersByTimeAsync(1000);
  const sent = { ageMs: expect.any(Number) };
  expect(payloads()).toEqual([
    { chapterId: 7, ...place(0), ...sent, finished: true, atEnd: false },
    { chapterId: 8, ...place(2), ...sent },
  ]);
  // Between two sessions it belongs to nobody.
  state.setState({ userInfo: null });
  noteProgress(9, place(1), false);
  state.setState({ userInfo: { id: 6 } as never });
  await vi.advanceTimersByTimeAsync(5000);
  expect(payloads()).toHaveLength(2);
});

test('an unchanged position is not sent again; a position of another chapter or of another reader is sent', async () => {
  const note = async (chapterId: number, finished = false) => {
    noteProgress(chapterId, place(3), finished);
    await vi.advanceTimersByTimeAsync(1000);
  };
  await note(7);
  await note(7);
  expect(payloads()).toHaveLength(1);
  await note(8);
  await note(8, true);
  become({ id: 2 });
  await note(8, true);
  expect(payloads()).toHaveLength(4);
  become(null);
  become({ id: 2 });
  await note(8, true);
  expect(payloads()).toHaveLength(5);
});

test('a cached chapter reopens at its noted position', () => {
  const key = [comicRead.path, { id: 7 }];
  queryClient.setQueryData(key, { ...answer, progress: null });
  noteProgress(7, place(4), false);
  noteProgress(8, place(5), false);
  expect(queryClient.getQueryData(key)).toEqual({ ...answer, progress: place(4) });
  expect(JSON.parse(local.get('lastView') ?? '')).toMatchObject({ readerId: 1, chapterId: 7, scrolled: 0 });
  expect(queryClient.getQueryData([comicRead.path, { id: 8 }])).toBeUndefined();
});

test('a chapter read to its end reopens at its top, also before it is sent, until it is read again', async () => {
  const kept = { ageRating: 'all', until: null, place: place(2) };
  local.set('downloads', JSON.stringify({ readerId: 1, bytes: 0, chapters: { 7: kept } }));
  const keptNow = () => JSON.parse(local.get('downloads') ?? '{}').chapters[7].place;
  const key = [comicRead.path, { id: 7 }];
  queryClient.setQueryData(key, { ...answer, progress: place(2) });
  const opened = () => placeToOpen({ chapter: { id: 7 }, progress: place(2) });
  noteProgress(7, { ...place(9), atEnd: true }, true);
  expect([opened(), keptNow(), queryClient.getQueryData(key)]).toMatchObject([null, place(0), { progress: null }]);
  noteProgress(7, place(4), false);
  expect([opened(), keptNow()]).toEqual([place(4), place(4)]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(payloads()).toMatchObject([{ page: 4, finished: true, atEnd: false }]);
  local.delete('downloads');
});

test('the position in a downloaded chapter is stored, sent or not', async () => {
  const kept = { ageRating: 'all', until: null, place: null };
  local.set('downloads', JSON.stringify({ readerId: 1, bytes: 0, chapters: { 7: kept } }));
  noteProgress(7, place(4), false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(JSON.parse(local.get('downloads') ?? '{}').chapters[7].place).toEqual(place(4));
  local.delete('downloads');
});

test.each([
  ['no answer', async () => ({ status: -404 }), true],
  ['a duplicate', async () => Promise.reject(new Error('blocked')), true],
  ['a refusal', async () => ({ status: 0 }), false],
])('%s to a position: it is still pending: %s', async (_name, answer, isPending) => {
  send.mockImplementationOnce(answer as never);
  noteProgress(7, place(6), false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(unsentPosition(7) !== null).toBe(isPending);
  expect(stale()).toEqual(isPending ? [] : PATHS);
});

test('leaving sends at once, only once, with a request that outlives the page', async () => {
  noteProgress(7, place(7), false);
  await sendProgress(true);
  expect(send.mock.calls[0]?.[2]).toMatchObject({ keepalive: true } satisfies Partial<Options>);
  await vi.advanceTimersByTimeAsync(5000);
  expect(payloads()).toHaveLength(1);
  expect(session.refetchProfile).not.toHaveBeenCalled();
});

test('leaving refetches the count of unread updates if there are any', async () => {
  become({ id: 1, updates: 2 });
  await sendProgress(false);
  expect(session.refetchProfile).not.toHaveBeenCalled();
  await sendProgress(true);
  expect(session.refetchProfile).toHaveBeenCalledTimes(1);
});

test('unsent positions are dropped when the session ends, but not when its profile changes', async () => {
  noteProgress(7, place(8), false);
  become({ id: 1, updates: 1 });
  expect(unsentPosition(7)).not.toBeNull();
  become(null);
  become({ id: 1 });
  expect(unsentPosition(7)).toBeNull();
  expect(local.get('progress')).toBeUndefined();
});

test('when the network is back the positions are sent at once', async () => {
  send.mockResolvedValueOnce({ status: -404 });
  noteProgress(7, place(9), false);
  await sendProgress();
  page.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(payloads()).toHaveLength(2);
  expect(unsentPosition(7)).toBeNull();
});
