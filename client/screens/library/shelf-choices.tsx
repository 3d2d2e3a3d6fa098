import { shelf } from '#contract/calls/library';
import { canDownload } from '../../features/downloads/can-download.ts';
import { type Choice, ChoiceRow } from '../../features/listings/choice-row.tsx';
import { goTo, preloadScreen } from '../../features/navigation/screen-link/screen-navigation.ts';
import { paths } from '../../paths.ts';
import { useCall } from '../../runtime/queries/queries.ts';
import { SHELVES, TABS, type Tab } from './tabs.ts';

/**
 * As many unread comics as are counted. Another number than a page of the list has, or the second of the two calls would be
 * blocked as a duplicate.
 */
const MOST_COUNTED = 49;

type Picked = Tab | 'downloads';

/** The lists of the shelf. 下载 opens the screen of the downloads, which needs no network. */
export function ShelfChoices({ picked, onPick }: { picked: Tab; onPick(tab: Tab): void }) {
  const unread = useUnreadCount();
  const choices: Choice<Picked>[] = SHELVES.map((key) => ({
    key,
    label: key === 'updated' && unread ? `${TABS[key].label} ${unread}` : TABS[key].label,
  }));
  const pick = (key: Picked) => {
    if (key !== 'downloads') return onPick(key);
    preloadScreen(paths.downloads);
    goTo(paths.downloads, { replace: false });
  };
  return (
    <ChoiceRow<Picked>
      label="只看"
      choices={canDownload() ? [...choices, { key: 'downloads', label: '下载' }] : choices}
      picked={picked}
      onPick={pick}
      even
    />
  );
}

/** How many comics of the shelf have unread chapters. */
function useUnreadCount(): string | null {
  const { data } = useCall(shelf, { filter: 'updated', size: MOST_COUNTED }, { background: true, staleMs: 0 });
  if (!data || data.list.length === 0) return null;
  return data.next ? `${MOST_COUNTED}+` : String(data.list.length);
}
