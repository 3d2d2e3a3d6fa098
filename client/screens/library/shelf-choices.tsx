import { shelf } from '#contract/calls/library';
import { canDownload } from '../../features/downloads/can-download.ts';
import { type Choice, ChoiceRow } from '../../features/listings/choice-row.tsx';
import { useCall } from '../../runtime/queries/queries.ts';
import { type Part, SHELVES, TABS } from './tabs.ts';

/**
 * As many unread comics as are counted. Another number than a page of the list has, or the second of the two calls would be
 * blocked as a duplicate.
 */
const MOST_COUNTED = 49;

type ShelfChoicesProps = {
  picked: Part;
  onPick(part: Part): void;
};

/** The lists of the shelf, and the downloads. */
export function ShelfChoices({ picked, onPick }: ShelfChoicesProps) {
  const unread = useUnreadCount();
  const choices: Choice<Part>[] = SHELVES.map((key) => ({
    key,
    label: key === 'updated' && unread ? `${TABS[key].label} ${unread}` : TABS[key].label,
  }));
  if (canDownload()) choices.push({ key: 'downloads', label: '下载' });
  return <ChoiceRow<Part> label="只看" choices={choices} picked={picked} onPick={onPick} even />;
}

/** How many comics of the shelf have unread chapters. */
function useUnreadCount(): string | null {
  const { data } = useCall(shelf, { filter: 'updated', size: MOST_COUNTED }, { background: true, staleMs: 0 });
  if (!data || data.list.length === 0) return null;
  return data.next ? `${MOST_COUNTED}+` : String(data.list.length);
}
