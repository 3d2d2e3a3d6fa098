import type { DataOf } from '#contract/call';
import { comicInfo } from '#contract/calls/comic';
import {
  addFavorite,
  addSubscribe,
  delFavorite,
  delSubscribe,
  favorites,
  shelf,
  subscribed,
} from '#contract/calls/library';
import { queryClient } from '../../runtime/queries/queries.ts';
import { request } from '../../runtime/request.ts';
import { BLOCK_MS, DuplicateRequest } from '../../runtime/send/duplicate-block.ts';

type Detail = DataOf<typeof comicInfo>;

/** The two ways to keep a comic. */
export const FOLLOWS = {
  subscribed: { add: addSubscribe, del: delSubscribe, count: 'subscribers', list: subscribed.path },
  favorited: { add: addFavorite, del: delFavorite, count: 'favorites', list: favorites.path },
} as const;
export type Follow = keyof typeof FOLLOWS;

/** What readers wish for, by comic and way, while it is being brought about. */
const wishes = new Map<string, boolean>();

/** Shows the other state at once, then tells the server; quick taps end where the last one left it. */
export async function toggleFollow(comicId: number, follow: Follow): Promise<void> {
  const key = `${follow} ${comicId}`;
  const shown = queryClient.getQueryData<Detail>(keyOf(comicId));
  if (!shown) return;
  const wish = !shown.me[follow];
  // An answer on its way knows nothing of this wish.
  void queryClient.cancelQueries({ queryKey: keyOf(comicId) }, { revert: false, silent: true });
  showFollow(comicId, follow, wish);
  const running = wishes.has(key);
  wishes.set(key, wish);
  if (running) return;
  try {
    let sent = !wish;
    for (let next = wish; next !== sent; next = wishes.get(key) ?? sent) {
      const count = await send(comicId, follow, next);
      sent = next;
      // Not asked for anew: another node may answer with the count of some seconds ago.
      if (count !== null && wishes.get(key) === next) showFollow(comicId, follow, next, count);
    }
  } catch (error) {
    // What is shown is what the server says.
    void queryClient.invalidateQueries({ queryKey: keyOf(comicId) });
    throw error;
  } finally {
    wishes.delete(key);
    for (const path of [FOLLOWS[follow].list, shelf.path]) void queryClient.invalidateQueries({ queryKey: [path] });
  }
}

function keyOf(comicId: number) {
  return [comicInfo.path, { id: comicId }];
}

/** `known` is the count that the server has answered. */
function showFollow(comicId: number, follow: Follow, on: boolean, known?: number) {
  const { count } = FOLLOWS[follow];
  queryClient.setQueryData<Detail>(
    keyOf(comicId),
    (detail) =>
      detail && {
        ...detail,
        me: { ...detail.me, [follow]: on },
        stats: { ...detail.stats, [count]: known ?? Math.max(0, detail.stats[count] + (on ? 1 : -1)) },
      },
  );
}

/** Off and on again within a second is no mistake: the second call waits for its turn. Gives the count where it is answered. */
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
