import { OfflineNote } from './offline-note.tsx';
import { PullToRefresh } from './pull-to-refresh.tsx';
import { useTabSwipe } from './use-tab-swipe.ts';

/**
 * Parts of a listing that are loaded after the first screen: the gestures besides scrolling (a swipe to the next tab, pull to
 * refresh), and the note that there is no network.
 */
export function ListingGestures({ tabs, current }: { tabs: readonly string[]; current: string }) {
  useTabSwipe(tabs, current);
  return (
    <>
      <OfflineNote />
      <PullToRefresh />
    </>
  );
}
