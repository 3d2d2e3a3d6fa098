import { shelf } from '#contract/calls/library';
import { canDownload } from '../../features/downloads/can-download.ts';
import { type Choice, ChoiceRow } from '../../features/listings/choice-row.tsx';
import { useCall } from '../../runtime/queries/queries.ts';
import type { Group } from './groups/choosing.ts';
import { type Part, SHELVES, TABS } from './tabs.ts';

/**
 * As many unread comics as are counted. Another number than a page of the list has, or the second of the two calls would be
 * blocked as a duplicate.
 */
const MOST_COUNTED = 49;

type ShelfChoicesProps = {
  picked: Part;
  groups: readonly Group[];
  onPick(part: Part): void;
  onManage(): void;
};

/** The lists of the shelf, the downloads, and the reader's own groups. */
export function ShelfChoices({ picked, groups, onPick, onManage }: ShelfChoicesProps) {
  const unread = useUnreadCount();
  const choices: Choice<Part>[] = SHELVES.map((key) => ({
    key,
    label: key === 'updated' && unread ? `${TABS[key].label} ${unread}` : TABS[key].label,
  }));
  if (canDownload()) choices.push({ key: 'downloads', label: '下载' });
  for (const { id, name } of groups) choices.push({ key: `group-${id}`, label: name });
  return (
    <ChoiceRow<Part> label="只看" choices={choices} picked={picked} onPick={onPick} even={groups.length === 0}>
      {groups.length > 0 && (
        <button type="button" className="h-11 shrink-0 px-2 text-sm text-accent" onClick={onManage}>
          管理分组
        </button>
      )}
    </ChoiceRow>
  );
}

/** How many comics of the shelf have unread chapters. */
function useUnreadCount(): string | null {
  const { data } = useCall(shelf, { filter: 'updated', size: MOST_COUNTED }, { background: true, staleMs: 0 });
  if (!data || data.list.length === 0) return null;
  return data.next ? `${MOST_COUNTED}+` : String(data.list.length);
}
