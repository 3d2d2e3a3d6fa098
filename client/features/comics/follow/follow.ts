import type { DataOf } from '#contract/call';
import type { comicInfo } from '#contract/calls/comic';
import {
  addFavorite,
  addSubscribe,
  delFavorite,
  delSubscribe,
  favorites,
  shelf,
  subscribed,
} from '#contract/calls/library';
import { queryClient } from '../../../runtime/queries/queries.ts';
import { request } from '../../../runtime/request.ts';
import { BLOCK_MS, DuplicateRequest } from '../../../runtime/send/duplicate-block.ts';
import { detailKey } from '../comic-detail/comic-detail.ts';

type Detail = DataOf<typeof comicInfo>;

/** Subscription and favourite, with their calls. */
export const FOLLOWS = {
  subscribed: { add: addSubscribe, del: delSubscribe, count: 'subscribers', list: subscribed.path },
  favorited: { add: addFavorite, del: delFavorite, count: 'favorites', list: favorites.path },
} as const;
export type Follow = keyof typeof FOLLOWS;

/** The latest desired state, by comic and kind, while calls for it are running. */
const desiredStates = new Map<string, boolean>();

/** Shows the new state at once, then sends it. After several quick taps the last one counts. */
export async function toggleFollow(comicId: number, follow: Follow): Promise<void> {
  const key = `${follow} ${comicId}`;
  const shown = queryClient.getQueryData<Detail>(detailKey(comicId));
  if (!shown) return;
  const desired = !shown.me[follow];
  cancelFetch(comicId);
  showFollow(comicId, follow, desired);
  const running = desiredStates.has(key);
  desiredStates.set(key, desired);
  if (running) return;
  try {
    let sent = !desired;
    for (let next = desired; next !== sent; next = desiredStates.get(key) ?? sent) {
      const count = await send(comicId, follow, next);
      sent = next;
      if (desiredStates.get(key) !== next) continue;
      // A fetch may have started and ended since the tap, on a page that is shown before its session has started.
      cancelFetch(comicId);
      const isUndone = queryClient.getQueryData<Detail>(detailKey(comicId))?.me[follow] !== next;
      // Not refetched: another node may answer with the count of some seconds ago.
      if (count !== null || isUndone) showFollow(comicId, follow, next, count ?? undefined);
    }
  } catch (error) {
    // The state is unknown after an error, so it is refetched.
    void queryClient.invalidateQueries({ queryKey: detailKey(comicId) });
    throw error;
  } finally {
    desiredStates.delete(key);
    for (const path of [FOLLOWS[follow].list, shelf.path]) void queryClient.invalidateQueries({ queryKey: [path] });
  }
}

/** The answer of a running fetch would not contain the change. */
function cancelFetch(comicId: number) {
  void queryClient.cancelQueries({ queryKey: detailKey(comicId) }, { revert: false, silent: true });
}

/** `known` is the count in the server's answer. */
function showFollow(comicId: number, follow: Follow, on: boolean, known?: number) {
  const { count } = FOLLOWS[follow];
  queryClient.setQueryData<Detail>(
    detailKey(comicId),
    (detail) =>
      detail && {
        ...detail,
        me: { ...detail.me, [follow]: on },
        stats: { ...detail.stats, [count]: known ?? Math.max(0, detail.stats[count] + (on ? 1 : -1)) },
      },
  );
}

/** Sends a change; a repeat within a second waits for the duplicate block. Resolves to the new count, if answered. */
async function send(comicId: number, follow: Follow, on: boolean): Promise<number | null> {
  const { add, del } = FOLLOWS[follow];
  const make = async () => {
    if (on) return (await request(add, { id: comicId })).count;
    await request(del, { ids: [comicId] });
    return null;
  };
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof DuplicateRequest)) throw error;
    await new Promise((resolve) => setTimeout(resolve, BLOCK_MS));
    return await make();
  }
}
