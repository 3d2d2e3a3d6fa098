import { create } from 'zustand';
import type { delFavorite, delHistory, delSubscribe } from '#contract/calls/library';
import { send } from '../../api/live.ts';
import { queryClient } from '../../api/queries.ts';

type Del = typeof delSubscribe | typeof delFavorite | typeof delHistory;
/** A removal that can still be undone: shown as done, told to the server when its time is up or the page goes. */
export type Removal = { calls: readonly Del[]; listPath: string; ids: readonly number[] | 'all'; text: string };

const UNDO_MS = 5000;

export const useRemoval = create<{ pending: Removal | null }>(() => ({ pending: null }));

let timer: ReturnType<typeof setTimeout> | undefined;

/** Takes comics off a list; until it is told to the server, nothing is lost by undoing it. */
export function remove(removal: Removal) {
  void tellRemoval();
  useRemoval.setState({ pending: removal });
  timer = setTimeout(() => void tellRemoval(), UNDO_MS);
}

export function undoRemoval() {
  clearTimeout(timer);
  useRemoval.setState({ pending: null });
}

/** Tells the server what was removed; where that fails, the entries are back. */
export async function tellRemoval(keepalive = false): Promise<void> {
  const { pending } = useRemoval.getState();
  clearTimeout(timer);
  if (!pending) return;
  const { calls, ids } = pending;
  const payload = ids === 'all' ? { all: true as const } : { ids: [...ids] };
  await Promise.allSettled(calls.map((call) => send(call, payload, { keepalive })));
  await queryClient.invalidateQueries({ queryKey: [pending.listPath] });
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('my/') });
  if (useRemoval.getState().pending === pending) useRemoval.setState({ pending: null });
}

addEventListener('pagehide', () => void tellRemoval(true));
