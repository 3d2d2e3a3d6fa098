import type { InputOf } from '#contract/call';
import { delFavorite, delHistory, delSubscribe } from '#contract/calls/library';
import { forgetPositions } from '../../features/reading/progress/progress.ts';
import { send } from '../../runtime/browser.ts';
import { queryClient } from '../../runtime/queries/queries.ts';
import { allPending, batches, createUndoable } from '../../runtime/send/undoable.ts';

/** The calls that remove comics from a list have one type. */
type Del = typeof delSubscribe;
const CALLS: readonly Del[] = [delSubscribe, delFavorite, delHistory];

/** Comics removed from some lists: hidden at once, sent when the time to undo is over or the page closes. */
export type Removal = {
  /** The paths of the calls that remove them. */
  paths: readonly string[];
  /** The paths of the lists that the comics disappear from. */
  lists: readonly string[];
  ids: readonly number[] | 'all';
  text: string;
};

/** Removes comics; until the removal is sent, it can be undone. A removal that fails shows its comics again. */
export const {
  usePending: useRemovals,
  change: remove,
  undo: undoRemoval,
  sendPending: sendRemoval,
} = createUndoable({
  kind: 'removal',
  async send({ paths, ids }: Removal, { leaving = false, resumed = false }) {
    const options = { keepalive: leaving, ...(resumed && { background: true }) };
    const calls = CALLS.filter(({ path }) => paths.includes(path));
    const sent = calls.flatMap((call) => payloads(ids).map((payload) => send(call, payload, options)));
    const answers = await Promise.allSettled(sent);
    if (calls.includes(delHistory)) forgetPositions(ids);
    await invalidateLists();
    return answers.every((answer) => answer.status === 'fulfilled' && answer.value.status !== -404);
  },
  // Everything includes what was read on another device since.
  isRepeatable: ({ ids }) => ids !== 'all',
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
