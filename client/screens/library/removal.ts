import { create } from 'zustand';
import type { InputOf } from '#contract/call';
import type { delFavorite, delHistory, delSubscribe } from '#contract/calls/library';
import { send } from '../../runtime/browser.ts';
import { queryClient } from '../../runtime/queries/queries.ts';
import { useClientState } from '../../state.ts';

type Del = typeof delSubscribe | typeof delFavorite | typeof delHistory;
/** Comics taken off some lists: shown as done, told to the server when the time to undo is up or the page goes. */
export type Removal = {
  calls: readonly Del[];
  /** The calls of the lists that no longer hold them. */
  lists: readonly string[];
  ids: readonly number[] | 'all';
  text: string;
};

const UNDO_MS = 5000;
/** Ids a call takes at once. */
const BATCH = 100;

type Removals = {
  /** The one that can still be undone. */
  undoable: Removal | null;
  /** On their way to the server: as good as done, until it says otherwise. */
  told: readonly Removal[];
};

export const useRemovals = create<Removals>(() => ({ undoable: null, told: [] }));

let timer: ReturnType<typeof setTimeout> | undefined;

/** Takes comics off; until it is told to the server, nothing is lost by undoing it. */
export function remove(removal: Removal) {
  void tellRemoval();
  useRemovals.setState({ undoable: removal });
  timer = setTimeout(() => void tellRemoval(), UNDO_MS);
}

export function undoRemoval() {
  clearTimeout(timer);
  useRemovals.setState({ undoable: null });
}

/** Tells the server what was removed; where that fails, the entries are back. */
export async function tellRemoval(keepalive = false): Promise<void> {
  const { undoable: removal } = useRemovals.getState();
  clearTimeout(timer);
  if (!removal) return;
  useRemovals.setState(({ told }) => ({ undoable: null, told: [...told, removal] }));
  const { calls, ids } = removal;
  await Promise.allSettled(calls.flatMap((call) => payloads(ids).map((payload) => send(call, payload, { keepalive }))));
  await invalidateLists();
  useRemovals.setState(({ told }) => ({ told: told.filter((each) => each !== removal) }));
}

/** Asks anew for every list of the library. */
export function invalidateLists(): Promise<void> {
  return queryClient.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('my/') });
}

function payloads(ids: Removal['ids']): InputOf<Del>[] {
  return ids === 'all' ? [{ all: true }] : batches(ids).map((batch) => ({ ids: batch }));
}

/** As many ids as a call takes, and the next as many. */
export function batches(ids: readonly number[]): number[][] {
  return Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, n) => ids.slice(n * BATCH, (n + 1) * BATCH));
}

/** Which comics of a list are gone by now. */
export function useGone(list: string): (comicId: number) => boolean {
  const { undoable, told } = useRemovals();
  const here = [...told, ...(undoable ? [undoable] : [])].filter(({ lists }) => lists.includes(list));
  const ids = new Set(here.flatMap(({ ids }) => (ids === 'all' ? [] : ids)));
  return here.some((removal) => removal.ids === 'all') ? () => true : (comicId) => ids.has(comicId);
}

// Whose session has ended can take nothing off a list any more, least of all off that of the next reader.
useClientState.subscribe(({ userInfo }, before) => {
  if (!userInfo && before.userInfo) undoRemoval();
});

addEventListener('pagehide', () => void tellRemoval(true));
