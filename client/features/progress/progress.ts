import type { DataOf } from '#contract/call';
import { comicInfo, comicRead } from '#contract/calls/comic';
import { history, progress, shelf, subscribed } from '#contract/calls/library';
import { send, session } from '../../runtime/browser.ts';
import { queryClient } from '../../runtime/queries/queries.ts';
import { useSettings } from '../../settings.ts';
import { useClientState } from '../../state.ts';
import { createProgressOutbox } from './progress-outbox.ts';

const DEBOUNCE_MS = 1000;
/** What shows where a reader is, and must be asked for anew once the server knows. */
const SHOWN_IN = [comicInfo.path, history.path, shelf.path, subscribed.path];

type Place = { page: number; offset: number };

const outbox = createProgressOutbox({
  storage: localStorage,
  now: Date.now,
  readerId: () => useClientState.getState().userInfo?.id ?? null,
  async tell(payload, keepalive) {
    try {
      const { status } = await send(progress, payload, { background: true, keepalive });
      // A refusal is an answer: the chapter is gone, and so is its place. A lost session comes back as another reader.
      return status !== -404;
    } catch {
      return false;
    }
  },
});

let timer: ReturnType<typeof setTimeout> | undefined;
let noted = '';

/** Notes where the reader is; the server hears of it a second after the last move. */
export function noteProgress(chapterId: number, place: Place, finished: boolean) {
  if (useSettings.getState().consent !== 'given') return;
  // A page that lies open and is left says nothing new, while another device may have read on.
  const said = JSON.stringify([useClientState.getState().userInfo?.id, chapterId, place, finished]);
  if (said === noted) return;
  noted = said;
  outbox.note(chapterId, place, finished);
  // Opened again at once, the chapter must not begin where an older answer says.
  queryClient.setQueryData<DataOf<typeof comicRead>>(
    [comicRead.path, { id: chapterId }],
    (read) => read && { ...read, progress: place },
  );
  clearTimeout(timer);
  timer = setTimeout(() => void tellProgress(), DEBOUNCE_MS);
}

/** The place in a chapter that only this device knows yet. */
export const untoldPlace = (chapterId: number): Place | null => outbox.waitingIn(chapterId);

/** Tells the server at once; `leaving` the page, in a way that outlives it. */
export async function tellProgress(leaving = false) {
  clearTimeout(timer);
  if (await outbox.flush(leaving)) {
    for (const path of SHOWN_IN) void queryClient.invalidateQueries({ queryKey: [path] });
  }
  // What was read is news no longer.
  if (leaving && useClientState.getState().userInfo?.unread.updates) void session.refresh();
}

// A session that has ended takes along what it had not told yet.
useClientState.subscribe(({ userInfo }, before) => {
  if (userInfo || !before.userInfo) return;
  noted = '';
  outbox.forget();
});

addEventListener('online', () => void tellProgress());
