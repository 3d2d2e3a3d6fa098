import { OfflineNote } from './offline-note.tsx';
import { PullToRefresh } from './pull-to-refresh.tsx';
import { useTabSwipe } from './use-tab-swipe.ts';

/**
 * What a listing can do without at first: what fingers can do besides scrolling (swipe to the tab beside it, pull to
 * refresh), and the note that there is no network.
 */
export function ListingGestures({ tabs, present }: { tabs: readonly string[]; present: string }) {
  useTabSwipe(tabs, present);
  return (
    <>
      <OfflineNote />
      <PullToRefresh />
    </>
  );
}
