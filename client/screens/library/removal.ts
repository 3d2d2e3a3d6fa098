import { create } from 'zustand';
import type { InputOf } from '#contract/call';
import { delFavorite, delHistory, delSubscribe } from '#contract/calls/library';
import { forgetPositions } from '../../features/reading/progress/progress.ts';
import { send } from '../../runtime/browser.ts';
import { queryClient } from '../../runtime/queries/queries.ts';
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

const UNDO_MS = 5000;
/** The most ids in one call. */
const BATCH = 100;

type Removals = {
  /** The one that can still be undone. */
  undoable: Removal | null;
  /** Being sent to the server: hidden until a call fails. */
  sending: readonly Removal[];
};

export const useRemovals = create<Removals>(() => ({ undoable: null, sending: [] }));

let timer: ReturnType<typeof setTimeout> | undefined;

/** Removes comics; until the removal is sent, it can be undone. */
export function remove(removal: Removal) {
  void sendRemoval();
  useRemovals.setState({ undoable: removal });
  timer = setTimeout(() => void sendRemoval(), UNDO_MS);
}

export function undoRemoval() {
  clearTimeout(timer);
  useRemovals.setState({ undoable: null });
}

/** Sends the pending removal; if that fails, the entries are shown again. */
export async function sendRemoval(keepalive = false): Promise<void> {
  const { undoable: removal } = useRemovals.getState();
  if (!removal) return;
  const sent = sendNow(removal, keepalive);
  undoRemoval();
  await sent;
}

async function sendNow(removal: Removal, keepalive: boolean): Promise<void> {
  useRemovals.setState(({ sending }) => ({ sending: [...sending, removal] }));
  const { calls, ids } = removal;
  await Promise.allSettled(calls.flatMap((call) => payloads(ids).map((payload) => send(call, payload, { keepalive }))));
  if (calls.includes(delHistory)) forgetPositions(ids);
  await invalidateLists();
  useRemovals.setState(({ sending }) => ({ sending: sending.filter((each) => each !== removal) }));
}

/** Refetches every list of the library. */
export function invalidateLists(): Promise<void> {
  return queryClient.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('my/') });
}

function payloads(ids: Removal['ids']): InputOf<Del>[] {
  return ids === 'all' ? [{ all: true }] : batches(ids).map((batch) => ({ ids: batch }));
}

/** The ids in batches that a call accepts. */
export function batches(ids: readonly number[]): number[][] {
  return Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, n) => ids.slice(n * BATCH, (n + 1) * BATCH));
}

/** Whether a comic of a list is being removed. */
export function useRemoved(list: string): (comicId: number) => boolean {
  const { undoable, sending } = useRemovals();
  const here = [...sending, ...(undoable ? [undoable] : [])].filter(({ lists }) => lists.includes(list));
  const ids = new Set(here.flatMap(({ ids }) => (ids === 'all' ? [] : ids)));
  return here.some((removal) => removal.ids === 'all') ? () => true : (comicId) => ids.has(comicId);
}

// After the session has ended, the removal must not be applied to the lists of the next reader.
useClientState.subscribe(({ userInfo }, before) => {
  if (!userInfo && before.userInfo) undoRemoval();
});

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
  if (!stored || stored.userId !== useClientState.getState().userInfo?.id || Date.now() - stored.at > UNDO_MS) return;
  const { paths, lists, ids, text } = stored;
  void sendNow({ calls: CALLS.filter(({ path }) => paths.includes(path)), lists, ids, text }, false);
}
resumeRemoval();
