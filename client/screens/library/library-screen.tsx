import { useEffect, useState } from 'react';
import { shelf } from '#contract/calls/library';
import { Button } from '../../../ui/button.tsx';
import { SortIcon } from '../../../ui/screen-icons.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useFreshProfile } from '../../features/account/use-fresh-profile.ts';
import { canDownload } from '../../features/downloads/can-download.ts';
import { ComicGridSkeleton } from '../../features/listings/comic-grid.tsx';
import { ListingGestures } from '../../features/listings/listing-gestures/listing-gestures.tsx';
import { BELOW_TABS, useInnerTabs } from '../../features/listings/listing-gestures/swiped-tabs.ts';
import { WithBanners } from '../../features/listings/with-banners.tsx';
import { TabRow } from '../../features/navigation/tab-row.tsx';
import { useScreenTitle } from '../../features/navigation/use-screen-title.ts';
import { useSearchParams } from '../../features/navigation/use-search-params.ts';
import { paths } from '../../paths.ts';
import { useClientState } from '../../state.ts';
import { DownloadsList } from './downloads-on-demand.tsx';
import { FollowedAuthors } from './followed-authors.tsx';
import type { Group } from './groups/choosing.ts';
import { GroupRow } from './groups/group-row.tsx';
import { useGroups } from './groups/groups.ts';
import { ManageSheet } from './groups/groups-on-demand.tsx';
import { LibraryList } from './library-list.tsx';
import { invalidateLists, sendRemoval } from './removal.ts';
import { ShelfChoices } from './shelf-choices.tsx';
import { currentPart, groupIdOf, type Part, readPart, SHELVES, SORTS, type Sort, TABS, tabOf } from './tabs.ts';
import { UndoBar } from './undo-bar.tsx';

/** The index of the screen, which is its banner slot. */
const SLOT = 9;

const HALVES: { key: 'shelf' | 'history'; label: string }[] = [
  { key: 'shelf', label: '书架' },
  { key: 'history', label: '历史' },
];

const NO_TABS: readonly string[] = [];

/** The parts in the order of a swipe. */
function partsInOrder(groups: readonly Group[]): Part[] {
  const own = groups.map(({ id }): Part => `group-${id}`);
  return [...SHELVES, ...(canDownload() ? ['downloads' as const] : []), ...own, 'history'];
}

/** The reader's library: the shelf with its lists, and the history. */
export function LibraryScreen() {
  useScreenTitle('书架');
  useFreshProfile();
  useNewChapters();
  const [params, setParams] = useSearchParams();
  const { list: groups, isLoading } = useGroups();
  const part = currentPart(params.get('tab'), groups);
  const tab = tabOf(part);
  const [sort, setSort] = useState<Sort>('recent');
  const [editing, setEditing] = useState(false);
  const [filled, setFilled] = useState(false);
  const [managing, setManaging] = useState(false);
  useEffect(() => () => void sendRemoval(), []);

  const pick = (next: Part) => {
    setEditing(false);
    setParams(next === 'shelf' ? {} : { tab: next }, { replace: true });
  };
  const turn = () => {
    setEditing(false);
    setSort(SORTS[sort].next);
  };
  const isSortable = tab !== null && TABS[tab].call === shelf;
  const content = useInnerTabs(editing ? NO_TABS : partsInOrder(groups ?? []), part, (next) => pick(readPart(next)));
  return (
    <>
      <header className="sticky top-0 z-20 border-b border-line pt-[env(safe-area-inset-top)] frosted">
        <div className="page-width flex min-h-(--bar) flex-wrap items-center gap-x-1">
          <h1 className="sr-only">书架</h1>
          <TabRow label="书架里的" tabs={HALVES} picked={part === 'history' ? 'history' : 'shelf'} onPick={pick} />
          {isSortable && (
            <button
              type="button"
              data-toggle
              className="ml-auto flex h-11 items-center gap-1 px-2 text-sm whitespace-nowrap text-soft"
              onClick={turn}
            >
              <SortIcon className="size-4" />
              {SORTS[sort].label}
            </button>
          )}
          {filled && tab && (
            <Button
              look="quiet"
              data-toggle
              className={`mr-[-16px] shrink-0 ${isSortable ? '' : 'ml-auto'}`}
              onClick={() => setEditing(!editing)}
            >
              {editing ? '完成' : '编辑'}
            </Button>
          )}
        </div>
      </header>
      <main className="pb-[calc(env(safe-area-inset-bottom)+32px)]">
        {part !== 'history' && (
          <>
            <ShelfChoices picked={part} onPick={pick} />
            <GroupRow groups={groups ?? []} picked={part} onPick={pick} onManage={() => setManaging(true)} />
          </>
        )}
        <div ref={content} className={BELOW_TABS}>
          {part === 'subscribe' && !editing && <FollowedAuthors />}
          {tab === null ? (
            <DownloadsList fallback={<Skeleton className="page-width mt-4 h-72" />} />
          ) : (
            <WithBanners slot={SLOT} waiting={<ComicGridSkeleton />}>
              <LibraryList
                key={`${part} ${sort}`}
                tab={tab}
                groupId={groupIdOf(part)}
                sort={isSortable ? sort : 'recent'}
                editing={editing}
                // Or the row of groups would push the list down.
                isWaiting={isLoading && part !== 'history'}
                onEdited={() => setEditing(false)}
                onFilled={setFilled}
              />
            </WithBanners>
          )}
        </div>
      </main>
      {managing && <ManageSheet list={groups ?? []} onClose={() => setManaging(false)} />}
      <UndoBar />
      <ListingGestures tabs={NO_TABS} current={paths.library} />
    </>
  );
}

/** Refetches the lists when a chapter is published, or read on another device, while they are shown. */
function useNewChapters() {
  const updates = useClientState(({ userInfo }) => userInfo?.unread.updates);
  const [known, setKnown] = useState(updates);
  useEffect(() => {
    if (updates === known) return;
    setKnown(updates);
    void invalidateLists();
  }, [updates, known]);
}
