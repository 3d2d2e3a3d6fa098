import type { InputOf } from '#contract/call';
import { delFavorite, delHistory, delSubscribe } from '#contract/calls/library';
import { forgetPositions } from '../../features/reading/progress/progress.ts';
import { send } from '../../runtime/browser.ts';
import { queryClient } from '../../runtime/queries/queries.ts';
import { allPending, batches, createUndoable } from '../../runtime/send/undoable.ts';
import { tabStorage } from '../../runtime/storage/safe-storage.ts';
import { readStored, writeStored } from '../../runtime/storage/stored-json.ts';
import { useClientState } from '../../state.ts';

/** The calls that remove comics from a list have one type. */
type Del = typeof delSubscribe;
/** Comics removed from some lists: hidden at once, sent when the time to undo is over or the page closes. */
export type Removal = {
  calls: readonly Del[];
  /** The paths of the lists that the comics disappear from. */
  lists: readonly string[];
  ids: readonly number[] | 'all';
  text: string;
};

/** A stored removal is sent again only for so long. */
const STORED_MS = 5000;

/** Removes comics; until the removal is sent, it can be undone. A removal that fails shows its comics again. */
export const {
  usePending: useRemovals,
  change: remove,
  undo: undoRemoval,
  sendNow,
  sendPending: sendRemoval,
} = createUndoable(async ({ calls, ids }: Removal, leaving) => {
  const options = { keepalive: leaving };
  await Promise.allSettled(calls.flatMap((call) => payloads(ids).map((payload) => send(call, payload, options))));
  if (calls.includes(delHistory)) forgetPositions(ids);
  await invalidateLists();
});

/** Refetches every list of the library. */
export function invalidateLists(): Promise<void> {
  return queryClient.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('my/') });
}

function payloads(ids: Removal['ids']): InputOf<Del>[] {
  return ids === 'all' ? [{ all: true }] : batches(ids).map((batch) => ({ ids: batch }));
}

/** Whether a comic of a list is being removed. */
export function useRemoved(list: string): (comicId: number) => boolean {
  const here = allPending(useRemovals()).filter(({ lists }) => lists.includes(list));
  const ids = new Set(here.flatMap(({ ids }) => (ids === 'all' ? [] : ids)));
  return here.some((removal) => removal.ids === 'all') ? () => true : (comicId) => ids.has(comicId);
}

/** A pending removal in the tab storage, for the page that is loaded next. */
type StoredRemoval = Omit<Removal, 'calls'> & { paths: string[]; userId: number; at: number };
const CALLS = [delSubscribe, delFavorite, delHistory];

addEventListener('pagehide', () => {
  const { undoable } = useRemovals.getState();
  if (!undoable) return;
  const { calls, ...rest } = undoable;
  const userId = useClientState.getState().userInfo?.id ?? 0;
  writeStored(tabStorage, 'removal', {
    ...rest,
    paths: calls.map(({ path }) => path),
    userId,
    at: Date.now(),
  } satisfies StoredRemoval);
  void sendRemoval(true);
});

/**
 * A reloaded page may fetch a list before the server has processed the removal. So the removal is sent again, and its comics
 * stay hidden until the answer arrives.
 */
function resumeRemoval() {
  const stored = readStored<StoredRemoval>(tabStorage, 'removal', { paths: [], lists: [], text: '', userId: 0, at: 0 });
  tabStorage.removeItem('removal');
  if (!stored || stored.userId !== useClientState.getState().userInfo?.id || Date.now() - stored.at > STORED_MS) return;
  const { paths, lists, ids, text } = stored;
  void sendNow({ calls: CALLS.filter(({ path }) => paths.includes(path)), lists, ids, text });
}
resumeRemoval();
