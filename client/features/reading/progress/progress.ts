import { comicChapters, comicInfo } from '#contract/calls/comic';
import { history, progress, shelf, subscribed } from '#contract/calls/library';
import { send, session } from '../../../runtime/browser.ts';
import { page } from '../../../runtime/page.ts';
import { queryClient } from '../../../runtime/queries/queries.ts';
import { deviceStorage } from '../../../runtime/storage/safe-storage.ts';
import { useSettings } from '../../../settings.ts';
import { useClientState } from '../../../state.ts';
import { forgetDownloadedPositions, storeDownloadedPosition } from '../../downloads/download-index.ts';
import { forgetAnswers, openedAnswer, setPosition } from '../chapter-answers/chapter-answers.ts';
import type { ReadChapter } from '../chapter-answers/read-chapter.ts';
import { storeLastView } from './last-view.ts';
import { createProgressOutbox, type NotedPosition, type ReadingPosition } from './progress-outbox.ts';

const DEBOUNCE_MS = 1000;
/** Calls whose answers contain the reading position, refetched once the server has a newer one. */
const SHOWN_IN = [comicInfo.path, comicChapters.path, history.path, shelf.path, subscribed.path];

const outbox = createProgressOutbox({
  storage: deviceStorage,
  now: Date.now,
  readerId: () => useClientState.getState().userInfo?.id ?? null,
  async send(payload, keepalive) {
    try {
      const { status } = await send(progress, payload, { background: true, keepalive });
      // A refusal counts as an answer: the chapter no longer exists. After a lost session the reader is another one.
      return status !== -404;
    } catch {
      return false;
    }
  },
});

let timer: ReturnType<typeof setTimeout> | undefined;
let noted = '';

type Noted = Parameters<typeof noteProgress>;
/**
 * The reading of a new reader before the first session: the page brings the chapter with it, and on a slow network the session
 * takes longer. Null once there was a reader: reading between two sessions belongs to no reader.
 */
let early: Map<number, Noted> | null = useClientState.getState().userInfo ? null : new Map();

/** Notes the reading position; it is sent a second after the last change. */
export function noteProgress(chapterId: number, position: NotedPosition, finished: boolean) {
  if (useSettings.getState().consent !== 'given') return;
  early?.set(chapterId, [chapterId, position, finished || (early.get(chapterId)?.[2] ?? false)]);
  const place = position.atEnd ? null : { page: position.page, offset: position.offset };
  // A chapter opened again at once must not start at the position of an older answer.
  setPosition(chapterId, place);
  // An unchanged position must not be sent again: another device may have read further since.
  const entry = JSON.stringify([useClientState.getState().userInfo?.id, chapterId, position, finished]);
  if (entry === noted) return;
  noted = entry;
  outbox.note(chapterId, position, finished);
  storeDownloadedPosition(chapterId, place);
  clearTimeout(timer);
  timer = setTimeout(() => void sendProgress(), DEBOUNCE_MS);
  const { userInfo } = useClientState.getState();
  const opened = openedAnswer(chapterId);
  if (userInfo && opened) storeLastView(userInfo.id, opened, place);
}

/** After the history of comics was deleted, their chapters open at the top on this device too. */
export function forgetPositions(comicIds: readonly number[] | 'all') {
  forget(({ comicId }) => comicId !== undefined && (comicIds === 'all' || comicIds.includes(comicId)));
}

/** The same for chapters that were marked as read or as unread. */
export function forgetChapterPositions(chapterIds: readonly number[]) {
  forget(({ id }) => chapterIds.includes(id));
}

function forget(isForgotten: (chapter: { id: number; comicId: number | undefined }) => boolean) {
  forgetAnswers(isForgotten);
  forgetDownloadedPositions(isForgotten);
  deviceStorage.removeItem('lastView');
  // The same place is sent again when the reader comes back to it.
  noted = '';
}

/** The position at which a chapter opens; null = at its top. A position that was not sent yet is newer than the answer. */
export function placeToOpen({ chapter, progress }: Opened): ReadingPosition | null {
  const unsent = outbox.pendingIn(chapter.id);
  return unsent ? unsent.place : progress;
}

type Opened = Pick<ReadChapter, 'progress'> & { chapter: { id: number } };

/** Sends the pending positions at once; when `leaving` the page, with requests that outlive it. */
export async function sendProgress(leaving = false) {
  if (await outbox.flush(leaving)) {
    for (const path of SHOWN_IN) void queryClient.invalidateQueries({ queryKey: [path] });
  }
  // The count of unread updates may have changed.
  if (leaving && useClientState.getState().userInfo?.unread.updates) void session.refetchProfile();
}

useClientState.subscribe(({ userInfo }, before) => {
  if (userInfo && early) {
    const read = [...early.values()];
    early = null;
    for (const each of read) noteProgress(...each);
  }
  // Positions that a session had not sent when it ended are dropped.
  if (userInfo || !before.userInfo) return;
  noted = '';
  outbox.forget();
});

page.addEventListener('online', () => void sendProgress());
