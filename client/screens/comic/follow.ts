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
import { ask } from '../../api/ask.ts';
import { BLOCK_MS, DuplicateRequest } from '../../api/duplicate-block.ts';
import { queryClient } from '../../api/queries.ts';

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
    let told = !wish;
    for (let wanted = wish; wanted !== told; wanted = wishes.get(key) ?? told) {
      await tell(comicId, follow, wanted);
      told = wanted;
    }
  } finally {
    wishes.delete(key);
    // Right after a failed call too: what is shown is what the server says.
    void queryClient.invalidateQueries({ queryKey: [comicInfo.path, { id: comicId }] });
    for (const path of [FOLLOWS[follow].list, shelf.path]) void queryClient.invalidateQueries({ queryKey: [path] });
  }
}

function keyOf(comicId: number) {
  return [comicInfo.path, { id: comicId }];
}

function showFollow(comicId: number, follow: Follow, on: boolean) {
  const { count } = FOLLOWS[follow];
  queryClient.setQueryData<Detail>(
    keyOf(comicId),
    (detail) =>
      detail && {
        ...detail,
        me: { ...detail.me, [follow]: on },
        stats: { ...detail.stats, [count]: Math.max(0, detail.stats[count] + (on ? 1 : -1)) },
      },
  );
}

/** Off and on again within a second is no mistake: the second call waits for its turn. */
async function tell(comicId: number, follow: Follow, on: boolean): Promise<void> {
  const { add, del } = FOLLOWS[follow];
  const make = () => (on ? ask(add, { id: comicId }) : ask(del, { ids: [comicId] }));
  try {
    await make();
  } catch (error) {
    if (!(error instanceof DuplicateRequest)) throw error;
    await new Promise((resolve) => setTimeout(resolve, BLOCK_MS));
    await make();
  }
}
